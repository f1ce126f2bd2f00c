"""Many seeds, on the page: each number is that of the batch, each reason one that was tried."""

from dataclasses import replace

import numpy as np
import pytest

from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.groups import Groups
from embedcore.samples import clearly_above
from embedcore.training import train, train_seeds
from embedcore.ui.text import literal
from embedcore.ui.training_lab.seeds import written

from ..visitor import Visit

SETTINGS = {"groups": "abc 甲乙 XYZ", "steps": "40", "d_model": "5", "seed": "3"}
CONFIG = TrainingConfig(Groups(("abc", "甲乙", "XYZ")), steps=40, d_model=5, seed=3)


def open_section(language="en", **parameters):
    return Visit("training_lab", language, section="seeds", **parameters)


def after_training(config, seeds):
    """Within and across of each seed: [seeds, 2]."""
    return np.array([run.similarity(-1) for run in train_seeds(config, range(seeds))])


def has_nan(page):
    tables = [table for table in page.tables if table.isna().any().any()]
    return tables or any("nan" in said.lower() for said in page.said)


def test_the_band_is_that_of_the_batch_and_the_line_is_the_visitors():
    page = open_section(seeds="4", **SETTINGS)
    drawn = page.chart("seeds.alt", seeds=4).rows("line")
    runs, own = train_seeds(CONFIG, range(4)), train(CONFIG)
    for part, name in enumerate(("within", "across")):
        curve = drawn[drawn["pair"] == page.text(f"seeds.{name}")]
        frames = range(len(own.steps))
        over_seeds = np.array([[run.similarity(f)[part] for f in frames] for run in runs])
        assert list(curve["step"]) == list(own.steps)
        np.testing.assert_allclose(curve["mean"], over_seeds.mean(axis=0), atol=1e-6)
        spread = over_seeds.std(axis=0, ddof=1)
        np.testing.assert_allclose(curve["upper"] - curve["mean"], spread, atol=1e-6)
        mine = [own.similarity(frame)[part] for frame in frames]
        np.testing.assert_allclose(curve["own"], mine, atol=1e-6)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sentences_say_what_the_means_say(language):
    page = open_section(language, seeds="8")
    within, across = after_training(TrainingConfig(), 8).T
    before = np.array([run.similarity(0)[0] for run in train_seeds(TrainingConfig(), range(8))])
    assert page.says("seeds.see.within", before=written(before), after=written(within))
    below = int((across < 0).sum())
    assert below >= 7
    assert page.says("seeds.see.below", after=written(across), below=below, seeds=8)


def test_a_short_run_is_above_zero_and_no_run_at_all_says_nothing():
    page = open_section(seeds="16", steps="100")
    across = after_training(TrainingConfig(steps=100), 16)[:, 1]
    values = {"after": written(across), "below": int((across < 0).sum()), "seeds": 16}
    assert page.says("seeds.see.above", **values)
    page.set("steps", 0)
    assert page.says("seeds.untrained")
    assert "Across groups" not in "".join(page.said)
    assert not has_nan(page)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_reasons_are_measured_beside_the_run(language):
    page = open_section(language)
    settings = [
        TrainingConfig(),
        TrainingConfig(vocab_size=20),
        TrainingConfig(bias=False),
    ]
    measured = [after_training(setting, 8)[:, 1] for setting in settings]
    chart = page.chart("seeds.why.alt", settings=3, seeds=8)
    ticks = chart.rows("tick")
    for place, across in enumerate(measured):
        np.testing.assert_allclose(ticks.loc[ticks["place"] == place, "cosine"], across, atol=1e-6)
    names = [
        page.text("seeds.why.bias", rows=256, unused=236),
        page.text("seeds.why.bias", rows=20, unused=0),
        page.text("seeds.why.no_bias", rows=256, unused=236),
    ]
    assert list(chart.rows("point")["name"]) == names
    as_set, used, without = map(written, measured)
    assert page.says("seeds.why.unused", unused=as_set, used=used)
    assert page.says("seeds.why.bias_helps", with_bias=as_set, without=without)


def test_without_unused_rows_the_comparison_is_with_them():
    page = open_section(seeds="2", vocab_size="used")
    used, unused = (after_training(TrainingConfig(vocab_size=size), 8)[:, 1] for size in (20, 256))
    assert page.says("seeds.why.unused", unused=written(unused), used=written(used))
    without = after_training(TrainingConfig(vocab_size=20, bias=False), 8)[:, 1]
    values = {"with_bias": written(used), "without": written(without)}
    assert page.says("seeds.why.bias_or_not", **values)


def test_a_difference_that_is_not_clear_gets_no_reason():
    page = open_section(seeds="2", optimizer="sgd")  # at 1e-2 it has hardly moved
    slow = TrainingConfig(optimizer="sgd")
    unused, used = (
        written(after_training(replace(slow, vocab_size=size), 8)[:, 1]) for size in (256, 20)
    )
    assert page.says("seeds.why.unused_or_not", unused=unused, used=used)


def test_histograms_count_the_pairs_of_every_seed():
    page = open_section(seeds="8", anchor="b", near="c", far="甲", **SETTINGS)
    cosines = [cosine_matrix(run.vectors[-1]) for run in train_seeds(CONFIG, range(8))]
    own = cosine_matrix(train(CONFIG).vectors[-1])
    for name, other in (("near", 2), ("far", 3)):
        chart = page.chart(f"seeds.pairs.alt_{name}", seeds=8)
        bins = chart.rows("bar")
        sample = np.array([cosine[1, other] for cosine in cosines])
        assert bins["count"].sum() == 8
        for low, high, count in bins[["from", "to", "count"]].to_numpy():
            assert ((sample >= low) & (sample < high)).sum() == count
        mark = chart.rows("rule", having="name")
        assert list(mark["name"]) == [page.text("seeds.yours")]
        assert mark["value"].item() == pytest.approx(own[1, other], abs=1e-6)
        ends = {"lowest": sample.min(), "highest": sample.max(), "own": own[1, other]}
        assert page.says("seeds.pairs.range", mean=written(sample), **ends)


def test_what_single_pairs_show():
    page = open_section(seeds="32")
    runs = train_seeds(TrainingConfig(), range(32))
    cosines = np.array([cosine_matrix(run.vectors[-1]) for run in runs])
    within, across = np.array([run.similarity(-1) for run in runs]).T
    near, far = cosines[:, 0, 1], cosines[:, 0, 10]
    pairs = [f"sim({literal('a')}, {literal(other)})" for other in "bA"]
    spreads = {"spread": near.std(ddof=1), "of_mean": within.std(ddof=1)}
    assert spreads["spread"] > 3 * spreads["of_mean"]
    assert page.says("seeds.pairs.scatter", pair=pairs[0], **spreads)
    above = int((far > 0).sum())
    assert 3 < above < 29
    values = {"above": above, "seeds": 32, "mean": written(across)}
    assert page.says("seeds.pairs.sign", pair=pairs[1], **values)
    assert page.says("seeds.pairs.little")


def marks(page, name):
    chart = page.chart(f"seeds.pairs.alt_{name}", seeds=2)
    return {
        row["name"]: row["value"]
        for rows in chart.tables("text")
        for row in rows.to_dict("records")
    }


def test_the_article_is_marked_on_its_own_experiment_only():
    page = open_section(seeds="2", seed="5")
    article = page.text("seeds.article")
    assert marks(page, "near")[article] == 0.56
    assert marks(page, "far")[article] == 0.04
    page.set("near", "c")
    assert article not in marks(page, "near")
    assert article in marks(page, "far")
    page.set("steps", 510)
    assert article not in marks(page, "far")


def test_a_pair_is_of_two_different_tokens():
    page = open_section(seeds="2")
    assert (page.values["anchor"], page.values["near"], page.values["far"]) == ("a", "b", "A")
    page.set("anchor", "b")
    assert (page.values["near"], page.values["far"]) == ("a", "A")
    page.set("anchor", "A")
    assert (page.values["near"], page.values["far"]) == ("a", "a")
    assert not page.warnings


@pytest.mark.parametrize("language", ["en", "zh"])
def test_one_seed_has_no_spread(language):
    page = open_section(language, seeds="1", **SETTINGS)
    own = train(CONFIG)
    chart = page.chart("seeds.alt", seeds=1)
    assert "area" not in [layer["mark"]["type"] for layer in chart.layers]
    assert page.says("seeds.one", seed=3)
    first = train(replace(CONFIG, seed=0)).similarity(-1)
    assert page.says("seeds.see.single", after=f"{first.across:+.2f} ± —")
    page.look_closer("seeds")
    assert not has_nan(page)
    table = page.tables[-1]
    assert not any(page.text("seeds.spread") in column for column in table)
    mine = f"{page.text('seeds.within')} · {page.text('seeds.own', seed=3)}"
    assert table[mine].iloc[-1] == pytest.approx(own.similarity(-1).within, abs=1e-4)


def test_the_table_has_mean_and_deviation_of_every_snapshot():
    page = open_section(seeds="4", **SETTINGS).look_closer("seeds")
    table = page.tables[-1]
    within, across = after_training(CONFIG, 4).T
    for name, values in (("within", within), ("across", across)):
        pairs = page.text(f"seeds.{name}")
        mean = table[f"{pairs} · {page.text('seeds.mean')}"].iloc[-1]
        spread = table[f"{pairs} · {page.text('seeds.spread')}"].iloc[-1]
        assert (mean, spread) == pytest.approx((values.mean(), values.std(ddof=1)), abs=1e-4)


@pytest.mark.parametrize("groups", ["abcd", "ab"])
def test_one_group_has_nothing_across(groups):
    page = open_section(seeds="3", groups=groups, steps="20").look_closer("seeds")
    assert "far" not in page.values
    assert page.text("seeds.across") not in " ".join(page.tables[-1].columns)
    assert set(page.chart("seeds.alt", seeds=3).rows("line")["pair"]) == {page.text("seeds.within")}
    assert not has_nan(page)


def test_written_as_people_read_it():
    assert written(np.array([0.5, 0.7])) == "+0.60 ± 0.14"
    assert written(np.array([-0.001])) == "+0.00 ± —"


def test_clearly_above_needs_more_than_chance_and_more_than_one_seed():
    generator = np.random.default_rng(0)
    low, high = generator.normal(0, 1, 50), generator.normal(1, 1, 50)
    assert clearly_above(high, low)
    assert not clearly_above(low, high)
    assert not clearly_above(low, generator.normal(0, 1, 50))
    assert clearly_above(0, low - 1)
    assert not clearly_above(np.array([5.0]), np.array([0.0]))
