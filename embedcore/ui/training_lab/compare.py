"""Controls that could have failed: the same run with the one thing missing that should matter."""

from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.samples import SEEDS, mean_and_spread
from embedcore.training import TrainingResult, train
from embedcore.ui.runs import SeedRuns, cached_seeds, cached_train, similarity_metrics
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.visit import LabVisit

CONTROLS = {
    "shuffled": {"shuffled": True},
    "frozen": {"frozen": True},
    "untrained": {"steps": 0},
}


def show_compare(visit: LabVisit) -> None:
    """The visitor's run beside one without groups, without a table that learns, or untrained."""
    text, controls, config, result = visit.text, visit.controls, visit.config, visit.result
    name = controls.choice(
        "control", list(CONTROLS), "shuffled", label=lambda name: text(f"compare.{name}.name")
    )
    st.markdown(text(f"compare.{name}.lead"))
    other = replace(config, **CONTROLS[name])
    real, control = st.columns(2, gap="large")
    with real:
        runs = _show_run(text, "real", text("compare.real"), config, result)
    with control:
        result = cached_train(other, text("progress"))
        other_runs = _show_run(text, "control", text(f"compare.{name}.name"), other, result)
    sentences = []
    if len(config.groups.groups) > 1:
        gap, spread = mean_and_spread(_gaps(runs))
        other_gap, other_spread = mean_and_spread(_gaps(other_runs))
        values = {"gap": gap, "spread": spread, "control": other_gap, "seeds": SEEDS}
        sentences.append(text("compare.gap", control_spread=other_spread, **values))
    moved = np.linalg.norm(result.vectors[-1] - result.vectors[0], axis=-1)
    sentences.append(text(f"compare.{name}.see", moved=moved.max(), **_losses(result)))
    what_you_see(text, *sentences)


def _show_run(
    text: Text, key: str, heading: str, config: TrainingConfig, result: TrainingResult
) -> SeedRuns:
    st.markdown(f"**{heading}**")
    values = {"tokens": len(result.tokens), "steps": config.steps}
    cosines, title = cosine_matrix(result.vectors[-1]), text("cosine")
    alt, key = text("heatmaps.alt", **values), f"training_lab.compare.{key}"
    chart(alt, key, cosine_heatmap, cosines, result.tokens, value_title=title)
    runs = cached_seeds(config, SEEDS, text("progress"))
    similarity_metrics(text, runs, one_group=len(config.groups.groups) == 1)
    return runs


def _gaps(runs: SeedRuns) -> np.ndarray:
    """Within less across at the end, for each seed."""
    return runs.similarity[:, -1, 0] - runs.similarity[:, -1, 1]


def _losses(result: TrainingResult) -> dict[str, float]:
    """At first and at last; zero for a run without a step, whose sentence does not name them."""
    if not len(result.losses):
        return {"first": 0.0, "last": 0.0}
    return {"first": result.losses[0], "last": result.final_loss}


SECTION = Section(show_compare, code=(train,))
