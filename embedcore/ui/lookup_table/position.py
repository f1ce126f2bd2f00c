"""And position: one token at two places has one row, until each place adds a row of its own."""

import numpy as np
import streamlit as st

from embedcore.charts.flow import MOST_COLUMNS
from embedcore.charts.lookup_table.rows import position_heatmap, row_heatmap
from embedcore.geometry import cosine_matrix
from embedcore.lookup_table.lookup import Lookup
from embedcore.lookup_table.positions import KINDS, position_table, sinusoidal
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import by_column, chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section

PLACES = 64  # of the position table that is drawn


def show_position(visit: LookupVisit) -> None:
    """Token rows, position rows and their sum; then the whole position table."""
    text, controls, setup = visit.text, visit.controls, visit.setup
    st.subheader(text("position.heading"), anchor=False)
    st.markdown(text("position.lead"))
    kind = controls.choice(
        "position", KINDS, KINDS[0], label=lambda kind: text(f"position.kinds.{kind}")
    )
    lookup = setup.lookup
    count = len(lookup.token_ids)
    if kind == "sinusoidal":
        visit.ran(sinusoidal)
    table = position_table(kind, PLACES, lookup.d_model, setup.seed)
    parts = {"token": lookup.result, "place": table[:count]}
    parts["input"] = parts["token"] + parts["place"]
    titles = {"value_title": text("flow.value"), "column_title": text("flow.column")}
    for column, (name, rows) in zip(st.columns(3, gap="small"), parts.items(), strict=True):
        with column:
            st.markdown(f"**{text(f'position.parts.{name}')}**")
            labels = [str(place) for place in range(count)] if name == "place" else lookup.labels
            alt = text("position.rows_alt", name=text(f"position.parts.{name}"), count=count)
            key = f"{text.page}.position.{name}"
            chart(alt, key, row_heatmap, rows[:, :MOST_COLUMNS], labels, **titles)
    what_you_see(text, *_sentences(text, lookup, parts))
    st.markdown(f"**{text(f'position.table.{kind}', places=PLACES)}**")
    alt = text("position.alt", places=PLACES, d_model=lookup.d_model)
    chart(
        alt,
        f"{text.page}.position",
        position_heatmap,
        table,
        used=count,
        largest=1.0 if kind == "sinusoidal" else 3.0,
        place_title=text("position.place"),
        **titles,
    )
    st.markdown(text(f"position.about.{kind}", count=count))
    columns = by_column(parts["input"].round(4))
    numbers(text, {text("flow.token"): lookup.labels, **columns}, "inputs")


def _sentences(text: Text, lookup: Lookup, parts: dict[str, np.ndarray]) -> list[str]:
    places = lookup.positions_of(lookup.most_used)
    if len(places) == 1:
        return [text("position.see.no_repeat"), text("position.see.next")]
    first, second = places[:2]
    before = np.linalg.norm(parts["token"][first] - parts["token"][second])
    after = np.linalg.norm(parts["input"][first] - parts["input"][second])
    cosine = cosine_matrix(parts["input"][[first, second]])[0, 1]
    token = literal(lookup.labels[first])
    values = {"token": token, "first": first, "second": second, "before": before}
    return [
        text("position.see.same", **values),
        text("position.see.differ", after=after, cosine=cosine, first=first, second=second),
        text("position.see.next"),
    ]


SECTION = Section(
    show_position,
    code=(position_table,),
    formulas=(
        r"p_{t,\,2k} = \sin\frac{t}{10000^{2k/d}}, \qquad "
        r"p_{t,\,2k+1} = \cos\frac{t}{10000^{2k/d}}",
    ),
)
