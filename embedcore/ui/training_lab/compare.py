"""Controls that could have failed: the same run with the one thing missing that should matter."""

from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.samples import SEEDS, clearly_above, mean_and_spread
from embedcore.training import TrainingResult, train
from embedcore.ui.runs import SeedRuns, cached_seeds, cached_train, similarity_metrics
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.run import CHANGE
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
    what_you_see(text, *sentences, *_on_control(text, name, result, runs, other_runs))


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


def _on_control(
    text: Text, name: str, result: TrainingResult, runs: SeedRuns, other_runs: SeedRuns
) -> list[str]:
    """What the control shows, where its numbers and those of the run bear it out."""
    if name == "untrained":
        return [text("compare.untrained.see")]
    if not len(result.losses):
        return [text("compare.no_steps")]
    ends = {"first": result.losses[0], "last": result.final_loss}
    if name == "frozen":
        moved = np.linalg.norm(result.vectors[-1] - result.vectors[0], axis=-1).max()
        learned = "see" if ends["last"] < ends["first"] * (1 - CHANGE) else "still"
        return [text(f"compare.frozen.{learned}", moved=moved, **ends)]
    apart, mixed = _gaps(runs), _gaps(other_runs)
    if np.isnan(apart).any() or not clearly_above(apart, mixed):
        return [text("compare.shuffled.still", **ends)]
    return [text("compare.shuffled.see", **ends)]


SECTION = Section(show_compare, code=(train,))
