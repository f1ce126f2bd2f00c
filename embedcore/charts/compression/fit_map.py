"""Which groups fit: a square for each number of groups and each width of a row."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import FONT_SIZE

CELL, AROUND = 44, 130  # pixels of height: of a row, and of the axis and the legend


def fit_map(
    counts: Sequence[int],
    widths: Sequence[int],
    shares: np.ndarray,
    told_apart: np.ndarray,
    seeds: int,
    count_title: str,
    width_title: str,
    share_title: str,
    seeds_title: str,
) -> alt.LayerChart:
    """``shares [counts, widths]`` as shades; in each square the seeds that were right throughout.

    ``told_apart [counts, widths]`` counts these seeds.
    """
    rows, columns = np.indices(shares.shape)
    table = pd.DataFrame(
        {
            "count": np.array(counts)[rows.ravel()],
            "width": np.array(widths)[columns.ravel()],
            "share": shares.ravel(),
            "right": told_apart.ravel(),
        }
    )
    table["written"] = [f"{right}/{seeds}" for right in table["right"]]
    table["all"] = table["right"] == seeds
    axis = alt.Axis(labelAngle=0, ticks=False, domain=False, labelFontSize=FONT_SIZE)
    base = alt.Chart(table, height=CELL * len(counts) + AROUND).encode(
        x=alt.X("width:O", title=width_title, sort=list(widths), axis=axis),
        y=alt.Y("count:O", title=count_title, sort=list(counts)[::-1], axis=axis),
        tooltip=[
            alt.Tooltip("count:Q", title=count_title),
            alt.Tooltip("width:Q", title=width_title),
            alt.Tooltip("share:Q", title=share_title, format=".1%"),
            alt.Tooltip("written:N", title=seeds_title),
        ],
    )
    shade = alt.Color(
        "share:Q",
        title=share_title,
        scale=alt.Scale(scheme="blues", domain=[0, 1]),
        legend=alt.Legend(orient="top", format=".0%", gradientLength=160, titleLimit=400),
    )
    ink = alt.condition("datum.share > 0.55", alt.value("#ffffff"), alt.value("#1f2933"))
    text = base.mark_text(fontSize=FONT_SIZE).encode(text="written:N", color=ink)
    return alt.layer(
        base.mark_rect().encode(color=shade),
        text.transform_filter("!datum.all"),
        text.transform_filter("datum.all").mark_text(fontSize=FONT_SIZE, fontWeight="bold"),
    )
