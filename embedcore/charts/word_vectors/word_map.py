"""Words on a flat map with their neighbours, and words between the ends of two axes."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, sides_with_room
from embedcore.charts.scatter import extent_in, true_to_scale
from embedcore.charts.style import (
    ACCENT,
    FONT_SIZE,
    GROUP_COLOURS,
    LEVEL_TITLE,
    QUIET,
    bounds,
    group_encodings,
)

MARGIN = 0.09  # of the span of the points, on each side
LEGEND = 64  # pixels of the height
LARGE, SMALL = FONT_SIZE + 3, FONT_SIZE - 1


def word_map(
    points: np.ndarray,
    words: Sequence[str],
    *,
    group_of: np.ndarray,
    typed: Sequence[str],
    group_title: str,
    shared_name: str,
    box: Sequence[int],
) -> alt.LayerChart:
    """``points [n, 2]`` of ``words``: each of ``typed`` (large) with its neighbours (small).

    ``group_of [n]`` says whose neighbour a word is; -1 for one that is near two, which the legend
    calls ``shared_name``. ``box`` is the plot's size in pixels, the width a guess: where there is
    no room for a name, the point shows it when pointed at.
    """
    names = [*typed, shared_name]  # -1 is the last
    bridge = shared_name if (np.asarray(group_of) < 0).any() else ""
    extent, scales = extent_in(points, box, MARGIN), true_to_scale(points, MARGIN)
    table = pd.DataFrame(
        {
            "x": points[:, 0],
            "y": points[:, 1],
            "word": list(words),
            "group": [names[group] for group in group_of],
            "number": np.asarray(group_of) % len(names),
            "typed": [word in typed for word in words],
        }
    ).sort_values("typed", ascending=False, kind="stable")  # whose names go first
    sizes = np.where(table["typed"], LARGE, SMALL)
    table["side"] = _sides(table, extent, box, sizes, must=len(typed))
    base = alt.Chart(table, height=box[1] + LEGEND).encode(
        x=alt.X("x:Q", axis=None, scale=scales[0]),
        y=alt.Y("y:Q", axis=None, scale=scales[1]),
        tooltip=[alt.Tooltip("word:N", title=" "), alt.Tooltip("group:N", title=group_title)],
    )
    dots = base.mark_point(filled=True, opacity=0.9).encode(
        size=alt.condition("datum.typed", alt.value(150), alt.value(55)),
        **group_encodings(typed, group_title, bridge),
    )
    size = alt.condition("datum.typed", alt.value(LARGE), alt.value(SMALL))
    return alt.layer(dots, *(layer.encode(size=size) for layer in name_layers(base, "word")))


class Ends(NamedTuple):
    """An axis between two words: its title, the word at -1 and the word at +1."""

    title: str
    low: str
    high: str


def two_axes(
    places: np.ndarray, words: Sequence[str], *, across: Ends, up: Ends, box: Sequence[int]
) -> alt.LayerChart:
    """``places [n, 2]`` of ``words`` on two axes whose ends, at -1 and +1, are marked.

    ``box`` is the chart's size in pixels, as for ``word_map``.
    """
    extent = _extent(np.vstack([places, [[-1, -1], [1, 1]]]))
    table = pd.DataFrame({"x": places[:, 0], "y": places[:, 1], "word": list(words)})
    table["side"] = _sides(table, extent, box, [FONT_SIZE] * len(table))
    x = alt.X("x:Q", title=across.title, scale=bounds(extent[:, 0]), axis=_axis())
    y = alt.Y("y:Q", title=up.title, scale=bounds(extent[:, 1]), axis=_axis(**LEVEL_TITLE))
    base = alt.Chart(table).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("word:N", title=" "),
            alt.Tooltip("x:Q", title=across.title, format="+.2f"),
            alt.Tooltip("y:Q", title=up.title, format="+.2f"),
        ],
    )
    ends = [across.low, across.high, up.low, up.high]
    rules = alt.Chart(
        pd.DataFrame({"x": [-1, 1, None, None], "y": [None, None, -1, 1], "end": ends})
    )
    dashed = {"color": ACCENT, "strokeDash": [4, 4], "opacity": 0.8}
    upright = rules.transform_filter("isValid(datum.x)")
    level = rules.transform_filter("isValid(datum.y)")
    end = {"fontSize": FONT_SIZE, "fontWeight": "bold", "color": ACCENT}
    return alt.layer(
        upright.mark_rule(**dashed).encode(x=x),
        level.mark_rule(**dashed).encode(y=y),
        upright.mark_text(baseline="top", dy=3, **end).encode(x=x, y=alt.value(0), text="end:N"),
        level.mark_text(align="right", baseline="bottom", dx=-3, dy=-2, **end).encode(
            x=alt.value("width"), y=y, text="end:N"
        ),
        base.mark_point(filled=True, size=75, opacity=0.9, color=GROUP_COLOURS[0]),
        *name_layers(base, "word", fontSize=FONT_SIZE),
    ).properties(height=box[1])


def _axis(**title: object) -> alt.Axis:
    signed = "datum.value === 0 ? '0' : format(datum.value, '+.1f')"
    return alt.Axis(
        grid=False, tickCount=6, labelExpr=signed, domainColor=QUIET, labelFlush=False, **title
    )


def _extent(points: np.ndarray) -> np.ndarray:
    """The lowest and highest x and y to draw ``[2, 2]``."""
    lowest, highest = points.min(axis=0), points.max(axis=0)
    half = np.maximum((highest - lowest) * (0.5 + MARGIN), 1e-6)
    middle = (lowest + highest) / 2
    return np.array([middle - half, middle + half])


def _sides(
    table: pd.DataFrame,
    extent: np.ndarray,
    box: Sequence[int],
    font_sizes: Sequence[float],
    must: int = 0,
) -> list[str]:
    share = (table[["x", "y"]].to_numpy() - extent[0]) / (extent[1] - extent[0])
    return sides_with_room(in_pixels(share, box), list(table["word"]), box, font_sizes, must=must)
