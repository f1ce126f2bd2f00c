"""The calculator's charts: valid, nothing cut off, names beside their own points."""

import numpy as np
import pytest

from embedcore.charts.parameter_calculator.breakdown import Bar, breakdown, narrowest_labelled
from embedcore.charts.parameter_calculator.trend import HEIGHT, WIDE, Point, _overlap, _room, trend
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
        arrow, points, *labels = (rows(spec, layer) for layer in spec["layer"])
        assert [(row["model"], row["total"], row["share"]) for row in points] == list(
            zip(names, totals, shares, strict=True)
        )
        assert [row["model"] for row in arrow] == [names[11], names[12]]
        assert [row["model"] for row in points if row["chosen"]] == [names[3]]
        assert all(label[0] in points for label in labels)
        assert len(labels) > 5
        for axis, values in (("x", totals), ("y", shares)):
            scale = spec["layer"][1]["encoding"][axis]["scale"]
            assert scale["type"] == "log"
            assert scale["domain"][0] < min(values)
            assert max(values) <= scale["domain"][1]


def test_names_never_lie_on_one_another():
    generator = np.random.default_rng(0)
    places = [tuple(place) for place in generator.uniform((0, 0), (WIDE, HEIGHT), (60, 2))]
    names = ["a name of some length"] * 60
    found = list(_room(names, places, list(range(60)), WIDE))
    assert 10 < len(found) < 60
    assert len({number for number, *_ in found}) == len(found)
    assert _overlap((0, 2, 0, 2), (1, 3, 1, 3))
    assert not _overlap((0, 2, 0, 2), (3, 4, 0, 2))
    assert not _overlap((0, 2, 0, 2), (0, 2, 3, 4))


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
