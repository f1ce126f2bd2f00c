"""Heatmaps: all pairs of tokens by cosine or by an amount, and the one-hot matrix."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, ROOMY_TO, token_axis
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
    colour = alt.Scale(domain=[-1, 1], range="diverging", clamp=True)
    return _pairs(matrix, labels, value_title, colour, "+.2f")


def amount_heatmap(
    matrix: np.ndarray, labels: Sequence[str], *, value_title: str, form: str
) -> alt.LayerChart:
    """All pairs by an amount from 0 up: darker is more (in the dark theme, lighter)."""
    colour = alt.Scale(domain=[0, max(float(matrix.max(initial=0)), 1e-9)], range="ramp")
    return _pairs(matrix, labels, value_title, colour, form)


def one_hot_heatmap(
    matrix: np.ndarray, labels: Sequence[str], *, id_title: str, token_title: str
) -> alt.Chart:
    """The one-hot matrix ``[n, vocab_size]``: a row a token, its single 1 in the accent colour.

    Only the ones are drawn as marks; the frame they stand in is the zeros.
    """
    positions, ids = np.nonzero(matrix)
    table = pd.DataFrame(
        {"position": positions, "id": ids, "token": [labels[p] for p in positions]}
    )
    vocab_size = matrix.shape[1]
    return (
        alt.Chart(table, height=26 * len(labels))
        .mark_tick(thickness=4, size=18, color=ACCENT)
        .encode(
            x=alt.X(
                "id:Q",
                title=id_title,
                scale=alt.Scale(domain=[0, vocab_size - 1], nice=False, padding=4),
                axis=alt.Axis(values=[*range(0, vocab_size, 32), vocab_size - 1]),
            ),
            y=token_axis(alt.Y, "position", labels),
            tooltip=[
                alt.Tooltip("token:N", title=token_title),
                alt.Tooltip("id:Q", title=id_title),
            ],
        )
    )


def pair_rows(matrix: np.ndarray, labels: Sequence[str]) -> pd.DataFrame:
    """``matrix [n, n]`` as a row of data for each cell: where it stands, both labels, the value."""
    rows, columns = (index.ravel() for index in np.indices(matrix.shape))
    return pd.DataFrame(
        {
            "row": rows,
            "column": columns,
            "first": [labels[i] for i in rows],
            "second": [labels[i] for i in columns],
            "value": matrix.ravel(),
        }
    )


def _pairs(
    matrix: np.ndarray,
    labels: Sequence[str],
    value_title: str,
    colour: alt.Scale,
    form: str,
) -> alt.LayerChart:
    table = pair_rows(matrix, labels)
    cell = 30 if len(labels) <= ROOMY_TO else max(4, 320 // len(labels))
    base = alt.Chart(table, height=AXIS_AND_LEGEND + cell * len(labels)).encode(
        x=token_axis(alt.X, "column", labels),
        y=token_axis(alt.Y, "row", labels),
        tooltip=[
            alt.Tooltip("first:N", title="1"),
            alt.Tooltip("second:N", title="2"),
            alt.Tooltip("value:Q", title=value_title, format=form),
        ],
    )
    legend = alt.Legend(title=value_title, orient="bottom", gradientLength=180, tickCount=5)
    cells = base.mark_rect().encode(color=alt.Color("value:Q", scale=colour, legend=legend))
    if len(labels) > ROOMY_TO:
        return alt.layer(cells)
    # The scales stay far enough from the theme's ink for a number to be read on any cell.
    written = base.mark_text(fontSize=FONT_SIZE - 2).encode(text=alt.Text("value:Q", format=form))
    return alt.layer(cells, written)
