"""The charts of the compression page: they compile, and draw what they are given."""

import numpy as np
import pytest

from embedcore.charts.compression.by_width import Curve, Level, ValueAxis, curves
from embedcore.charts.compression.distortion import (
    ChangeNames,
    Changes,
    ChangeTitles,
    change_histogram,
    changes_by_width,
)
from embedcore.charts.compression.fit_map import FitTitles, fit_map
from embedcore.compression.random_projection import EDGES, chance_shares

TITLES = {"width_title": "x", "spread_title": "spread"}


def spec(chart):
    return chart.to_dict()


def data(spec, layer):
    """The rows that a layer draws, its own or those that all share."""
    given = spec["layer"][layer].get("data", spec.get("data"))
    return given["values"] if "values" in given else spec["datasets"][given["name"]]


def histogram(promise, worst, width=50):
    shares = chance_shares(width)
    titles = ChangeTitles("change", "share", "predicted", "promise")
    given = {"promise": promise, "worst": worst, "titles": titles}
    return spec(change_histogram(shares, shares[::-1], **given))


def test_the_histogram_reaches_the_promise_and_the_worst_pair():
    drawn = histogram(0.39, (-0.2, 0.3))
    low, high = drawn["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low < -0.39 < 0.39 < high < 0.45
    rules = data(drawn, 2)
    assert [row["change"] for row in rules] == [-0.39, 0.39]
    bins = data(drawn, 0)
    assert all(row["to"] > low and row["from"] < high for row in bins)
    shares = dict(zip(EDGES[:-1].round(6), chance_shares(50), strict=True))
    assert all(row["share"] == pytest.approx(shares[round(row["from"], 6)]) for row in bins)


def test_without_a_promise_there_is_no_rule_and_the_axis_ends_at_200_per_cent():
    drawn = histogram(None, (-0.99, 7.5), width=2)
    assert len(drawn["layer"]) == 2
    assert drawn["layer"][0]["encoding"]["x"]["scale"]["domain"] == [-1, 2]


def test_the_bands_are_the_marks_and_the_promise_starts_where_there_is_one():
    marks = np.array([[-0.9, -0.5, 0, 0.5, 3.0], [-0.4, -0.2, 0, 0.2, 0.6]])
    limits = np.array([[-1, 4], [-0.5, 0.7]])
    names = ChangeNames("inner", "outer", "promise", "limit")
    changes = Changes(marks, [None, 0.8], limits)
    titles = {"width_title": "k", "change_title": "change"}
    drawn = spec(changes_by_width((2, 64), changes, chosen=64, **titles, names=names))
    outer, inner = data(drawn, 1), data(drawn, 2)
    assert [(row["least"], row["most"]) for row in outer] == [(-0.9, 3.0), (-0.4, 0.6)]
    assert [(row["low"], row["high"]) for row in inner] == [(-0.5, 0.5), (-0.2, 0.2)]
    promised = {(row["width"], row["change"]) for row in data(drawn, 3)}
    assert promised == {(64, 0.8), (64, -0.8)}
    limited = {(row["width"], row["change"]) for row in data(drawn, 4)}
    assert limited == {(2, -1), (2, 4), (64, -0.5), (64, 0.7)}
    assert data(drawn, 0) == [{"width": 64}]


def test_a_curve_is_the_mean_in_a_band_of_one_standard_deviation():
    values = np.array([[0.1, 0.4], [0.3, 0.8]])
    given = [Curve("many", values, "#000000", (6, 3)), Curve("one", values[:1], "#ffffff")]
    axis, level = ValueAxis("y", (0.0, 1.0)), Level("level", 0.9)
    drawn = spec(curves((2, 8), given, values=axis, level=level, **TITLES))
    rows = {(row["name"], row["width"]): row for row in data(drawn, 0)}
    assert rows["many", 2]["mean"] == pytest.approx(0.2)
    assert rows["many", 8]["spread"] == pytest.approx(np.std([0.4, 0.8], ddof=1))
    assert rows["many", 8]["upper"] == pytest.approx(0.6 + rows["many", 8]["spread"])
    assert rows["one", 2]["lower"] == rows["one", 2]["upper"] == pytest.approx(0.1)
    assert data(drawn, 3) == [{"mean": 0.9, "name": "level"}]


def test_cosines_have_signs_and_no_level_is_no_rule():
    curve = Curve("a", np.array([[0.5]]), "#000000")
    cosines = ValueAxis("y", (-1.0, 1.0), percent=False)
    drawn = spec(curves((2,), [curve], values=cosines, **TITLES))
    assert len(drawn["layer"]) == 3
    axis = drawn["layer"][0]["encoding"]["y"]
    assert axis["scale"]["domain"] == [-1, 1]
    assert "+.1f" in axis["axis"]["labelExpr"]


def test_the_map_has_a_square_for_each_pair():
    shares, right = np.array([[0.9, 1.0], [0.2, 0.8]]), np.array([[8, 8], [0, 3]])
    titles = FitTitles("groups", "width", "share", "seeds")
    sides = {"counts": (2, 16), "widths": (2, 4), "seeds": 8}
    drawn = spec(fit_map(shares, right, **sides, titles=titles))
    found = {(row["count"], row["width"]): row for row in data(drawn, 0)}
    assert found[16, 4]["share"] == 0.8
    assert found[16, 4]["written"] == "3/8"
    assert [found[cell]["all"] for cell in ((2, 2), (2, 4), (16, 2))] == [True, True, False]
    assert drawn["layer"][0]["encoding"]["y"]["sort"] == [16, 2]
