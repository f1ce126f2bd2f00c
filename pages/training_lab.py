"""The training lab: watch near and far come into being."""

import streamlit as st

from embedcore.corpus import corpus
from embedcore.errors import InputError
from embedcore.geometry import group_similarity
from embedcore.model import NextTokenModel
from embedcore.samples import SEEDS, mean_and_spread
from embedcore.training import TrainingResult
from embedcore.ui.controls import Controls
from embedcore.ui.experiment import experiment_controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.runs import SeedRuns, cached_seeds, cached_train, similarity_metrics
from embedcore.ui.show import by_column, cautions, code, explain, maths, numbers, what_you_see
from embedcore.ui.training_lab.compare import show_compare
from embedcore.ui.training_lab.film import show_film
from embedcore.ui.training_lab.microscope import show_microscope
from embedcore.ui.training_lab.movement import show_movement
from embedcore.ui.training_lab.seeds import show_seeds
from embedcore.ui.training_lab.take_away import show_take_away
from embedcore.ui.training_lab.trust import show_trust

SECTIONS = {
    "seeds": show_seeds,
    "compare": show_compare,
    "movement": show_movement,
    "microscope": show_microscope,
    "trust": show_trust,
    "take_away": show_take_away,
}

text = open_page("training_lab")
controls = Controls(text)


def show_what_happened(result: TrainingResult, runs: SeedRuns) -> None:
    within, across = (mean_and_spread(runs.similarity[:, -1, part]) for part in (0, 1))
    sentences = [text("see.within", before=runs.similarity[:, 0, 0].mean(), after=within[0])]
    if len(result.config.groups.groups) > 1:
        sentences.append(text("see.across", after=across[0], spread=across[1]))
    if len(result.losses):
        last, floor = result.final_loss, result.config.loss_floor
        sentences.append(text("see.loss", first=result.losses[0], last=last, floor=floor))
    what_you_see(text, *sentences)


def show_run(result: TrainingResult) -> None:
    show_film(text, controls, result.config, result)
    runs = cached_seeds(result.config, SEEDS, text("progress"))
    similarity_metrics(text, runs, one_group=len(result.config.groups.groups) == 1)
    show_what_happened(result, runs)
    rows = by_column(result.vectors[-1].round(4))
    numbers(text, {text("token"): result.tokens, **rows}, "vectors")
    st.divider()
    section = controls.choice(
        "section", list(SECTIONS), "seeds", label=lambda name: text(f"tabs.{name}")
    )
    SECTIONS[section](text, controls, result.config, result)


with st.container(border=True):
    config = experiment_controls(text, controls)
try:
    show_run(cached_train(config, text("progress")))
except InputError as error:
    explain(text, error)
controls.finish()
maths(
    text,
    r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
    r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
    r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
)
code(text, NextTokenModel.step, corpus, group_similarity)
cautions(text)
close_page(text)
