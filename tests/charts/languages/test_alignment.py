"""One rotation between two spaces: how much it finds, and two clouds on one plane."""

import statistics

import numpy as np
import pytest

from embedcore.charts.languages.alignment import learning_curve, two_clouds
from embedcore.languages.clouds import Clouds

from ..spec import layers, rows


def uniform(seed, *shape):
    return np.random.default_rng(seed).uniform(0, 1, shape)


def test_the_curve_is_mean_and_deviation_over_the_splits():
    shares = uniform(0, 3, 5, 4)  # (measures, splits, numbers of anchors)
    names = ("one", "five", "ten")
    titles = {"anchors_title": "anchors", "share_title": "share"}
    spec = learning_curve((0, 1, 10, 20), shares, k=10, names=names, **titles).to_dict()
    drawn = rows(spec, "line")
    assert len(drawn) == 12
    for row in drawn:
        sample = shares[names.index(row["measure"]), :, (0, 1, 10, 20).index(row["anchors"])]
        mean, spread = statistics.mean(sample), statistics.stdev(sample)
        assert row["mean"] == pytest.approx(mean)
        assert row["lower"] == pytest.approx(max(mean - spread, 0))
        assert row["upper"] == pytest.approx(min(mean + spread, 1))
    assert rows(spec, "rule") == [{"anchors": 10}]
    assert layers(spec, "line")[0]["encoding"]["y"]["scale"]["domain"] == [0, 1]


@pytest.mark.parametrize("languages", [("English", "Chinese"), ("Chinese", "English")])
def test_clouds_keep_their_colours_and_lines_join_pairs(languages):
    source, target = uniform(1, 6, 2), uniform(2, 6, 2)
    clouds = Clouds(source, target, np.array([4, 1]), np.array([True, False]))
    every = np.array([[0.0, 0.0], [1.0, 1.0]])
    pairs, colours = [("a", "甲"), ("b", "乙")], ("English", "Chinese")
    names = {"languages": languages, "colours": colours, "line_names": ("right", "wrong")}
    spec = two_clouds(clouds, every, pairs=pairs, **names, box=(300, 300)).to_dict()
    points = rows(spec, "point")
    assert [p["language"] for p in points] == [languages[0]] * 6 + [languages[1]] * 6
    np.testing.assert_allclose([[p["x"], p["y"]] for p in points], np.vstack([source, target]))
    assert layers(spec, "point")[0]["encoding"]["color"]["scale"]["domain"] == list(colours)
    drawn = rows(spec, "rule")
    np.testing.assert_allclose([[r["x"], r["y"]] for r in drawn], source[[4, 1]])
    np.testing.assert_allclose([[r["x2"], r["y2"]] for r in drawn], target[[4, 1]])
    assert [r["nearest"] for r in drawn] == ["right", "wrong"]
    named = rows(spec, "text")
    assert [(n["word"], n["language"]) for n in named] == [
        ("a", languages[0]), ("b", languages[0]), ("甲", languages[1]), ("乙", languages[1]),
    ]  # fmt: skip
