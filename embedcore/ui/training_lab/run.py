"""The run above the sections: its film, what came of it over the seeds, its vectors."""

import numpy as np

from embedcore.corpus import corpus
from embedcore.geometry import group_similarity
from embedcore.model import NextTokenModel
from embedcore.samples import SEEDS, clearly_above, mean_and_spread, side_of_zero
from embedcore.training import TrainingResult
from embedcore.ui.runs import SeedRuns, cached_seeds, similarity_metrics
from embedcore.ui.show import by_column, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.film import show_film
from embedcore.ui.training_lab.visit import LabVisit

CHANGE = 0.05  # of the first loss


def show_run(visit: LabVisit) -> None:
    """The film, and what its numbers say."""
    text, config, result = visit.text, visit.config, visit.result
    show_film(text, visit.controls, config, result)
    runs = cached_seeds(config, SEEDS, text("progress"))
    similarity_metrics(text, runs, one_group=len(config.groups.groups) == 1)
    _show_what_happened(text, result, runs)
    rows = by_column(result.vectors[-1].round(4))
    numbers(text, {text("token"): result.tokens, **rows}, "vectors")


def _show_what_happened(text: Text, result: TrainingResult, runs: SeedRuns) -> None:
    """Each sentence that concludes only where the seeds, or the loss, bear it out."""
    (before, across_before), (within, across) = runs.similarity[:, 0].T, runs.similarity[:, -1].T
    sentences = []
    if not np.isnan(within).any():  # two groups that share one of their two tokens have no pair
        grew = "within" if clearly_above(within - before, 0) else "within_still"
        sentences.append(text(f"see.{grew}", before=before.mean(), after=within.mean()))
    if len(result.config.groups.groups) > 1 and not np.isnan(across).any():
        mean, spread = mean_and_spread(across)
        moved = side_of_zero(across - across_before)
        sentences.append(text(f"see.across_{moved}", after=mean, spread=spread))
    if len(result.losses):
        sentences.append(on_loss(text, result))
    what_you_see(text, *sentences)


def on_loss(text: Text, result: TrainingResult) -> str:
    """Where the loss went; a change of less than a twentieth is that of one sequence to another."""
    first, last = result.losses[0], result.final_loss
    change = last / first - 1
    way = "still" if abs(change) < CHANGE else "fell" if change < 0 else "rose"
    floor = result.config.loss_floor
    return text(f"see.loss_{way}", first=first, last=last, floor=floor)


SECTION = Section(
    show_run,
    code=(NextTokenModel.step, corpus, group_similarity),
    formulas=(
        r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
        r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
        r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
    ),
)
