"""The same seed, two models: who is near whom in each of their tables, and how well they guess."""

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap, shown_in_heatmap
from embedcore.charts.weight_tying.runs import losses_of_both
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.samples import SEEDS
from embedcore.training import LAST_STEPS
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.runs import DESIGNS, both_tables, own_tables, written
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.tables import SeedTables


def show_models(visit: TyingVisit) -> None:
    """Three heatmaps of the visitor's seed, the tables over all seeds, and the losses."""
    text, config = visit.text, visit.config
    st.markdown(text("models.lead", seed=config.seed))
    own = of_tables(own_tables(text, config))
    every = config.groups.tokens
    shown = shown_in_heatmap(config.groups.group_of)
    tokens = [every[place] for place in shown]
    for (name, vectors), column in zip(own.items(), st.columns(3, gap="medium"), strict=True):
        with column:
            st.markdown(f"**{text(f'tables.{name}')}**")
            alt = text("heatmap.alt", tokens=len(tokens), table=text(f"tables.{name}"))
            cosines, title = cosine_matrix(vectors[0, shown]), text("cosine")
            key = f"weight_tying.heatmap.{name}"
            chart(alt, key, cosine_heatmap, cosines, tokens, value_title=title)
    if len(shown) < len(every):
        st.caption(text("models.left_out", shown=len(shown), tokens=len(every)))
    runs = both_tables(text, config)
    _show_means(text, config, runs)
    if not config.steps:
        st.info(text("untrained"), icon="🪨")
        return
    _show_losses(text, config, runs)


def _show_means(text: Text, config: TrainingConfig, runs: dict[str, SeedTables]) -> None:
    """Within and across of each table over the seeds, as a small table."""
    similarity = {
        name: group_similarity(rows, config.groups.group_of)
        for name, rows in of_tables(runs).items()
    }
    st.dataframe(
        {
            text("models.table"): [text(f"tables.{name}") for name in similarity],
            text("metrics.within"): [written(value.within) for value in similarity.values()],
            text("metrics.across"): [written(value.across) for value in similarity.values()],
        },
        hide_index=True,
    )
    st.caption(text("models.means", seeds=SEEDS))


def of_tables(runs: dict[str, SeedTables]) -> dict[str, np.ndarray]:
    """The three tables after training, by name: each ``[seeds, tokens, d_model]``."""
    untied, tied = runs["untied"].after, runs["tied"].after
    return {"input": untied.inputs, "output": untied.outputs, "one": tied.inputs}


def _show_losses(text: Text, config: TrainingConfig, runs: dict[str, SeedTables]) -> None:
    names = [text(f"{name}.heading") for name in DESIGNS]
    floor = config.loss_floor
    losses = [runs[name].losses for name in DESIGNS]
    alt = text("models.alt", seeds=SEEDS, steps=config.steps)
    chart(
        alt,
        "weight_tying.losses",
        losses_of_both,
        losses[0],
        losses[1],
        floor=floor,
        names=names,
        step_title=text("models.step"),
        loss_title=text("models.loss"),
        floor_title=text("models.floor", floor=floor),
    )
    ends = [runs[name].final_losses for name in DESIGNS]
    first = [of_design[:, 0] for of_design in losses]
    better = int((ends[1] < ends[0]).sum())
    what_you_see(
        text,
        text("models.see.first", untied=first[0].mean(), tied=first[1].mean()),
        *([text("models.see.long")] if first[1].min() > first[0].max() else []),
        text(
            "models.see.last",
            untied=written(ends[0]).removeprefix("+"),
            tied=written(ends[1]).removeprefix("+"),
            better=better,
            seeds=SEEDS,
            floor=floor,
            steps=min(LAST_STEPS, config.steps),
        ),
    )
    columns = {text("models.step"): np.arange(1, config.steps + 1)}
    columns |= {
        name: of_design.mean(axis=0).round(4) for name, of_design in zip(names, losses, strict=True)
    }
    numbers(text, columns, "losses")


SECTION = Section(show_models)
