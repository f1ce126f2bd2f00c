"""Change a row: numbers of the table edited by hand, and every place where they come back."""

import numpy as np
import streamlit as st

from embedcore.charts.flow import MOST_COLUMNS
from embedcore.charts.heatmap import cosine_heatmap
from embedcore.charts.lookup_table.rows import row_heatmap
from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix
from embedcore.lookup_table.edits import (
    LARGEST_NUMBER,
    MOST_EDITS,
    edit,
    merged,
    read,
    write,
)
from embedcore.lookup_table.lookup import Lookup
from embedcore.ui.controls import Controls
from embedcore.ui.lookup_table.setup import EDITS, Setup
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, explain, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section

_EDITOR = "near_and_far.row_editor"  # {"shows": what the editor was made for, "number": of it}


def show_change_row(visit: LookupVisit) -> None:
    """The rows in an editor; the result and its cosines as they follow."""
    text, controls, setup = visit.text, visit.controls, visit.setup
    st.subheader(text("edit.heading"), anchor=False)
    st.markdown(text("edit.lead"))
    _show_editor(text, controls, setup)
    before, after = setup.unchanged, setup.lookup
    changed = before.result != after.result
    left, right = st.columns([3, 2], gap="large")
    with left:
        _show_result(text, after, changed)
    cosines = cosine_matrix(before.result), cosine_matrix(after.result)
    with right:
        alt = text("edit.cosine_alt", count=len(after.token_ids))
        key, title = f"{text.page}.edit.cosines", text("edit.cosine")
        chart(alt, key, cosine_heatmap, cosines[1], after.labels, value_title=title)
    if changed.any():
        what_you_see(text, *_sentences(text, setup, changed, cosines))
    else:
        what_you_see(text, text("edit.see.nothing"))
    st.caption(text("edit.kept", most=MOST_EDITS, limit=LARGEST_NUMBER))


def _show_editor(text: Text, controls: Controls, setup: Setup) -> None:
    lookup = setup.lookup
    token_ids, first = np.unique(lookup.token_ids, return_index=True)
    order = np.argsort(first)  # as they come in the text
    token_ids, first = token_ids[order].tolist(), first[order]
    columns = {
        text("flow.token"): [lookup.labels[place] for place in first],
        text("flow.id"): token_ids,
        **{str(n): _written(column) for n, column in enumerate(lookup.result[first].T)},
    }
    key = _editor_key(setup, token_ids)
    # A column of numbers would take letters for 0; as text they reach us, and can be explained.
    number = st.column_config.TextColumn(alignment="right")
    st.data_editor(
        columns,
        hide_index=True,
        num_rows="fixed",
        disabled=[text("flow.token"), text("flow.id")],
        column_config={str(n): number for n in range(lookup.d_model)},
        key=key,
        on_change=_take_over,
        args=(key, token_ids, controls.settings.widget_key(EDITS)),
    )
    for error in st.session_state[_EDITOR].pop("refused", ()):
        explain(text, error)
    st.button(
        text("edit.reset"),
        key=f"{text.page}.edit.reset",
        disabled=not setup.edits,
        on_click=controls.settings.forget,
        args=((EDITS,),),
    )


def _written(column: np.ndarray) -> list[str]:
    return [f"{number:.3f}" for number in column]


def _editor_key(setup: Setup, token_ids: list[int]) -> str:
    """A new key whenever something else than the editor itself has changed its numbers.

    An editor lays what was typed over whatever table it is given: after a reset, or with the rows
    of another text, it must be a new one.
    """
    shows = setup.edits, token_ids, setup.tokenizer.name, setup.d_model, setup.seed
    state = st.session_state.setdefault(_EDITOR, {"shows": shows, "number": 0})
    if state["shows"] != shows:
        state["shows"] = shows
        state["number"] += 1
    return f"{_EDITOR}.{state['number']}"


def _take_over(key: str, token_ids: list[int], setting: str) -> None:
    """Make what was typed a setting; what cannot be used is left for the next run to explain."""
    state = st.session_state[_EDITOR]
    before = read(st.session_state[setting])
    taken, state["refused"] = take_edits(before, st.session_state[key]["edited_rows"], token_ids)
    st.session_state[setting] = write(taken)
    if state["refused"]:
        state["number"] += 1  # the old numbers come back
    state["shows"] = (taken, *state["shows"][1:])


def take_edits(before: tuple, typed: dict[int, dict], token_ids: list[int]) -> tuple[tuple, list]:
    """The edits after what an editor reports (position to heading to value), and the refusals."""
    edits, refused = before, []
    for position, cells in typed.items():
        for heading, raw in cells.items():
            try:
                edits = merged(edits, (edit(token_ids[position], int(heading), raw),))
            except InputError as error:
                refused.append(error)
    return edits, refused


def _show_result(text: Text, lookup: Lookup, changed: np.ndarray) -> None:
    titles = {"value_title": text("flow.value"), "column_title": text("flow.column")}
    shown = lookup.result[:, :MOST_COLUMNS]
    marked = changed[:, :MOST_COLUMNS]
    alt = text("edit.result_alt", count=len(shown), changed=int(changed.sum()))
    key = f"{text.page}.edit.result"
    chart(alt, key, row_heatmap, shown, lookup.labels, marked=marked, **titles)


def _sentences(
    text: Text, setup: Setup, changed: np.ndarray, cosines: tuple[np.ndarray, np.ndarray]
) -> list[str]:
    lookup = setup.lookup
    places = changed.any(axis=1)
    rows = np.unique(lookup.token_ids[places])
    cells = sum(
        int(changed[lookup.positions_of(row)[0]].sum()) for row in rows.tolist()
    )  # of the table
    values = {"cells": cells, "rows": len(rows), "places": int(places.sum())}
    said = [text("edit.see.changed", **values, numbers=int(changed.sum()))]
    before, after = cosines
    first, second = np.unravel_index(np.abs(after - before).argmax(), after.shape)
    if before[first, second] == after[first, second]:
        return said
    names = {
        "first": literal(lookup.labels[first]),
        "second": literal(lookup.labels[second]),
    }
    moved = {"before": before[first, second], "after": after[first, second]}
    return [*said, text("edit.see.cosine", **names, **moved)]


SECTION = Section(show_change_row, code=(cosine_matrix,))
