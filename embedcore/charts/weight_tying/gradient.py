"""Which rows of a table a step reaches."""

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, QUIET


def gradient_bars(
    norms: np.ndarray, looked_up: np.ndarray, *, row_title: str, norm_title: str, zero_title: str
) -> alt.Chart:
    """A bar for each row of a table, as high as the gradient that reached it ``[vocab_size]``.

    Rows that the step looked up in the accent colour; ``zero_title`` is written where it is
    exactly 0.
    """
    table = pd.DataFrame(
        {
            "row": np.arange(len(norms)),
            "norm": norms,
            "looked_up": looked_up,
            "written": [f"{norm:.4f}" if norm else zero_title for norm in norms],
        }
    )
    along = alt.Scale(domain=[0, len(norms) - 1], nice=False, padding=4)
    up = alt.Scale(domain=[0, max(float(norms.max()) * 1.05, 1e-9)], nice=False)
    return (
        alt.Chart(table, height=180)
        .mark_bar(width=2)
        .encode(
            x=alt.X("row:Q", title=row_title, scale=along),
            y=alt.Y("norm:Q", title=norm_title, stack=None, scale=up, axis=alt.Axis(tickCount=3)),
            color=alt.condition("datum.looked_up", alt.value(ACCENT), alt.value(QUIET)),
            tooltip=[
                alt.Tooltip("row:Q", title=row_title),
                alt.Tooltip("written:N", title=norm_title),
            ],
        )
    )
