"""Which of the two tables does the shared one take after? With the controls that could object."""

import numpy as np
import streamlit as st

from embedcore.charts.strips import strips
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix, of_pairs
from embedcore.samples import SEEDS
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.runs import both_tables, written
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.tables import SeedTables, correlation, in_one_group

FEWEST_PAIRS = 6  # a correlation of fewer says nothing
COMPARED = {
    "both": ("input", "output"),
    "input": ("one", "input"),
    "output": ("one", "output"),
    "other_input": ("other", "input"),
    "other_output": ("other", "output"),
    "start_input": ("start", "input"),
    "start_one": ("start", "one"),
}


def show_alike(visit: TyingVisit) -> None:
    """The agreement of the tables over the seeds: all pairs of tokens, then those of one group."""
    text, config = visit.text, visit.config
    st.markdown(text("alike.lead", seeds=SEEDS))
    same = in_one_group(config.groups.group_of)
    if len(same) < FEWEST_PAIRS:
        st.info(text("alike.too_few"), icon="🤏")
        return
    structures = _structures(both_tables(text, config))
    found = _correlations(structures)
    _show_strips(text, "all", found)
    what_you_see(text, *_sentences(text, config, found))
    if FEWEST_PAIRS <= same.sum() < len(same):
        st.markdown(text("alike.group.lead"))
        in_group = _correlations({name: pairs[:, same] for name, pairs in structures.items()})
        _show_strips(text, "group", in_group)
        shown = {name: written(in_group[name]) for name in COMPARED}
        what_you_see(text, text("alike.group.see", **shown))
    columns = {text("alike.seed"): np.arange(SEEDS)}
    columns |= {text(f"alike.pairs.{name}"): found[name].round(4) for name in COMPARED}
    numbers(text, columns, "alike")


def _structures(runs: dict[str, SeedTables]) -> dict[str, np.ndarray]:
    """The cosine of every pair in each table: ``[seeds, pairs]``."""
    untied, tied = runs["untied"], runs["tied"]
    tables = {
        "start": untied.before.inputs,  # the rows from which both designs begin
        "input": untied.after.inputs,
        "output": untied.after.outputs,
        "one": tied.after.inputs,
        "other": np.roll(tied.after.inputs, 1, axis=0),  # each seed beside another one's
    }
    return {name: of_pairs(cosine_matrix(rows)) for name, rows in tables.items()}


def _correlations(structures: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {
        name: correlation(structures[first], structures[second])
        for name, (first, second) in COMPARED.items()
    }


def _show_strips(text: Text, kind: str, found: dict[str, np.ndarray]) -> None:
    names = [text(f"alike.pairs.{name}") for name in COMPARED]
    alt = text(f"alike.alt.{kind}", seeds=SEEDS, comparisons=len(names))
    values = np.stack(list(found.values()))
    titles = {"names": names, "cosine_title": text("alike.correlation")}
    chart(alt, f"weight_tying.alike.{kind}", strips, values, **titles)


def _sentences(text: Text, config: TrainingConfig, found: dict[str, np.ndarray]) -> list[str]:
    shown = {name: written(values) for name, values in found.items()}
    if not config.steps:
        return [text("alike.see.untrained", **shown)]
    nearer = int((found["output"] > found["input"]).sum())
    other = int((found["other_output"] > found["other_input"]).sum())
    return [
        text("alike.see.both", both=shown["both"]),
        text(f"alike.see.{_nearer_to(nearer)}", nearer=nearer, seeds=SEEDS, **shown),
        text(f"alike.see.other_{_nearer_to(other)}", nearer=other, seeds=SEEDS, **shown),
    ]


def _nearer_to(output: int) -> str:
    """The table to which at least 7 of 8 seeds point (by chance, 1 time in 28), or neither."""
    if output >= SEEDS - 1:
        return "output"
    return "input" if output <= 1 else "neither"


SECTION = Section(
    show_alike,
    code=(
        correlation,
        in_one_group,
    ),
)
