"""The first picture: text, tokens, ids, rows, result."""

import numpy as np
import streamlit as st

from embedcore.charts.flow import MOST_COLUMNS
from embedcore.charts.lookup_table.lookup import lookup_flow
from embedcore.lookup_table.lookup import Lookup, look_up
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section


def show_flow(visit: LookupVisit) -> None:
    """The picture, what it leaves out, and what is in it."""
    text, setup = visit.text, visit.setup
    lookup = setup.lookup
    headings = [text(f"flow.{part}") for part in ("token", "id", "table", "result")]
    headings[2] += f" [{lookup.vocab_size:,}, {lookup.d_model}]"
    headings[3] += f" [{len(lookup.token_ids)}, {lookup.d_model}]"
    titles = {"value_title": text("flow.value"), "column_title": text("flow.column")}
    alt = text("flow.alt", count=len(lookup.token_ids))
    chart(alt, f"{text.page}.flow", lookup_flow, lookup, headings=headings, **titles)
    said = [text("flow.how")]
    if lookup.d_model > MOST_COLUMNS:
        said.append(text("flow.columns", shown=MOST_COLUMNS, d_model=lookup.d_model))
    if not lookup.is_whole:
        values = {"rows": len(lookup.row_numbers), "vocab_size": lookup.vocab_size}
        said.append(text("flow.part", **values))
    if setup.edits:
        said.append(text("flow.edited", count=len(setup.edits)))
    st.caption(text("see.joint").join(said))
    what_you_see(text, *_sentences(text, lookup))


def _sentences(text: Text, lookup: Lookup) -> list[str]:
    count, distinct = len(lookup.token_ids), len(np.unique(lookup.token_ids))
    said = [
        text(
            "see.rows",
            token=literal(lookup.labels[0]),
            token_id=lookup.token_ids[0],
            count=count,
            d_model=lookup.d_model,
        )
    ]
    if distinct == count:
        return [*said, text("see.all_different", count=count)]
    times = len(lookup.positions_of(lookup.most_used))
    token = literal(lookup.labels[lookup.positions_of(lookup.most_used)[0]])
    return [*said, text("see.repeated", token=token, times=times, distinct=distinct, count=count)]


SECTION = Section(
    show_flow,
    code=(look_up,),
    formulas=(r"\mathrm{onehot}(i)^{\top} W = \sum_{k} \delta_{ik}\, W_k = W_i",),
)
