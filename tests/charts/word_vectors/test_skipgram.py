"""The loss of a run, and products against PMI: what stands where."""

import numpy as np

from embedcore.charts.word_vectors.skipgram import loss_course, products_and_pmi


def test_the_loss_is_drawn_from_zero_with_its_titles():
    epochs, losses = np.array([0.0, 0.5, 1.0]), np.array([4.0, 3.0, 2.0])
    spec = loss_course(epochs, losses, epoch_title="read", loss_title="nats").to_dict()
    (rows,) = spec["datasets"].values() if "datasets" in spec else (spec["data"]["values"],)
    assert [row["loss"] for row in rows] == [4, 3, 2]
    y = spec["encoding"]["y"]
    assert y["scale"]["domain"] == [0, 4.2]
    assert (spec["encoding"]["x"]["title"], y["title"]) == ("read", "nats")


def test_both_axes_of_the_scatter_share_a_scale_and_the_line_is_where_both_are_equal():
    pmi, products = np.array([-2.0, 0.0, 5.0]), np.array([-3.0, 0.5, 4.0])
    titles = {"pmi_title": "P", "product_title": "D", "pair_title": "pair"}
    pairs = ["a · b", "c · d", "$e · f"]
    spec = products_and_pmi(pmi, products, pairs=pairs, **titles).to_dict()
    points, line = spec["layer"]
    domains = [points["encoding"][axis]["scale"]["domain"] for axis in "xy"]
    assert domains == [[-3, 5], [-3, 5]]

    def rows(layer):
        data = layer["data"]
        return data.get("values") or spec["datasets"][data["name"]]

    assert [row["pair"] for row in rows(points)] == ["a · b", "c · d", "$e · f"]
    assert all(row["pmi"] == row["product"] for row in rows(line))
    assert [layer["encoding"]["x"]["title"] for layer in (points, line)] == ["P", "P"]
