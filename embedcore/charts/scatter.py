"""Tokens as labelled points on a flat map."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import FONT_SIZE, QUIET, group_encodings

MARGIN = 0.08  # of the map's width, so that no label is cut


class PointGroups(NamedTuple):
    """Which group each point belongs to, and what the legend says of the groups."""

    group_of: np.ndarray  # [n], -1 for a token of two groups
    names: Sequence[str]
    title: str
    bridge: str = ""  # the name of a token of two groups, if there is one


def scatter(
    points: np.ndarray,
    labels: Sequence[str],
    *,
    groups: PointGroups,
    extent: np.ndarray,
    through_origin: bool = False,
    height: int = 340,
) -> alt.LayerChart:
    """``points [n, 2]`` with their labels.

    ``extent [2, 2]`` (lowest and highest x, y) is given, so that two maps can share it. On a map
    of raw vectors (``through_origin``) the axes mean something and are drawn.
    """
    group_of, group_names, group_title, bridge = groups
    legend_names = [*group_names, bridge]  # -1 is the last
    table = pd.DataFrame(
        {
            "x": points[:, 0],
            "y": points[:, 1],
            "token": list(labels),
            "group": [legend_names[g] for g in group_of],
        }
    )
    # What is drawn last lies on top: a bridge stands among the tokens of its groups.
    table = table.iloc[np.argsort(np.asarray(group_of) < 0, kind="stable")]
    axis = alt.Axis(
        title=None, labels=through_origin, ticks=False, domain=False, grid=through_origin
    )
    base = alt.Chart(table, height=height).encode(
        x=alt.X("x:Q", axis=axis, scale=_scale(extent[:, 0])),
        y=alt.Y("y:Q", axis=axis, scale=_scale(extent[:, 1])),
        tooltip=[alt.Tooltip("token:N", title=" "), alt.Tooltip("group:N", title=group_title)],
    )
    dots = base.mark_point(filled=True, size=90, opacity=0.85).encode(
        **group_encodings(group_names, group_title, bridge)
    )
    names = base.mark_text(dx=10, dy=-7, fontSize=FONT_SIZE).encode(text="token:N")
    if not through_origin:
        return alt.layer(dots, names)
    zero = alt.Chart(pd.DataFrame({"zero": [0]}))
    cross = [zero.mark_rule(color=QUIET, opacity=0.7).encode(**{axis: "zero:Q"}) for axis in "xy"]
    return alt.layer(*cross, dots, names)


def extent_of(points: np.ndarray) -> np.ndarray:
    """The box around ``points [..., 2]`` with a margin: ``[2, 2]``, lowest then highest."""
    flat = points.reshape(-1, 2)
    lowest, highest = flat.min(axis=0), flat.max(axis=0)
    margin = np.maximum((highest - lowest) * MARGIN, 1e-6)
    return np.array([lowest - margin, highest + margin])


def square_extent(points: np.ndarray) -> np.ndarray:
    """As ``extent_of``, but a square: where only distances mean something, both axes share a scale.

    The chart must be about as wide as high, too.
    """
    lowest, highest = extent_of(points)
    middle, half = (lowest + highest) / 2, (highest - lowest).max() / 2
    return np.array([middle - half, middle + half])


def _scale(bounds: np.ndarray) -> alt.Scale:
    return alt.Scale(domain=[float(bounds[0]), float(bounds[1])], zero=False, nice=False)
