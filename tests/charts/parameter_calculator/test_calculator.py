"""The calculator's charts: valid, nothing cut off, names beside their own points."""

import numpy as np
import pytest

from embedcore.charts.parameter_calculator.breakdown import Bar, breakdown, narrowest_labelled
from embedcore.charts.parameter_calculator.trend import Point, trend
from embedcore.charts.parameter_calculator.what_if import CostTitles, vocabulary_cost
from embedcore.parameters import PRESETS, count

BAR_TITLES = {f"{name}_title": name for name in ("part", "count", "share")}
TITLES = {f"{name}_title": name for name in ("model", "total", "share")}


def rows(spec, part):
    """The data of a layer or, where all layers share it, of the chart."""
    data = part.get("data", spec.get("data"))
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


@pytest.mark.parametrize("narrow", [False, True])
def test_bars_are_drawn_one_below_the_other_and_named_where_there_is_room(narrow):
    first = Bar("one", ("table", "rest"), (1, 3), (True, False))
    second = Bar("two", ("rest", "tiny"), (99, 1), (False, False))
    spec = breakdown([first, second], **BAR_TITLES, narrow=narrow).to_dict()
    data = rows(spec, spec["layer"][0])
    assert [row["start"] for row in data] == [0, 0.25, 0, 0.99]
    assert [row["end"] for row in data] == [0.25, 1, 0.99, 1]
    assert data[1]["bottom"] < data[2]["top"]
    assert [row["label"] for row in data] == ["", "rest", "rest", ""]  # tables are named above
    assert narrowest_labelled(narrow) > 0.01
    assert data[0]["strength"] != data[1]["strength"]


def test_each_point_of_the_trend_is_where_its_numbers_are():
    totals = [count(config).total for config in PRESETS.values()]
    shares = [count(config).embedding_share for config in PRESETS.values()]
    names = list(PRESETS)
    for narrow in (False, True):
        models = list(map(Point, names, totals, shares))
        spec = trend(models, arrow=(11, 12), chosen=3, **TITLES, narrow=narrow).to_dict()
        arrow, points, *_ = (rows(spec, layer) for layer in spec["layer"])
        assert [(row["model"], row["total"], row["share"]) for row in points] == list(
            zip(names, totals, shares, strict=True)
        )
        assert [row["model"] for row in arrow] == [names[11], names[12]]
        assert [row["model"] for row in points if row["chosen"]] == [names[3]]
        named = {row["model"]: row["side"] for row in points if row["side"]}
        assert {names[3], names[11], names[12]} <= named.keys()
        assert len(named) > (5 if narrow else 12)
        for axis, values in (("x", totals), ("y", shares)):
            scale = spec["layer"][1]["encoding"][axis]["scale"]
            assert scale["type"] == "log"
            assert scale["domain"][0] < min(values)
            assert max(values) <= scale["domain"][1]


def test_no_model_chosen_is_none_in_the_accent_and_each_name_once():
    models = [Point("a", 10**6, 0.3), Point("b", 10**9, 0.1), Point("c", 10**8, 0.01)]
    spec = trend(models, arrow=(0, 1), chosen=-1, **TITLES).to_dict()
    points = rows(spec, spec["layer"][1])
    assert [row["chosen"] for row in points] == [False] * 3
    assert all(row["side"] for row in points)
    texts = [layer for layer in spec["layer"] if layer["mark"]["type"] == "text"]
    assert len({layer["transform"][0]["filter"] for layer in texts}) == len(texts) == 4


def test_the_share_of_a_vocabulary_is_of_the_whole_with_it():
    counts = np.array([[1, 10], [3, 30]])
    titles = CostTitles("model", "rest", "count", "share")
    names = {"models": ["a", "b"], "vocabularies": ["small", "large"]}
    spec = vocabulary_cost([3, 90], counts, **names, titles=titles).to_dict()
    data = rows(spec, spec["layer"][0])
    shares = {(row["model"], row["vocabulary"]): row["share"] for row in data}
    expected = {
        ("a", "small"): 1 / 4,
        ("b", "small"): 0.1,
        ("a", "large"): 0.5,
        ("b", "large"): 0.25,
    }
    assert shares == pytest.approx(expected)
