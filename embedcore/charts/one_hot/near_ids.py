"""How far ids stand apart, against how near the vectors are: thousands of pairs as a histogram."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, position, sides_with_room, width_of
from embedcore.charts.style import ACCENT, FONT_SIZE, GROUP_COLOURS, WHITE

COLUMNS = 20  # of the histogram, with equally many pairs in each
ROWS = 20  # of cells, 0.1 of cosine each
HEIGHT = 380  # pixels, of the axes and the legend, too
NAME_UP = -12  # pixels from the end of the line to its name
WIDE, NARROW = (660, 270), (280, 270)  # pixels inside the axes, about


class GapTitles(NamedTuple):
    """What the picture shows, in the visitor's language."""

    gap: str
    axis: str  # of the gaps, with its scale
    cosine: str
    count: str  # of pairs
    mean: str  # cosine


def gap_histogram(
    gaps: np.ndarray,
    cosines: np.ndarray,
    *,
    own: Sequence[tuple[str, int, float]],
    titles: GapTitles,
    narrow: bool = False,
) -> alt.LayerChart:
    """``gaps [pairs]`` and ``cosines [pairs]`` of random pairs, darker where there are more.

    The columns are narrow where gaps are common, so that each holds as many pairs; a line joins
    their mean cosines. ``own`` are the visitor's pairs (name, gap, cosine), as points with names.
    The axis of gaps is that of square roots, which gives the near ones room.
    """
    gap_title, axis_title, cosine_title, count_title, mean_title = titles
    cells, means = histogram_cells(gaps, cosines)
    farthest = max([float(gaps.max()), *(gap for _, gap, _ in own)])
    x_axis = alt.Axis(format=",d", tickCount=6, grid=False, labelOverlap="greedy")
    scale = alt.Scale(type="sqrt", domain=[0, farthest], nice=False, padding=6)
    x = alt.X("from:Q", title=axis_title, scale=scale, axis=x_axis)
    y = alt.Y("low:Q", title=cosine_title, scale=alt.Scale(domain=[-1, 1], nice=False))
    shade = alt.Color(
        "pairs:Q",
        scale=alt.Scale(range="ramp"),
        legend=alt.Legend(title=count_title, orient="bottom", gradientLength=180, tickCount=4),
    )
    counted = (
        alt.Chart(cells)
        .mark_rect()
        .encode(
            x=x,
            x2="to",
            y=y,
            y2="high",
            color=shade,
            tooltip=[
                alt.Tooltip("from:Q", title=f"{gap_title} ≥", format=",.0f"),
                alt.Tooltip("to:Q", title=f"{gap_title} ≤", format=",.0f"),
                alt.Tooltip("low:Q", title=f"{cosine_title} ≥", format="+.1f"),
                alt.Tooltip("pairs:Q", title=count_title),
            ],
        )
    )
    line = alt.Chart(means).encode(
        x=alt.X("gap:Q", title=axis_title, scale=scale),
        y=alt.Y("cosine:Q", title=cosine_title),
        tooltip=[
            alt.Tooltip("gap:Q", title=gap_title, format=",.0f"),
            alt.Tooltip("cosine:Q", title=mean_title, format="+.3f"),
        ],
    )
    layers = [
        counted,
        line.mark_line(strokeWidth=2.5, color=ACCENT),
        line.mark_point(size=200, opacity=0),  # easy to hit
        _name(means.iloc[[-1]], mean_title),
        *_points(own, titles, means.iloc[-1], farthest, NARROW if narrow else WIDE),
    ]
    return alt.layer(*layers).properties(height=HEIGHT)


def histogram_cells(gaps: np.ndarray, cosines: np.ndarray) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Counts of the cells that hold any pair; then the middle gap and mean cosine of each column.

    Pairs in the order of their gap are cut into ``COLUMNS`` equal shares.
    """
    shares = np.array_split(np.argsort(gaps, kind="stable"), COLUMNS)
    bounds = [*(gaps[share[0]] for share in shares), gaps.max()]
    edges = np.linspace(-1, 1, ROWS + 1)
    cells, means = [], []
    for share, low, high in zip(shares, bounds, bounds[1:], strict=False):
        means.append({"gap": float(np.median(gaps[share])), "cosine": cosines[share].mean()})
        counts, _ = np.histogram(np.clip(cosines[share], -1, 1), edges)
        cells += [
            {"from": low, "to": high, "low": edges[i], "high": edges[i + 1], "pairs": counts[i]}
            for i in np.flatnonzero(counts)
        ]
    return pd.DataFrame(cells), pd.DataFrame(means)


def _name(last: pd.DataFrame, title: str) -> alt.Chart:
    """The name of the line, over its end."""
    name = alt.Chart(last.assign(name=title)).mark_text(
        align="right", dx=4, dy=NAME_UP, fontSize=FONT_SIZE, fontWeight="bold", color=ACCENT
    )
    return name.encode(x="gap:Q", y="cosine:Q", text="name:N")


def _points(
    own: Sequence[tuple[str, int, float]],
    titles: GapTitles,
    last: pd.Series,
    farthest: float,
    box: tuple[int, int],
) -> list[alt.Chart]:
    """The visitor's pairs, with names that keep off each other and off that of the line."""
    if not own:
        return []
    table = pd.DataFrame(own, columns=["pair", "gap", "cosine"])
    every = pd.concat([table, last.to_frame().T])
    within = np.column_stack(
        [position(every["gap"], [0, farthest], np.sqrt), position(every["cosine"], [-1, 1])]
    )
    *points, end = in_pixels(within.astype(float), box)
    line_name = [
        (x, end[1] + NAME_UP)
        for x in np.arange(end[0] - width_of(titles.mean, FONT_SIZE), end[0], FONT_SIZE / 2)
    ]
    names = [*table["pair"], *[""] * len(line_name)]
    taken = np.array([*points, *line_name])
    sides = sides_with_room(taken, names, box, [FONT_SIZE] * len(names), must=len(table))
    table["side"] = sides[: len(table)]
    base = alt.Chart(table).encode(
        x="gap:Q",
        y="cosine:Q",
        tooltip=[
            alt.Tooltip("pair:N", title=" "),
            alt.Tooltip("gap:Q", title=titles.gap, format=","),
            alt.Tooltip("cosine:Q", title=titles.cosine, format="+.3f"),
        ],
    )
    dots = base.mark_point(
        filled=True, size=90, opacity=1, color=GROUP_COLOURS[0], stroke=WHITE, strokeWidth=1
    )
    return [dots, *name_layers(base, "pair", fontSize=FONT_SIZE)]
