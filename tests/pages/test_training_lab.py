"""The training lab: what it draws is what ``train`` came to."""

import math

import numpy as np
import pytest

from embedcore.geometry import cosine_matrix
from embedcore.groups import Groups
from embedcore.projection import project, trust
from embedcore.training import TrainingConfig, train, train_seeds
from embedcore.ui.cache import SEEDS, cached_map
from embedcore.ui.text import literal

from .visitor import Visit

TOKENS = list("abcdefghijABCDEFGHIJ")
SETTINGS = {"groups": "abc 甲乙 XYZ", "steps": "40", "d_model": "5", "seed": "3"}
CONFIG = TrainingConfig(Groups(("abc", "甲乙", "XYZ")), steps=40, d_model=5, seed=3)


def test_heatmaps_show_every_pair_before_and_after_in_group_order():
    page = Visit("training_lab")
    result = train(TrainingConfig())
    drawn = []
    for frame, step in ((0, 0), (-1, 500)):
        chart = page.chart("heatmaps.alt", tokens=20, steps=step)
        assert chart.axis("x") == chart.axis("y") == TOKENS
        assert chart.layers[0]["encoding"]["color"]["scale"]["domain"] == [-1, 1]
        drawn.append(chart.square().to_numpy())
        np.testing.assert_allclose(drawn[-1], cosine_matrix(result.vectors[frame]))
    before, after = drawn
    assert np.abs(after - before).max() > 0.5


def test_the_settings_reach_the_run():
    page = Visit("training_lab", learning_rate="0.05", optimizer="sgd", **SETTINGS)
    config = TrainingConfig(CONFIG.groups, 40, 5, 3, learning_rate=0.05, optimizer="sgd")
    chart = page.chart("heatmaps.alt", tokens=8, steps=40)
    np.testing.assert_allclose(chart.square(), cosine_matrix(train(config).vectors[-1]))
    assert chart.axis("x") == list("abc甲乙XYZ")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_numbers_over_seeds_are_those_of_the_batch(language):
    page = Visit("training_lab", language, **SETTINGS)
    runs = train_seeds(CONFIG, range(SEEDS))
    before = np.array([run.similarity(0) for run in runs])
    after = np.array([run.similarity(-1) for run in runs])
    means, spreads = after.mean(axis=0), after.std(axis=0, ddof=1)
    for part, name in enumerate(("within", "across")):
        written = f"{means[part]:+.2f} ± {spreads[part]:.2f}"
        assert page.metrics[page.text(f"metrics.{name}")] == written
    assert page.says("metrics.seeds", seeds=SEEDS)
    assert page.says("see.within", before=before[:, 0].mean(), after=means[0])
    assert page.says("see.across", after=means[1], spread=spreads[1])


def test_a_pair_has_the_cosine_of_this_seed_and_the_mean_of_all():
    page = Visit("training_lab", anchor="b", near="c", far="甲", **SETTINGS)
    result = train(CONFIG)
    before, after = (cosine_matrix(result.vectors[frame]) for frame in (0, -1))
    over_seeds = [cosine_matrix(run.vectors[-1]) for run in train_seeds(CONFIG, range(SEEDS))]
    metrics = {metric.label: metric for metric in page.tab.metric}
    for token, other in (("c", 2), ("甲", 3)):
        metric = metrics[f"sim({literal('b')}, {literal(token)})"]
        assert metric.value == f"{after[1, other]:+.2f}"
        assert metric.delta == f"{after[1, other] - before[1, other]:+.2f}"
        values = np.array([cosines[1, other] for cosines in over_seeds])
        assert page.says("pairs.seeds", mean=values.mean(), spread=values.std(ddof=1), seeds=SEEDS)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_loss_stands_over_its_floor(language):
    page = Visit("training_lab", language)
    losses = train(TrainingConfig()).losses
    floor = math.log(10)
    values = {"first": losses[0], "last": losses[-100:].mean(), "floor": floor}
    chart = page.chart("loss.alt", **values)
    assert page.says("loss.see", count=100, **values)
    rule = chart.rows(2).iloc[0]
    assert rule["floor"] == pytest.approx(math.log(10))
    assert rule["name"] == page.text("loss.floor", floor=floor)
    line = chart.rows(0)
    assert line["step"].iloc[-1] == 500
    assert line["mean"].mean() == pytest.approx(losses.mean(), rel=1e-3)
    assert line["lowest"].min() == pytest.approx(losses.min())


def test_no_step_no_loss_and_both_frames_are_the_same():
    page = Visit("training_lab", steps="0")
    assert page.says("loss.none")
    first, last = [chart for chart in page.charts if chart.alt.startswith("Heatmap")]
    assert first.square().equals(last.square())


def test_until_umap_is_ready_the_map_is_pca_and_says_so(umap_ready):
    page = Visit("training_lab", **SETTINGS)
    assert page.says("maps.waiting")
    assert page.values["map"] == "UMAP"
    check_map(page, "pca")


def test_once_umap_is_ready_the_map_is_umap(umap_ready):
    umap_ready.set()
    page = Visit("training_lab", **SETTINGS)
    assert not page.says("maps.waiting")
    check_map(page, "umap")


def test_the_map_changes_by_itself_when_umap_gets_ready(umap_ready):
    page = Visit("training_lab", **SETTINGS)
    umap_ready.set()
    page.run()
    assert not page.says("maps.waiting")
    check_map(page, "umap")


def test_pca_needs_no_waiting():
    page = Visit("training_lab", map="PCA", **SETTINGS)
    assert not page.says("maps.waiting")
    check_map(page, "pca")


def check_map(page, method):
    frames = train(CONFIG).vectors[[0, -1]]
    if method == "pca":
        points = project(frames.reshape(16, 5), "pca").reshape(2, 8, 2)
        trusts = [trust(vectors, place) for vectors, place in zip(frames, points, strict=True)]
    else:  # the same map again: UMAP need not repeat its coordinates elsewhere
        points, trusts = cached_map(frames, "umap")
    for place, kept, step in zip(points, trusts, (0, 40), strict=True):
        drawn = page.chart("maps.alt", tokens=8, steps=step).rows()
        assert list(drawn["token"]) == list("abc甲乙XYZ")
        np.testing.assert_allclose(drawn[["x", "y"]], place, atol=1e-5)
        assert list(drawn["group"].unique()) == ["a … c", "甲 … 乙", "X … Z"]
        assert page.says("maps.trust", **kept._asdict())


def test_two_numbers_a_row_are_shown_raw():
    page = Visit("training_lab", d_model="2")
    assert page.says("maps.raw")
    assert "map" not in page.values
    result = train(TrainingConfig(d_model=2))
    for frame, step in ((0, 0), (-1, 500)):
        chart = page.chart("maps.alt", tokens=20, steps=step)
        np.testing.assert_array_equal(chart.rows(2)[["x", "y"]], result.vectors[frame])


def test_one_group_has_nothing_across():
    page = Visit("training_lab", groups="abcd", steps="20")
    assert page.metrics[page.text("metrics.across")] == "—"
    assert not any("nan" in said for said in page.said)


@pytest.mark.parametrize("method", ["UMAP", "PCA"])
@pytest.mark.parametrize("groups", ["ab", "abc", "ab 甲乙"])
def test_a_handful_of_tokens_is_enough(groups, method, umap_ready):
    umap_ready.set()
    page = Visit("training_lab", groups=groups, steps="10", map=method)
    assert len(page.charts) == 5
    assert not any("nan" in said for said in page.said)


def test_a_loss_that_leaves_the_numbers_is_explained_and_can_be_undone():
    page = Visit("training_lab", optimizer="sgd", learning_rate="1000000")
    assert len(page.errors) == 1
    assert "learning rate" in page.errors[0]
    assert not page.charts
    assert page.look_closer("maths").says("maths")
    assert page.says("cautions")
    page.set("learning_rate", 0.01)
    assert not page.errors
    assert len(page.charts) == 5


def test_the_longest_and_widest_run_ends():
    page = Visit("training_lab", steps="5000", d_model="128")
    assert page.chart("heatmaps.alt", tokens=20, steps=5000)
