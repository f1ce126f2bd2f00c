"""Words on a flat map with their neighbours, and words between the ends of two axes."""

import altair as alt
import numpy as np
import pandas as pd
import pytest

from embedcore.charts.labels import SIDES
from embedcore.charts.scatter import turned_to
from embedcore.charts.word_vectors.word_map import Ends, two_axes, word_map

FONT, BOX = 13, (400, 300)


TITLES = {"group_title": "near to", "shared_name": "several"}


@pytest.fixture(autouse=True)
def data_in_its_place():
    with alt.data_transformers.enable(consolidate_datasets=False):
        yield


def test_the_map_has_every_word_and_the_typed_names_first():
    points = np.array([[0, 0], [1, 1], [0.01, 0.01], [1, 0.9], [0.5, 0.5]])
    words, group_of = ["cat", "piano", "dog", "violin", "both"], np.array([0, 1, 0, 1, -1])
    groups = {"group_of": group_of, "typed": ["cat", "piano"]}
    spec = word_map(points, words, **groups, **TITLES, box=BOX).to_dict()
    table = pd.DataFrame(spec["data"]["values"]).set_index("word")
    assert list(table.index[:2]) == ["cat", "piano"]
    assert list(table["typed"]) == [True, True, False, False, False]
    assert table.loc["both", "group"] == "several"
    assert table.loc["violin", "group"] == "piano"
    assert table.loc["cat", "side"] in SIDES
    for box in (BOX, (300, 400), (1_200, 300)):
        x, y = (ends(spec["layer"][0]["encoding"][c]["scale"], box) for c in "xy")
        scale = (x[1] - x[0]) / box[0], (y[1] - y[0]) / box[1]
        assert scale[0] == pytest.approx(scale[1]), "a distance is as long across as upward"
        assert x[0] < 0
        assert x[1] > 1
        assert y[0] < 0
        assert y[1] > 1
    assert x[1] - x[0] > 4  # in the widest there is room at the sides


def ends(scale, box):
    """The ends of a scale as the browser computes them in a plot of this size."""
    size = {"max": max, "width": box[0], "height": box[1]}
    return [eval(end["expr"], {"__builtins__": {}}, size) for end in scale["domain"]]


@pytest.mark.parametrize(("box", "turned"), [((400, 300), False), ((300, 400), True)])
def test_a_map_lies_along_its_box(box, turned):
    wide = np.array([[0, 0], [9, 1], [4, 3]])
    assert (turned_to(wide, box) == (wide[:, ::-1] if turned else wide)).all()
    high = wide[:, ::-1]
    assert (turned_to(high, box) == (high if turned else wide)).all()


def test_a_map_of_one_point_can_be_drawn():
    groups = {"group_of": np.array([0]), "typed": ["cat"]}
    word_map(np.zeros((1, 2)), ["cat"], **groups, **TITLES, box=BOX).to_dict()


def test_two_axes_show_their_ends_and_all_words():
    places = np.array([[0.2, 0.1], [-1.4, 0.3]])
    axes = {
        "across": Ends("man → woman", "man", "woman"),
        "up": Ends("small → big", "small", "big"),
    }
    spec = two_axes(places, ["queen", "king"], **axes, box=BOX).to_dict()
    points = next(layer for layer in spec["layer"] if layer["mark"].get("type") == "point")
    assert points["encoding"]["x"]["title"] == "man → woman"
    low, high = points["encoding"]["x"]["scale"]["domain"]
    assert low < -1.4
    assert high > 1
    assert [row["word"] for row in points["data"]["values"]] == ["queen", "king"]
    marks = next(layer for layer in spec["layer"] if layer["mark"].get("type") == "rule")
    marked = {row["end"]: (row["x"], row["y"]) for row in marks["data"]["values"]}
    assert marked == {
        "man": (-1, None), "woman": (1, None), "small": (None, -1), "big": (None, 1)
    }  # fmt: skip
