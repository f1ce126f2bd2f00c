"""Which groups fit: a square for each number of groups and each width of a row."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import FONT_SIZE

CELL, AROUND = 44, 130  # pixels of height: of a row, and of the axis and the legend


class FitTitles(NamedTuple):
    """What the picture shows, in the visitor's language."""

    groups: str  # how many
    width: str  # of a row
    share: str  # of the probability on the own group
    seeds: str  # that were right throughout


def fit_map(
    shares: np.ndarray,
    told_apart: np.ndarray,
    *,
    counts: Sequence[int],
    widths: Sequence[int],
    seeds: int,
    titles: FitTitles,
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
        x=alt.X("width:O", title=titles.width, sort=list(widths), axis=axis),
        y=alt.Y("count:O", title=titles.groups, sort=list(counts)[::-1], axis=axis),
        tooltip=[
            alt.Tooltip("count:Q", title=titles.groups),
            alt.Tooltip("width:Q", title=titles.width),
            alt.Tooltip("share:Q", title=titles.share, format=".1%"),
            alt.Tooltip("written:N", title=titles.seeds),
        ],
    )
    shade = alt.Color(
        "share:Q",
        title=titles.share,
        scale=alt.Scale(range="ramp", domain=[0, 1]),
        legend=alt.Legend(orient="top", format=".0%", gradientLength=160, titleLimit=400),
    )
    # The ramp stays far enough from the theme's ink for a number to be read on any shade.
    weights = {"!datum.all": "normal", "datum.all": "bold"}
    numbers = [
        base.transform_filter(chosen)
        .mark_text(fontSize=FONT_SIZE, fontWeight=weight)
        .encode(text="written:N")
        for chosen, weight in weights.items()
    ]
    return alt.layer(base.mark_rect().encode(color=shade), *numbers)
