"""Shapes: a sentence, a batch with its padding, and an id that the table has no row for."""

import numpy as np
import streamlit as st

from embedcore.charts.lookup_table.batch import batch_grid
from embedcore.lookup_table.lookup import Lookup
from embedcore.lookup_table.row_gradient import row_gradient
from embedcore.lookup_table.wrong_id import ask_for
from embedcore.ui.lookup_table.setup import Setup
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section

LONGEST_SECOND, LONGEST_SENTENCE = 60, 8
LEARNING_RATE = 0.1
FARTHEST_ID = 9_999_999


def show_shapes(visit: LookupVisit) -> None:
    """From one sentence to a batch, then padding's step and a wrong id."""
    text, controls, setup = visit.text, visit.controls, visit.setup
    st.subheader(text("shapes.heading"), anchor=False)
    st.markdown(text("shapes.lead"))
    typed = controls.words("second", "Hi", longest=LONGEST_SECOND)
    second = setup.tokenizer.encode(typed)[:LONGEST_SENTENCE]
    first = setup.lookup.token_ids[:LONGEST_SENTENCE].tolist()
    if second:
        _show_batch(text, setup, first, second)
    else:
        st.info(text("shapes.no_second"), icon="⌨️")
    st.subheader(text("wrong.heading"), anchor=False)
    wrong = controls.whole("wrong_id", -FARTHEST_ID, FARTHEST_ID, -1)
    _show_wrong_id(text, setup, wrong)


def _show_batch(text: Text, setup: Setup, first: list[int], second: list[int]) -> None:
    padding = setup.tokenizer.vocab_size  # one row more than there are tokens
    length = max(len(first), len(second))
    batch = np.array([ids + [padding] * (length - len(ids)) for ids in (first, second)])
    used = setup.of(first + second, setup.edits)
    labels = [[setup.tokenizer.label(token_id) for token_id in ids] for ids in (first, second)]
    alt = text("shapes.alt", length=length)
    chart(
        alt,
        f"{text.page}.batch",
        batch_grid,
        batch,
        labels,
        padding=padding,
        names=[text("shapes.first"), text("shapes.second")],
        padding_title=text("shapes.padding"),
    )
    if len(setup.lookup.token_ids) > LONGEST_SENTENCE:
        st.caption(text("shapes.cut", longest=LONGEST_SENTENCE))
    pads = int((batch == padding).sum())
    shape = {"length": length, "d_model": setup.d_model}
    said = [
        text("shapes.see.sentence", count=len(first), d_model=setup.d_model),
        text("shapes.see.batch", **shape),
    ]
    if not pads:
        what_you_see(text, *said, text("shapes.see.equal"))
        return
    what_you_see(text, *said, text("shapes.see.padding", pads=pads, padding=padding))
    _show_padding_step(text, used, batch, padding)


def _show_padding_step(text: Text, used: Lookup, batch: np.ndarray, padding: int) -> None:
    """One step of plain SGD on the batch, with padding_idx and without."""
    row_numbers, first = np.unique(used.token_ids, return_index=True)
    weight = np.vstack([used.result[first], np.zeros((1, used.d_model), np.float32)])
    ids = np.append(row_numbers, padding)
    places = np.searchsorted(ids, batch)
    last = len(ids) - 1
    st.markdown(text("shapes.step", learning_rate=LEARNING_RATE))
    columns = {
        text("flow.token"): [
            *(literal(used.labels[place]) for place in first),
            text("shapes.padding"),
        ],
        text("flow.id"): ids,
    }
    lengths = {}
    for name, padding_idx in (("with", last), ("without", None)):
        gradient = row_gradient(weight, places, padding_idx=padding_idx).gradient
        after = weight - LEARNING_RATE * gradient
        lengths[name] = np.linalg.norm(gradient, axis=1), np.linalg.norm(after, axis=1)
        columns[text(f"shapes.{name}.gradient")] = lengths[name][0].round(4)
        columns[text(f"shapes.{name}.after")] = lengths[name][1].round(4)
    st.table(columns, hide_index=True)  # its cells wrap, where a phone has no room for them
    values = {"gradient": lengths["with"][0][last], "after": lengths["with"][1][last]}
    other = {"other_gradient": lengths["without"][0][last], "other": lengths["without"][1][last]}
    what_you_see(text, text("shapes.see.step", **values, **other))


def _show_wrong_id(text: Text, setup: Setup, wrong: int) -> None:
    size, d_model = setup.tokenizer.vocab_size, setup.d_model
    answers = ask_for(wrong, size, d_model)
    row = text("wrong.row")
    lines = [
        f">>> Embedding({size}, {d_model})([{wrong}])",
        answers.own or row,
        f">>> torch.nn.Embedding({size}, {d_model})(torch.tensor([{wrong}]))",
        answers.by_torch or row,
        f">>> weight[torch.tensor([{wrong}])]",
        answers.indexed or row,
    ]
    st.code("\n".join(lines), language=None, wrap_lines=True)
    if answers.own is None:
        token = literal(_label(setup, wrong))
        st.markdown(text("wrong.inside", id=wrong, last=size - 1, token=token))
    elif answers.indexed is None:
        st.markdown(text("wrong.from_the_end", id=wrong, row=size + wrong, last=size - 1))
    else:
        st.markdown(text("wrong.outside", id=wrong, last=size - 1, size=size))


def _label(setup: Setup, token_id: int) -> str:
    """The token of an id; a few ids of a vocabulary belong to none."""
    try:
        return setup.tokenizer.label(token_id)
    except ValueError:
        return "—"


SECTION = Section(
    show_shapes,
    code=(
        row_gradient,
        ask_for,
    ),
)
