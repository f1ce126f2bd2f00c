"""Tied and untied runs compared: their losses, and near rows against near probabilities."""

import numpy as np
import pytest

from embedcore.charts.weight_tying.runs import NearTitles, losses_of_both, near_and_likely

from ..spec import rows


def test_losses_are_means_and_deviations_of_the_seeds():
    untied, tied = np.random.default_rng(0).uniform(2, 9, size=(2, 4, 30))
    titles = {"step_title": "step", "loss_title": "loss", "floor_title": "floor"}
    spec = losses_of_both(untied, tied, floor=2.3, names=("two", "one"), **titles).to_dict()
    drawn = rows(spec, "line")
    for row in drawn:
        values = (untied if row["name"] == "two" else tied)[:, row["step"] - 1]
        assert row["mean"] == pytest.approx(values.mean())
        assert row["upper"] - row["mean"] == pytest.approx(values.std(ddof=1))
    assert len(drawn) == 60


def near(within):
    count = len(within)
    chart = near_and_likely(
        np.linspace(-1, 1, count),
        np.linspace(0, 5, count),
        pairs=[f"pair {place}" for place in range(count)],
        within=np.array(within),
        highest=5.0,
        titles=NearTitles("cosine", "difference", "within", "across"),
    )
    return chart.to_dict()


def test_every_pair_is_a_point_with_a_colour_and_a_shape_of_its_kind():
    spec = near([True, False, False])
    drawn = rows(spec)
    assert [row["group"] for row in drawn] == ["within", "across", "across"]
    colours, shapes = (spec["encoding"][name]["scale"]["range"] for name in ("color", "shape"))
    assert len(set(colours)) == len(set(shapes)) == 2
    assert spec["encoding"]["x"]["scale"]["domain"] == [-1, 1]


def test_one_group_has_no_entry_for_pairs_across():
    assert near([True, True])["encoding"]["color"]["scale"]["domain"] == ["within"]
