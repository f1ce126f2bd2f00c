"""Rows of numbers under one another: rows of a table, with the changed ones marked."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.heatmap import cells_of
from embedcore.charts.style import ACCENT, FONT_SIZE, LARGEST, ROOMY_TO, signed, token_axis

ROW, AXES = 26, 130  # pixels of height: of a row, of the axis and the legend
MOST_WRITTEN = 8  # columns up to which the numbers stand in their cells


def row_heatmap(
    rows: np.ndarray,
    labels: Sequence[str],
    *,
    value_title: str,
    column_title: str,
    marked: np.ndarray | None = None,
    largest: float = LARGEST,
) -> alt.LayerChart:
    """``rows [n, columns]`` in colour, each under its label; ``marked`` cells in a frame.

    The colours run from ``-largest`` over a pale 0 to ``largest``. Up to eight columns are
    written as numbers, too.
    """
    table = cells_of(rows.astype(float))
    table["token"] = [labels[row] for row in table["row"]]
    base = alt.Chart(table, height=AXES + ROW * len(rows)).encode(
        x=alt.X(
            "column:O",
            title=None,
            axis=alt.Axis(
                orient="top", labelAngle=0, labelOverlap="greedy", ticks=False, domain=False
            ),
        ),
        y=token_axis(alt.Y, "row", labels),
        tooltip=[
            alt.Tooltip("token:N", title=" "),
            alt.Tooltip("column:O", title=column_title),
            alt.Tooltip("value:Q", title=value_title, format="+.3f"),
        ],
    )
    layers = [base.mark_rect().encode(color=signed(largest, value_title))]
    if rows.shape[1] <= MOST_WRITTEN:
        layers.append(
            base.mark_text(fontSize=FONT_SIZE - 3).encode(text=alt.Text("value:Q", format="+.2f"))
        )
    if marked is not None and marked.any():
        frames = alt.Chart(table[marked.ravel()]).encode(x="column:O", y=base.encoding.y)
        layers.append(frames.mark_rect(filled=False, stroke=ACCENT, strokeWidth=2))
    return alt.layer(*layers)


def position_heatmap(
    table: np.ndarray,
    *,
    used: int,
    place_title: str,
    column_title: str,
    value_title: str,
    largest: float,
) -> alt.LayerChart:
    """A whole position table ``[places, d_model]``; a line below the ``used`` places."""
    data = cells_of(table.astype(float)).rename(columns={"row": "place"})
    data = data.assign(place2=data["place"] + 1, column2=data["column"] + 1)
    x = alt.X(
        "column:Q",
        title=column_title,
        axis=_numbers_of_cells(table.shape[1]),
        scale=alt.Scale(domain=[0, table.shape[1]], nice=False),
    )
    y = alt.Y(
        "place:Q",
        title=place_title,
        axis=_numbers_of_cells(len(table)),
        scale=alt.Scale(domain=[0, len(table)], reverse=True, nice=False),
    )
    cells = (
        alt.Chart(data, height=340)
        .mark_rect()
        .encode(
            x=x,
            x2="column2",
            y=y,
            y2="place2",
            color=signed(largest, value_title),
            tooltip=[
                alt.Tooltip("place:Q", title=place_title),
                alt.Tooltip("column:Q", title=column_title),
                alt.Tooltip("value:Q", title=value_title, format="+.3f"),
            ],
        )
    )
    edge = alt.Chart(pd.DataFrame({"place": [used]})).mark_rule(color=ACCENT, strokeWidth=2)
    return alt.layer(cells, edge.encode(y=y))


def _numbers_of_cells(count: int) -> alt.Axis:
    """The numbers 0, 1, 2 … of cells, each at the middle of its cell; of many, every eighth."""
    shown = range(0, count, 1 if count <= ROOMY_TO else 8)
    middles = [number + 0.5 for number in shown]
    return alt.Axis(values=middles, labelExpr="floor(datum.value)", grid=False, ticks=False)
