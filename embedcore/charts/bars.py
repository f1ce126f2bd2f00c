"""Bars: a whole cut into its parts, amounts side by side, and which rows got a gradient."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET


def breakdown(
    names: Sequence[str],
    counts: Sequence[int],
    is_embedding: Sequence[bool],
    count_title: str,
    part_title: str,
    share_title: str,
) -> alt.LayerChart:
    """The parts of a total as bars of their share; those that are embeddings in the accent."""
    total = sum(counts)
    table = pd.DataFrame(
        {
            "part": list(names),
            "count": list(counts),
            "share": [count / total for count in counts],
            "embedding": list(is_embedding),
        }
    )
    base = alt.Chart(table, height=44 * len(names)).encode(
        x=alt.X(
            "share:Q",
            title=share_title,
            scale=alt.Scale(domain=[0, 1.12], nice=False),
            axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1]),
        ),
        y=alt.Y("part:N", title=None, sort=list(names), axis=alt.Axis(labelFontSize=FONT_SIZE)),
        tooltip=[
            alt.Tooltip("part:N", title=part_title),
            alt.Tooltip("count:Q", title=count_title, format=","),
            alt.Tooltip("share:Q", title=share_title, format=".2%"),
        ],
    )
    colour = alt.condition("datum.embedding", alt.value(ACCENT), alt.value(QUIET))
    bars = base.mark_bar(height=26, cornerRadius=3).encode(color=colour)
    amounts = base.mark_text(align="left", dx=6, fontSize=FONT_SIZE).encode(
        text=alt.Text("share:Q", format=".1%")
    )
    return alt.layer(bars, amounts)


def amounts(
    names: Sequence[str], values: Sequence[float], written: Sequence[str], value_title: str
) -> alt.LayerChart:
    """Amounts side by side on one scale from 0, the last in the accent colour."""
    table = pd.DataFrame(
        {
            "name": list(names),
            "value": list(values),
            "written": list(written),
            "last": [name == names[-1] for name in names],
        }
    )
    longest = float(max(values))
    base = alt.Chart(table, height=56 * len(names)).encode(
        x=alt.X(
            "value:Q",
            title=value_title,
            scale=alt.Scale(domain=[0, longest * 1.25], nice=False),
            axis=alt.Axis(labels=False, ticks=False, grid=False),
        ),
        y=alt.Y(
            "name:N",
            title=None,
            sort=list(names),
            axis=alt.Axis(labelFontSize=FONT_SIZE, labelLimit=220),
        ),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("written:N", title=value_title),
        ],
    )
    colour = alt.condition("datum.last", alt.value(ACCENT), alt.value(QUIET))
    bars = base.mark_bar(height=30, cornerRadius=3).encode(color=colour)
    text = base.mark_text(align="left", dx=6, fontSize=FONT_SIZE).encode(text="written:N")
    return alt.layer(bars, text)


def gradient_rows(
    norms: np.ndarray, looked_up: np.ndarray, row_title: str, norm_title: str, zero_title: str
) -> alt.Chart:
    """A bar for each row of a table, as high as the gradient that reached it ``[vocab_size]``.

    Rows that the step looked up in the accent colour.
    """
    table = pd.DataFrame(
        {
            "row": np.arange(len(norms)),
            "norm": norms,
            "looked_up": looked_up,
            "written": [f"{n:.4f}" if n else zero_title for n in norms],
        }
    )
    return (
        alt.Chart(table, height=180)
        .mark_bar(width=2)
        .encode(
            x=alt.X(
                "row:Q",
                title=row_title,
                scale=alt.Scale(domain=[0, len(norms) - 1], nice=False, padding=4),
            ),
            y=alt.Y("norm:Q", title=norm_title, axis=alt.Axis(tickCount=3)),
            color=alt.condition("datum.looked_up", alt.value(ACCENT), alt.value(QUIET)),
            tooltip=[
                alt.Tooltip("row:Q", title=row_title),
                alt.Tooltip("written:N", title=norm_title),
            ],
        )
    )
