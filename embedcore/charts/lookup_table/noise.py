"""Cosines of random rows: how often each comes, and how their spread shrinks with the width."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

EDGES = np.linspace(-1, 1, 51)


def cosine_histogram(
    cosines: np.ndarray,
    predicted: np.ndarray,
    *,
    spread: float,
    cosine_title: str,
    share_title: str,
    predicted_title: str,
) -> alt.LayerChart:
    """The share of pairs in each bin of ``EDGES``, and ``predicted [bins]`` as a curve over it.

    The band behind them is one predicted spread to each side of 0.
    """
    counts, _ = np.histogram(cosines, EDGES)
    table = pd.DataFrame(
        {
            "from": EDGES[:-1],
            "to": EDGES[1:],
            "middle": (EDGES[:-1] + EDGES[1:]) / 2,
            "share": counts / len(cosines),
            "predicted": predicted,
        }
    )
    x = alt.Scale(domain=[-1, 1], nice=False)
    axis = alt.Axis(values=[-1, -0.5, 0, 0.5, 1], grid=False)
    y = {"axis": alt.Axis(format="%", tickCount=4), "title": share_title}
    band = pd.DataFrame({"from": [-spread], "to": [spread]})
    shown = [
        alt.Tooltip("from:Q", title="≥", format="+.2f"),
        alt.Tooltip("share:Q", title=share_title, format=".2%"),
        alt.Tooltip("predicted:Q", title=predicted_title, format=".2%"),
    ]
    base = alt.Chart(table, height=280)
    return alt.layer(
        alt.Chart(band)
        .mark_rect(color=ACCENT, opacity=0.12)
        .encode(x=alt.X("from:Q", title=cosine_title, scale=x, axis=axis), x2="to"),
        base.mark_bar(color=QUIET, opacity=0.7, binSpacing=0.5).encode(
            x=alt.X("from:Q", title=cosine_title, scale=x, axis=axis).bin("binned"),
            x2="to",
            y=alt.Y("share:Q", **y),
            tooltip=shown,
        ),
        base.mark_line(color=ACCENT, strokeWidth=2.5, interpolate="monotone").encode(
            x=alt.X("middle:Q", title=cosine_title, scale=x, axis=axis),
            y=alt.Y("predicted:Q", **y),
        ),
    )


class SpreadNames(NamedTuple):
    """What the dots and the line are called."""

    measured: str
    predicted: str


def spread_by_width(
    widths: Sequence[int],
    spreads: Sequence[float],
    *,
    predicted: Sequence[float],
    chosen: int,
    width_title: str,
    spread_title: str,
    names: SpreadNames,
) -> alt.LayerChart:
    """Measured spreads as dots on the predicted line, both axes logarithmic; ``chosen`` large."""
    table = pd.DataFrame(
        {
            "width": list(widths),
            "spread": list(spreads),
            "predicted": list(predicted),
            "size": [180 if width == chosen else 50 for width in widths],
        }
    )
    log = alt.Scale(type="log", nice=False, padding=8)
    x = alt.X(
        "width:Q",
        title=width_title,
        scale=log,
        axis=alt.Axis(values=list(widths), grid=False, labelOverlap="greedy", format="d"),
    )
    axis = {
        "scale": log,
        "title": spread_title,
        "axis": alt.Axis(values=[0.05, 0.1, 0.2, 0.5], format="~g"),
    }
    base = alt.Chart(table, height=280).encode(x=x)
    end = alt.Chart(table.iloc[[len(table) // 2]])
    return alt.layer(
        base.mark_line(color=ACCENT, strokeWidth=2).encode(y=alt.Y("predicted:Q", **axis)),
        base.mark_point(filled=True, color=QUIET, opacity=1).encode(
            y=alt.Y("spread:Q", **axis),
            size=alt.Size("size:Q", scale=None),
            tooltip=[
                alt.Tooltip("width:Q", title=width_title),
                alt.Tooltip("spread:Q", title=names.measured, format=".4f"),
                alt.Tooltip("predicted:Q", title=names.predicted, format=".4f"),
            ],
        ),
        end.mark_text(align="left", dx=10, dy=-12, fontSize=FONT_SIZE, color=ACCENT).encode(
            x=x, y=alt.Y("predicted:Q", **axis), text=alt.datum(names.predicted)
        ),
    )
