"""The weight tying page: two designs, the same seed, the same sequences."""

from dataclasses import replace

import numpy as np
import pytest

from embedcore.geometry import cosine_matrix
from embedcore.training import TrainingConfig, first_step_gradients, train, train_seeds
from embedcore.ui.cache import SEEDS

from .visitor import Visit

UNTIED = TrainingConfig(steps=60, d_model=4, seed=5)
MODELS = {"untied": UNTIED, "tied": replace(UNTIED, tied=True)}
SETTINGS = {"steps": "60", "d_model": "4", "seed": "5"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_parameters_of_both_designs_and_what_tying_saves(language):
    page = Visit("weight_tying", language)
    assert page.says("untied.lead", parameters=4_352)
    assert page.says("tied.lead", parameters=2_304)
    assert page.says("see.parameters", saved=2_048, share=2_048 / 4_352)


def test_the_heatmaps_are_those_of_the_two_runs():
    page = Visit("weight_tying", **SETTINGS)
    for name, config in MODELS.items():
        chart = page.chart("heatmap.alt", tokens=20, model=page.text(f"{name}.heading"))
        np.testing.assert_allclose(chart.square(), cosine_matrix(train(config).vectors[-1]))
        assert chart.axis("x") == list("abcdefghijABCDEFGHIJ")


def test_metrics_and_sentence_are_means_over_the_seeds():
    page = Visit("weight_tying", **SETTINGS)
    ends = {}
    within, across = [], []
    for name, config in MODELS.items():
        runs = train_seeds(config, range(SEEDS))
        after = np.array([run.similarity(-1) for run in runs])
        means, spreads = after.mean(axis=0), after.std(axis=0, ddof=1)
        ends |= {name: means[0], f"{name}_spread": spreads[0]}
        within.append(f"{means[0]:+.2f} ± {spreads[0]:.2f}")
        across.append(f"{means[1]:+.2f} ± {spreads[1]:.2f}")
    assert page.says("see.within", seeds=SEEDS, **ends)
    for name, expected in (("within", within), ("across", across)):
        label = page.text(f"metrics.{name}")
        assert [m.value for m in page.tab.metric if m.label == label] == expected


def test_the_bars_are_the_first_gradients():
    page = Visit("weight_tying", **SETTINGS)
    norms = {name: first_step_gradients(config) for name, config in MODELS.items()}
    tables = [("input", norms["untied"].embedding), ("output", norms["untied"].unembedding)]
    tables.append(("one", norms["tied"].embedding))
    every = [c.rows() for c in page.charts if "norm" in c.rows()]
    assert len(every) == 3
    for (name, expected), drawn in zip(tables, every, strict=True):
        reached = int((expected > 0).sum())
        assert page.says(f"gradient.{name}", reached=reached, rows=256)
        np.testing.assert_allclose(drawn["norm"], expected)
        assert list(drawn["written"] == page.text("gradient.zero")) == list(expected == 0)
        assert list(drawn["looked_up"]) == list(norms["untied"].looked_up)


def test_the_table_has_a_row_for_each_row_of_the_model():
    page = Visit("weight_tying", **SETTINGS).look_closer("gradients")
    assert len(page.tables[0]) == 256


def test_one_group_has_nothing_across():
    page = Visit("weight_tying", groups="abcd", steps="20")
    assert page.metrics[page.text("metrics.across")] == "—"
    assert not any("nan" in said for said in page.said)
