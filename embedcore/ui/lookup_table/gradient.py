"""Where the gradient goes: only to the rows that were looked up, and to each as a sum."""

import numpy as np
import streamlit as st

from embedcore.charts.flow import MOST_COLUMNS
from embedcore.charts.lookup_table.row_gradient import gradient_flow, gradient_strip
from embedcore.charts.lookup_table.rows import row_heatmap
from embedcore.lookup_table.lookup import Lookup
from embedcore.lookup_table.row_gradient import LOSSES, RowGradient, row_gradient, summed
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section


def show_gradient(visit: LookupVisit) -> None:
    """The way back from a loss, all rows of the table, and one row's sum share by share."""
    text, controls, setup = visit.text, visit.controls, visit.setup
    st.subheader(text("gradient.heading"), anchor=False)
    name = controls.choice(
        "loss", LOSSES, "targets", label=lambda name: text(f"gradient.losses.{name}")
    )
    lookup = setup.lookup
    way = row_gradient(lookup.weight, lookup.places, name, setup.seed)
    st.markdown(text(f"gradient.lead.{name}", loss=way.loss))
    headings = [text("flow.token"), text("gradient.result"), text("gradient.table")]
    alt = text("gradient.alt", count=len(lookup.token_ids))
    chart(
        alt,
        f"{text.page}.gradient",
        gradient_flow,
        lookup,
        way,
        headings=headings,
        id_title=text("flow.id"),
        value_title=text("gradient.value"),
        column_title=text("flow.column"),
        shares_title=text("gradient.shares"),
    )
    st.caption(text("gradient.how"))
    norms = np.linalg.norm(way.gradient, axis=1)
    chart(
        text("gradient.strip_alt"),
        f"{text.page}.gradient.rows",
        gradient_strip,
        lookup.row_numbers,
        norms,
        vocab_size=lookup.vocab_size,
        row_title=text("gradient.row"),
        norm_title=text("gradient.norm"),
    )
    reached = len(np.unique(lookup.places))
    untouched = lookup.vocab_size - reached
    values = {"reached": reached, "untouched": untouched, "vocab_size": lookup.vocab_size}
    what_you_see(text, text("gradient.see.rows", **values), text("gradient.see.update"))
    _show_sum(text, lookup, way)


def _show_sum(text: Text, lookup: Lookup, way: RowGradient) -> None:
    """The shares of the token that comes most often, one by one, and what autograd made of them."""
    places = lookup.positions_of(lookup.most_used)
    token = literal(lookup.labels[places[0]])
    st.markdown(f"**{text('gradient.sum.heading', token=token, times=len(places))}**")
    by_hand = summed(way.contributions, lookup.places, len(lookup.row_numbers))
    row = lookup.places[places[0]]
    rows = np.vstack([way.contributions[places], by_hand[row], way.gradient[row]])
    labels = [text("gradient.sum.share", place=place) for place in places]
    labels += [text("gradient.sum.by_hand"), text("gradient.sum.autograd")]
    shown = rows[:, :MOST_COLUMNS]
    marked = np.zeros(shown.shape, dtype=bool)
    marked[len(places)] = True
    largest = max(float(np.abs(rows).max()), 1e-9)
    alt = text("gradient.sum.alt", times=len(places))
    chart(
        alt,
        f"{text.page}.gradient.sum",
        row_heatmap,
        shown,
        labels,
        value_title=text("gradient.value"),
        column_title=text("flow.column"),
        marked=marked,
        largest=largest,
    )
    difference = float(np.abs(by_hand - way.gradient).max())
    said = [text("gradient.see.sum", token=token, times=len(places), difference=difference)]
    if len(places) == 1:
        said.append(text("gradient.see.once"))
    what_you_see(text, *said)


SECTION = Section(
    show_gradient,
    code=(
        row_gradient,
        summed,
    ),
    formulas=(
        r"\frac{\partial \mathcal{L}}{\partial W_i} = "
        r"\sum_{t\,:\,i_t = i} \frac{\partial \mathcal{L}}{\partial x_t}",
    ),
)
