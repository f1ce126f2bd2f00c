"""What a lookup costs as the vocabulary grows, by index and as a one-hot product."""

import math
from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET


def growth(
    sizes: Sequence[int],
    amounts: np.ndarray,
    *,
    names: Sequence[str],
    size_title: str,
    amount_title: str,
) -> alt.LayerChart:
    """``amounts [ways, sizes]`` on two logarithmic scales, the first way in the accent colour.

    A way that costs nothing cannot be drawn on such a scale and is left out.
    """
    parts = []
    for way, name in zip(amounts, names, strict=True):
        if np.all(way > 0):
            parts.append(pd.DataFrame({"size": list(sizes), "amount": way, "way": name}))
    table = pd.concat(parts)
    colours = alt.Scale(domain=list(names), range=[ACCENT, QUIET][: len(names)])
    colour = alt.Color("way:N", scale=colours, legend=None)
    x = _log("size", alt.X, size_title, sizes)
    y = _log("amount", alt.Y, amount_title, _powers_of_ten(table["amount"]))
    base = alt.Chart(table, height=240).encode(
        x=x,
        y=y,
        color=colour,
        tooltip=[
            alt.Tooltip("way:N", title=" "),
            alt.Tooltip("size:Q", title=size_title, format=","),
            alt.Tooltip("amount:Q", title=amount_title, format=".3~s"),
        ],
    )
    ends = alt.Chart(table[table["size"] == max(sizes)])
    labels = ends.mark_text(align="right", dx=-6, dy=-12, fontSize=FONT_SIZE, fontWeight="bold")
    return alt.layer(
        base.mark_line(strokeWidth=2.5),
        base.mark_point(filled=True, size=60, opacity=1),
        labels.encode(x=x, y=y, text="way:N"),
    )


def _log(field: str, channel: type, title: str, values: Sequence[float]) -> alt.X | alt.Y:
    axis = alt.Axis(format="~s", labelOverlap="greedy", values=list(values))
    scale = alt.Scale(type="log", domain=[min(values), max(values)], nice=False)
    return channel(f"{field}:Q", title=title, scale=scale, axis=axis)


def _powers_of_ten(amounts: pd.Series) -> list[float]:
    """From the last one below the smallest amount to the first above the largest."""
    first, last = math.floor(math.log10(amounts.min())), math.ceil(math.log10(amounts.max()))
    return [10.0**power for power in range(first, last + 1)]
