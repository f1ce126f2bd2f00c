"""The first screen: what is one and what is two, and what came of it."""

import numpy as np
import streamlit as st

from embedcore.charts.weight_tying.designs import DesignWords, design
from embedcore.config import TrainingConfig
from embedcore.geometry import group_similarity
from embedcore.model import NextTokenModel
from embedcore.samples import SEEDS
from embedcore.training import LAST_STEPS, parameter_count
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.runs import both_tables, designs, own_tables, written
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.tables import SeedTables, train_tables


def show_brief(visit: TyingVisit) -> None:
    """Both designs side by side: the picture, and their numbers over the seeds."""
    text, untied = visit.text, visit.config
    runs, own = both_tables(text, untied), own_tables(text, untied)
    columns = st.columns(2, gap="large")
    for (name, config), column in zip(designs(untied).items(), columns, strict=True):
        with column:
            st.subheader(text(f"{name}.heading"), anchor=False)
            _show_design(text, name, config, own[name])
            _show_similarity(text, config, runs[name])
            loss = written(runs[name].final_losses).removeprefix("+")
            values = {"parameters": parameter_count(config), "loss": loss}
            st.markdown(text(f"{name}.lead", **values))
    st.caption(text("metrics.seeds", seeds=SEEDS, last=LAST_STEPS))
    what_you_see(text, *_sentences(text, untied, runs))


def _show_design(text: Text, name: str, config: TrainingConfig, own: SeedTables) -> None:
    tables = [own.after.inputs[0]] if config.tied else [own.after.inputs[0], own.after.outputs[0]]
    size = {"rows": config.vocab_size, "width": config.d_model}
    kinds = ("one",) if config.tied else ("input", "output")
    names = [text(f"design.{kind}", **size) for kind in kinds]
    words = DesignWords(
        read=text("design.id"),
        written=text("design.scores"),
        trunk=[text("design.trunk"), text("design.none")],
    )
    chart(
        text(f"design.alt.{name}", **size),
        f"weight_tying.design.{name}",
        design,
        tables,
        config.groups.tokens,
        names=names,
        words=words,
        value_title=text("design.value"),
    )


def _show_similarity(text: Text, config: TrainingConfig, run: SeedTables) -> None:
    similarity = [
        group_similarity(t.inputs, config.groups.group_of) for t in (run.before, run.after)
    ]
    for name, column in zip(("within", "across"), st.columns(2), strict=True):
        values = getattr(similarity[1], name)
        change = (values - getattr(similarity[0], name)).mean()
        column.metric(
            text(f"metrics.{name}"),
            written(values),
            delta=None if np.isnan(change) else f"{change:+.2f}",
            delta_color="off",
            help=text(f"metrics.{name}_help"),
        )


def _sentences(text: Text, untied: TrainingConfig, runs: dict[str, SeedTables]) -> list[str]:
    two, one = (parameter_count(config) for config in designs(untied).values())
    group_of = untied.groups.group_of
    ends = {
        name: written(group_similarity(run.after.inputs, group_of).within)
        for name, run in runs.items()
    }
    sentences = [text("see.parameters", saved=two - one, share=(two - one) / two)]
    if untied.steps and "—" not in ends.values():
        sentences.append(text("see.within", seeds=SEEDS, **ends))
    return sentences


SECTION = Section(
    show_brief,
    code=(
        train_tables,
        NextTokenModel.step,
    ),
    formulas=(
        r"z_v = x \cdot w_v + b_v, \qquad x = E_{i}",
        r"\text{tied:}\quad w_v = E_v \;\Rightarrow\; z_v = E_i \cdot E_v + b_v",
    ),
)
