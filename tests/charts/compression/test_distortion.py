"""How far projected distances are from what they were: at one width, and at all."""

import numpy as np
import pytest

from embedcore.charts.compression.distortion import (
    ChangeNames,
    Changes,
    ChangeTitles,
    change_histogram,
    changes_by_width,
)
from embedcore.compression.random_projection import EDGES, chance_shares

from ..spec import layers, rows


def histogram(promise, worst, width=50):
    shares = chance_shares(width)
    titles = ChangeTitles("change", "share", "predicted", "promise")
    given = {"promise": promise, "worst": worst, "titles": titles}
    return change_histogram(shares, shares[::-1], **given).to_dict()


def test_the_histogram_reaches_the_promise_and_the_worst_pair():
    drawn = histogram(0.39, (-0.2, 0.3))
    low, high = drawn["layer"][0]["encoding"]["x"]["scale"]["domain"]
    assert low < -0.39 < 0.39 < high < 0.45
    rules = rows(drawn, "rule")
    assert [row["change"] for row in rules] == [-0.39, 0.39]
    bins = rows(drawn, "bar")
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
    drawn = changes_by_width((2, 64), changes, chosen=64, **titles, names=names).to_dict()
    outer, inner = (rows(drawn, layer) for layer in layers(drawn, "area"))
    assert [(row["least"], row["most"]) for row in outer] == [(-0.9, 3.0), (-0.4, 0.6)]
    assert [(row["low"], row["high"]) for row in inner] == [(-0.5, 0.5), (-0.2, 0.2)]
    lines = {}
    for layer in layers(drawn, "line"):
        [side], [name] = {layer["encoding"]["y"]["field"]}, {r["name"] for r in rows(drawn, layer)}
        places = {(row["width"], row[side]) for row in rows(drawn, layer) if row[side] is not None}
        lines[name] = lines.get(name, set()) | places
    assert lines == {
        "promise": {(64, 0.8), (64, -0.8)},
        "limit": {(2, -1), (2, 4), (64, -0.5), (64, 0.7)},
    }
    assert rows(drawn, "rule") == [{"width": 64}]
