"""Who gets a gradient: one step, every row of both tables, tied and untied."""

from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.weight_tying.gradient import gradient_bars
from embedcore.config import TrainingConfig
from embedcore.ui.kept import kept
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.runs import designs
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.gradients import GradientNorms, first_step_gradients


@kept
def cached_gradients(config: TrainingConfig) -> GradientNorms:
    """``first_step_gradients``, once for each config."""
    return first_step_gradients(config)


STANDS_OUT = 10  # times the gradient of a row that nothing happened to


def show_gradient(visit: TyingVisit) -> None:
    """A bar for each row of the three tables: how much of the first mistake reached it."""
    text, config = visit.text, visit.config
    st.markdown(text("gradient.lead"))
    one_step = replace(config, steps=1)
    norms = {name: cached_gradients(design) for name, design in designs(one_step).items()}
    st.caption(text("gradient.sequence", tokens=_read(config, norms["untied"])))
    columns = st.columns(2, gap="large")
    for (name, of_design), column in zip(norms.items(), columns, strict=True):
        with column:
            st.markdown(f"**{text(f'{name}.heading')}**")
            _show_rows(text, name, of_design)
    what_you_see(text, *_sentences(text, norms))
    rows = {text("gradient.row"): range(config.vocab_size)}
    rows |= {text(f"tables.{name}"): lengths for name, lengths in _of_tables(norms).items()}
    numbers(text, rows, "gradients")


def _of_tables(norms: dict[str, GradientNorms]) -> dict[str, np.ndarray]:
    untied, tied = norms["untied"], norms["tied"]
    return {"input": untied.embedding, "output": untied.unembedding, "one": tied.embedding}


def _show_rows(text: Text, name: str, norms: GradientNorms) -> None:
    tables = {"one": norms.embedding}
    if name == "untied":
        tables = {"input": norms.embedding, "output": norms.unembedding}
    for table, lengths in tables.items():
        reached = int((lengths > 0).sum())
        st.markdown(text(f"gradient.{table}", reached=reached, rows=len(lengths)))
        titles = {f"{name}_title": text(f"gradient.{name}") for name in ("row", "norm", "zero")}
        alt = text("gradient.alt", reached=reached, rows=len(lengths))
        key = f"weight_tying.gradient.{name}.{table}"
        kinds = {kind: text(f"gradient.is_{kind}") for kind in ("read", "answer", "other")}
        chart(alt, key, gradient_bars, lengths, _kind_of(norms), kinds=kinds, **titles)


def _kind_of(norms: GradientNorms) -> list[str]:
    """Of each row, what it was in the step: read, an answer only, or neither."""
    kinds = np.where(norms.looked_up, "read", np.where(norms.only_answers, "answer", "other"))
    return kinds.tolist()


def _read(config: TrainingConfig, norms: GradientNorms) -> str:
    """The sequences of the step, token by token."""
    ids = config.groups.token_ids(config.vocab_size).tolist()
    token = dict(zip(ids, config.groups.tokens, strict=True))
    return " · ".join(
        literal(" ".join(token[number] for number in sequence))
        for sequence in norms.sequences.tolist()
    )


def _sentences(text: Text, norms: dict[str, GradientNorms]) -> list[str]:
    lengths = _of_tables(norms)
    looked_up = norms["untied"].looked_up
    said = [text("gradient.see.why", read=int(looked_up.sum()))]
    others = lengths["one"][~looked_up]
    if len(others):
        times = lengths["one"][looked_up].mean() / others.mean()
        said.append(text("gradient.see.tied", times=times))
        neither = ~(looked_up | norms["untied"].only_answers)
        loudest = int(np.where(neither, lengths["one"], 0).argmax())
        if lengths["one"][loudest] > STANDS_OUT * np.median(others):
            said.append(text("gradient.see.expected", row=loudest))
    return said


SECTION = Section(show_gradient, code=(first_step_gradients,))
