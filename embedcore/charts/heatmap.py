"""Heatmaps: all pairs of tokens by cosine or by an amount, and one-hot vectors."""

from collections.abc import Callable, Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import (
    ACCENT,
    COSINE_COLOURS,
    FONT_SIZE,
    QUIET,
    ROOMY_TO,
    colour_legend,
    token_axis,
)
from embedcore.groups import even_choice

MOST_CELLS = 54  # tokens along a side: more could be neither seen nor sent
AXIS_AND_LEGEND = 110  # pixels of a chart's height that are not cells


def shown_in_heatmap(group_of: np.ndarray) -> np.ndarray:
    """Which tokens a heatmap shows: all, or as many of each group as there is room for."""
    return even_choice(group_of, MOST_CELLS)


def cosine_heatmap(
    matrix: np.ndarray, labels: Sequence[str], *, value_title: str
) -> alt.LayerChart:
    """All pairs by cosine, on the one scale that cosine has in the app: [-1, 1]."""
    return pair_cells(matrix, labels, value_title, COSINE_COLOURS, form="+.2f")


def amount_heatmap(
    matrix: np.ndarray, labels: Sequence[str], *, value_title: str, form: str
) -> alt.LayerChart:
    """All pairs by an amount from 0 up: darker is more (in the dark theme, lighter)."""
    ends = [0, max(float(matrix.max(initial=0)), 1e-9)]
    colour = alt.Scale(domain=ends, range="ramp", nice=False)
    legend = colour_legend(value_title, values=ends, format=form)
    return pair_cells(matrix, labels, value_title, colour, form=form, legend=legend)


def one_hot_heatmap(
    ids: Sequence[int],
    labels: Sequence[str],
    *,
    vocab_size: int,
    id_title: str,
    token_title: str,
    value_title: str,
) -> alt.LayerChart:
    """The one-hot vectors of ``ids``, a row a token: its single 1 in the accent colour.

    Drawn are the columns in which any of them has its 1. Three dots stand for the columns between,
    where all are 0.
    """
    shown = columns_with_gaps(ids, vocab_size)
    rows, columns = (index.ravel() for index in np.indices((len(ids), len(shown))))
    table = pd.DataFrame({"position": rows, "column": columns})
    table["token"] = [labels[row] for row in rows]
    table["id"] = [shown[column] for column in columns]
    table["one"] = [shown[c] == ids[r] for r, c in zip(rows, columns, strict=True)]
    table["written"] = [
        "⋯" if shown[c] is None else str(int(shown[c] == ids[r]))
        for r, c in zip(rows, columns, strict=True)
    ]
    names = ["⋯" if number is None else str(number) for number in shown]
    base = alt.Chart(table, height=70 + 26 * len(labels)).encode(
        x=token_axis(alt.X, "column", names, title=id_title),
        y=token_axis(alt.Y, "position", labels),
        tooltip=[
            alt.Tooltip("token:N", title=token_title),
            alt.Tooltip("id:Q", title=id_title),
            alt.Tooltip("written:N", title=value_title),
        ],
    )
    cells = base.transform_filter("datum.id !== null").mark_rect()
    cells = cells.encode(
        color=alt.condition("datum.one", alt.value(ACCENT), alt.value(QUIET)),
        opacity=alt.condition("datum.one", alt.value(0.5), alt.value(0.12)),
    )
    return alt.layer(cells, base.mark_text(fontSize=FONT_SIZE).encode(text="written:N"))


def columns_with_gaps(ids: Sequence[int], vocab_size: int) -> list[int | None]:
    """The different ``ids`` in their order; None for any that are left out between or around."""
    shown: list[int | None] = []
    before = -1
    for number in sorted({*ids}):
        shown += [None] * (number > before + 1) + [number]
        before = number
    return shown + [None] * (before < vocab_size - 1)


def cells_of(matrix: np.ndarray) -> pd.DataFrame:
    """``matrix [rows, columns]`` as a row of data for each cell: where it stands, and the value."""
    rows, columns = (index.ravel() for index in np.indices(matrix.shape))
    return pd.DataFrame({"row": rows, "column": columns, "value": matrix.ravel()})


def pair_rows(matrix: np.ndarray, labels: Sequence[str]) -> pd.DataFrame:
    """``matrix [n, n]`` as ``cells_of`` it, with the labels of both."""
    table, names = cells_of(matrix), np.asarray(labels, dtype=object)
    return table.assign(first=names[table["row"]], second=names[table["column"]])


def pair_cells(
    matrix: np.ndarray,
    labels: Sequence[str],
    value_title: str,
    colour: alt.Scale,
    *,
    form: str,
    tooltip_form: str | None = None,
    axis: Callable = token_axis,
    written: bool = True,
    height: int | None = None,
    legend: alt.Legend | None = None,
) -> alt.LayerChart:
    """A cell for each pair, ``written`` with its number if the labels are few.

    ``axis`` names rows and columns; ``height`` is that of the chart where the names need more;
    ``legend`` is one of its own for the colours.
    """
    table = pair_rows(matrix, labels)
    cell = 30 if len(labels) <= ROOMY_TO else max(4, 320 // len(labels))
    base = alt.Chart(table, height=height or AXIS_AND_LEGEND + cell * len(labels)).encode(
        x=axis(alt.X, "column", labels),
        y=axis(alt.Y, "row", labels),
        tooltip=[
            alt.Tooltip("first:N", title="1"),
            alt.Tooltip("second:N", title="2"),
            alt.Tooltip("value:Q", title=value_title, format=tooltip_form or form),
        ],
    )
    shade = alt.Color("value:Q", scale=colour, legend=legend or colour_legend(value_title))
    cells = base.mark_rect().encode(color=shade)
    if not written or len(labels) > ROOMY_TO:
        return alt.layer(cells)
    # The scales stay far enough from the theme's ink for a number to be read on any cell.
    numbers = base.mark_text(fontSize=FONT_SIZE - 2).encode(text=alt.Text("value:Q", format=form))
    return alt.layer(cells, numbers)
