"""The charts of two languages: what they draw is what they were given."""

import statistics

import numpy as np
import pytest

from embedcore.charts.languages.alignment import learning_curve, two_clouds
from embedcore.charts.languages.mutual_neighbours import (
    agreement_curve,
    agreement_strips,
    two_rankings,
)
from embedcore.charts.style import ACCENT, QUIET
from embedcore.languages.clouds import Clouds


def layers(spec, kind):
    return [layer for layer in spec["layer"] if layer["mark"]["type"] == kind]


def rows(spec, layer):
    data = layer["data"] if "data" in layer else spec["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


def uniform(seed, *shape):
    return np.random.default_rng(seed).uniform(0, 1, shape)


def test_the_curve_is_mean_and_deviation_over_the_splits():
    shares = uniform(0, 3, 5, 4)  # (measures, splits, numbers of anchors)
    names = ("one", "five", "ten")
    titles = {"anchors_title": "anchors", "share_title": "share"}
    spec = learning_curve((0, 1, 10, 20), shares, k=10, names=names, **titles).to_dict()
    drawn = rows(spec, layers(spec, "line")[0])
    assert len(drawn) == 12
    for row in drawn:
        sample = shares[names.index(row["measure"]), :, (0, 1, 10, 20).index(row["anchors"])]
        mean, spread = statistics.mean(sample), statistics.stdev(sample)
        assert row["mean"] == pytest.approx(mean)
        assert row["lower"] == pytest.approx(max(mean - spread, 0))
        assert row["upper"] == pytest.approx(min(mean + spread, 1))
    assert rows(spec, layers(spec, "rule")[0]) == [{"anchors": 10}]
    assert layers(spec, "line")[0]["encoding"]["y"]["scale"]["domain"] == [0, 1]


@pytest.mark.parametrize("languages", [("English", "Chinese"), ("Chinese", "English")])
def test_clouds_keep_their_colours_and_lines_join_pairs(languages):
    source, target = uniform(1, 6, 2), uniform(2, 6, 2)
    clouds = Clouds(source, target, np.array([4, 1]), np.array([True, False]))
    extent = np.array([[0.0, 0.0], [1.0, 1.0]])
    pairs, colours = [("a", "甲"), ("b", "乙")], ("English", "Chinese")
    names = {"languages": languages, "colours": colours, "line_names": ("right", "wrong")}
    spec = two_clouds(clouds, extent, pairs=pairs, **names, height=300).to_dict()
    points = rows(spec, layers(spec, "point")[0])
    assert [p["language"] for p in points] == [languages[0]] * 6 + [languages[1]] * 6
    np.testing.assert_allclose([[p["x"], p["y"]] for p in points], np.vstack([source, target]))
    assert layers(spec, "point")[0]["encoding"]["color"]["scale"]["domain"] == list(colours)
    drawn = rows(spec, layers(spec, "rule")[0])
    np.testing.assert_allclose([[r["x"], r["y"]] for r in drawn], source[[4, 1]])
    np.testing.assert_allclose([[r["x2"], r["y2"]] for r in drawn], target[[4, 1]])
    assert [r["nearest"] for r in drawn] == ["right", "wrong"]
    named = rows(spec, layers(spec, "text")[0])
    assert [(n["word"], n["language"]) for n in named] == [
        ("a", languages[0]), ("b", languages[0]), ("甲", languages[1]), ("乙", languages[1]),
    ]  # fmt: skip


def test_strips_have_a_tick_a_draw_and_a_number_a_mean():
    matched, shuffled = uniform(3, 2, 4), uniform(4, 2, 4)
    names = ("a – b", "a – c")
    spec = agreement_strips(matched, shuffled, names=names, share_title="share").to_dict()
    ticks = rows(spec, layers(spec, "tick")[0])
    assert [t["share"] for t in ticks if t["colour"] == ACCENT] == matched.ravel().tolist()
    assert [t["share"] for t in ticks if t["colour"] == QUIET] == shuffled.ravel().tolist()
    written = [row["written"] for row in rows(spec, layers(spec, "text")[0])]
    assert written == [f"{m:.0%}" for m in (*matched.mean(axis=1), *shuffled.mean(axis=1))]
    assert [r["name"] for r in rows(spec, layers(spec, "text")[1])] == ["a – b", "a – c"]


def test_the_curve_of_agreement_starts_at_one_neighbour():
    matched, shuffled = uniform(5, 4, 7), uniform(6, 4, 7)
    names = ("translated", "shuffled")
    titles = {"k_title": "k", "share_title": "share"}
    spec = agreement_curve(matched, shuffled, k=3, names=names, **titles).to_dict()
    drawn = rows(spec, layers(spec, "line")[0])
    for name, values in zip(names, (matched, shuffled), strict=True):
        own = [row for row in drawn if row["name"] == name]
        assert [row["k"] for row in own] == [1, 2, 3, 4, 5, 6, 7]
        np.testing.assert_allclose([row["mean"] for row in own], values.mean(axis=0))


def test_a_line_joins_what_stands_in_both_rankings():
    spec = two_rankings(["a", "b", "c"], ["c", "d", "a"], titles=("left", "right")).to_dict()
    lines = rows(spec, layers(spec, "rule")[0])
    assert [(line["place"], line["place2"]) for line in lines] == [(1, 3), (3, 1)]
    dots = rows(spec, layers(spec, "point")[0])
    assert [(d["word"], d["shared"]) for d in dots] == [
        ("a", True), ("b", False), ("c", True), ("c", True), ("d", False), ("a", True),
    ]  # fmt: skip


def test_rankings_with_nothing_in_common_have_no_line():
    spec = two_rankings(["a", "b"], ["c", "d"], titles=("left", "right")).to_dict()
    assert rows(spec, layers(spec, "rule")[0]) == []
