"""What many seeds of one run come to: a band over the steps, and histograms of cosines."""

import json
import statistics

import numpy as np
import pytest

from embedcore.charts.strips import strips
from embedcore.charts.training_lab.seeds import Mark, counted, histogram, over_steps

from ..spec import layers, rows

STEPS = np.array([0, 10, 20])


NAMES = "within", "across"


TITLES = {"step_title": "step", "cosine_title": "cosine", "own_title": "own"}


def similarity(seeds):
    return np.random.default_rng(seeds).uniform(-0.9, 0.9, size=(seeds, len(STEPS), 2))


def course(values, own=None):
    own = values[0] if own is None else own
    return over_steps(STEPS, values, own=own, names=NAMES, **TITLES).to_dict()


def test_band_and_line_are_mean_and_deviation_of_the_seeds():
    values = similarity(5)
    spec = course(values, own=values[3])
    drawn = rows(spec, "line")
    assert len(drawn) == 2 * len(STEPS)
    for row in drawn:
        frame, part = list(STEPS).index(row["step"]), NAMES.index(row["pair"])
        sample = values[:, frame, part].tolist()
        mean, spread = statistics.mean(sample), statistics.stdev(sample)
        assert row["mean"] == pytest.approx(mean)
        assert (row["lower"], row["upper"]) == pytest.approx((mean - spread, mean + spread))
        assert (row["lowest"], row["highest"]) == pytest.approx((min(sample), max(sample)))
        assert row["own"] == pytest.approx(sample[3])


def test_one_seed_has_no_band():
    assert len(layers(course(similarity(2)), "area")) == 2
    assert not layers(course(similarity(1)), "area")


def test_each_curve_names_itself_and_there_is_no_legend():
    spec = course(similarity(4))
    named = [rows(spec, layer) for layer in layers(spec, "text")]
    assert {row["pair"] for [row] in named} == set(NAMES)
    assert {row["step"] for [row] in named} == {20}
    assert layers(spec, "line")[0]["encoding"]["color"]["legend"] is None


def test_the_upper_curve_is_named_above_and_the_lower_below():
    spec = course(similarity(4))
    first, second = layers(spec, "text")
    [upper], [lower] = rows(spec, first), rows(spec, second)
    assert upper["mean"] > lower["mean"]
    assert first["encoding"]["y"]["field"] == "top"
    assert second["encoding"]["y"]["field"] == "bottom"


@pytest.mark.parametrize("missing", [0, 1])
def test_what_a_run_does_not_have_is_not_drawn(missing):
    values = similarity(4)
    values[..., missing] = np.nan
    spec = course(values)
    assert {row["pair"] for row in rows(spec, "line")} == {NAMES[1 - missing]}
    assert "NaN" not in json.dumps(spec)


def test_every_cosine_axis_is_the_whole_of_it():
    cosines = similarity(6)[..., 0]
    bars = drawn_histogram(cosines[:, 0], own=0.1, article=0.2)
    lines = strips(cosines.T, names="abc", cosine_title="cosine").to_dict()
    specs = course(similarity(3)), bars, lines
    for spec, channel in zip(specs, "yxx", strict=True):
        fields = [layer["encoding"][channel] for layer in spec["layer"] if "data" in layer]
        domains = [field["scale"]["domain"] for field in fields if "scale" in field]
        assert domains
        assert all(domain == [-1, 1] for domain in domains)


def drawn_histogram(sample, own=0.3, article=None):
    marks = [Mark("own", own, (4, 3))]
    if article is not None:
        marks.append(Mark("article", article))
    look = {"colour": "#000000", "most": counted(sample)}
    titles = {"cosine_title": "cosine", "count_title": "seeds"}
    return histogram(sample, marks, **look, **titles).to_dict()


def test_a_histogram_counts_every_seed_once_in_its_bin():
    sample = np.array([-1.0, -0.95, -0.05, 0.05, 0.01, 0.62, 1.0])
    spec = drawn_histogram(sample)
    bins = rows(spec, "bar")
    counts = {round(row["from"], 1): row["count"] for row in bins}
    assert counts == {-1.0: 2, -0.1: 1, 0.0: 2, 0.6: 1, 0.9: 1}
    assert counted(sample, np.array([0.5] * 3)) == 3


def test_a_histogram_marks_own_and_article_by_name():
    spec = drawn_histogram(np.array([0.2, 0.4]), own=0.3, article=0.56)
    named = {row["name"]: row["value"] for mark in layers(spec, "text") for row in rows(spec, mark)}
    assert named == {"own": 0.3, "article": 0.56}
    alone = drawn_histogram(np.array([0.2, 0.4]), own=0.3)
    assert [row["name"] for m in layers(alone, "text") for row in rows(alone, m)] == ["own"]


@pytest.mark.parametrize(
    ("own", "article", "lowest"),
    [(0.6, 0.56, "article"), (0.5, 0.56, "own"), (-0.8, 0.04, "article")],
)
def test_no_rule_crosses_the_name_of_the_other(own, article, lowest):
    spec = drawn_histogram(np.array([0.2]), own, article)
    marks = [(mark["mark"]["align"], *rows(spec, mark)) for mark in layers(spec, "text")]
    heights = {row["name"]: row["height"] for _, row in marks}
    assert min(heights, key=heights.get) == lowest
    [side] = {align for align, _ in marks}
    lower = next(row["value"] for _, row in marks if row["name"] == lowest)
    higher = next(row["value"] for _, row in marks if row["name"] != lowest)
    assert lower < higher if side == "right" else lower > higher
