"""The run above the sections: its film, what came of it over the seeds, its vectors."""

from embedcore.corpus import corpus
from embedcore.geometry import group_similarity
from embedcore.model import NextTokenModel
from embedcore.samples import SEEDS, mean_and_spread
from embedcore.training import TrainingResult
from embedcore.ui.runs import SeedRuns, cached_seeds, similarity_metrics
from embedcore.ui.show import by_column, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.film import show_film
from embedcore.ui.training_lab.visit import LabVisit


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
    within, across = (mean_and_spread(runs.similarity[:, -1, part]) for part in (0, 1))
    sentences = [text("see.within", before=runs.similarity[:, 0, 0].mean(), after=within[0])]
    if len(result.config.groups.groups) > 1:
        sentences.append(text("see.across", after=across[0], spread=across[1]))
    if len(result.losses):
        last, floor = result.final_loss, result.config.loss_floor
        sentences.append(text("see.loss", first=result.losses[0], last=last, floor=floor))
    what_you_see(text, *sentences)


SECTION = Section(
    show_run,
    code=(NextTokenModel.step, corpus, group_similarity),
    formulas=(
        r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
        r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
        r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
    ),
)
