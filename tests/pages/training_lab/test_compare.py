"""The lab's controls: the same run without groups, with a frozen table, or untrained."""

from dataclasses import replace

import numpy as np
import pytest

from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.groups import Groups
from embedcore.samples import SEEDS
from embedcore.training import train, train_seeds
from embedcore.ui.text import LANGUAGES

from ..visitor import Visit

SETTINGS = {"section": "compare", "groups": "abcd WXYZ", "steps": "200", "d_model": "6"}
CONFIG = TrainingConfig(Groups(("abcd", "WXYZ")), steps=200, d_model=6)
VARIANTS = {"shuffled": {"shuffled": True}, "frozen": {"frozen": True}, "untrained": {"steps": 0}}


def heatmaps(page):
    """The cosines of the visitor's run, and of the control beside it."""
    return [chart.square().to_numpy() for chart in page.charts if "value" in chart.rows()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("control", VARIANTS)
def test_the_control_stands_beside_the_real_run(control, language):
    page = Visit("training_lab", language, control=control, **SETTINGS)
    other = replace(CONFIG, **VARIANTS[control])
    for drawn, config in zip(heatmaps(page), (CONFIG, other), strict=True):
        np.testing.assert_allclose(drawn, cosine_matrix(train(config).vectors[-1]), atol=1e-6)


@pytest.mark.parametrize("control", VARIANTS)
def test_the_gap_between_within_and_across_is_that_of_the_seeds(control):
    page = Visit("training_lab", control=control, **SETTINGS)
    gaps = []
    for config in (CONFIG, replace(CONFIG, **VARIANTS[control])):
        ends = np.array([run.similarity(-1) for run in train_seeds(config, range(SEEDS))])
        gaps.append(ends[:, 0] - ends[:, 1])
    (gap, spread), (other, other_spread) = ((g.mean(), g.std(ddof=1)) for g in gaps)
    values = {"gap": gap, "spread": spread, "control": other, "control_spread": other_spread}
    assert page.says("compare.gap", seeds=SEEDS, **values)
    assert gap - other > 0.2


def test_each_control_is_one_click_away():
    page = Visit("training_lab", section="compare", steps="50")
    assert page.values["control"] == "shuffled"
    for control in VARIANTS:
        page.set("control", control)
        assert page.says(f"compare.{control}.lead")


def test_a_frozen_table_is_said_to_stay_while_the_loss_falls():
    page = Visit("training_lab", control="frozen", **SETTINGS)
    losses = train(replace(CONFIG, frozen=True)).losses
    ends = {"first": losses[0], "last": losses[-100:].mean()}
    assert page.says("compare.frozen.see", moved=0.0, **ends)
    assert ends["last"] < ends["first"] - 1


def test_one_group_has_no_gap_to_speak_of():
    page = Visit("training_lab", section="compare", groups="abcd", steps="20")
    assert not any("nan" in said for said in page.said)
    assert not page.errors
