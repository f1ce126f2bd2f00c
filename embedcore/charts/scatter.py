"""Tokens as labelled points on a flat map."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import FONT_SIZE, QUIET, bounds, group_encodings

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
            "number": np.asarray(group_of) % len(legend_names),
        }
    )
    # What is drawn last lies on top: a bridge stands among the tokens of its groups.
    table = table.iloc[np.argsort(np.asarray(group_of) < 0, kind="stable")]
    axis = alt.Axis(
        title=None, labels=through_origin, ticks=False, domain=False, grid=through_origin
    )
    base = alt.Chart(table, height=height).encode(
        x=alt.X("x:Q", axis=axis, scale=bounds(extent[:, 0])),
        y=alt.Y("y:Q", axis=axis, scale=bounds(extent[:, 1])),
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


def true_to_scale(points: np.ndarray, margin: float = MARGIN) -> tuple[alt.Scale, alt.Scale]:
    """Scales for x and y that hold ``points [n, 2]``, a distance as long across as upward.

    In a window of any width: the browser computes the ends from the size that the plot has there.
    """
    lowest, highest = points.min(axis=0), points.max(axis=0)
    half = np.maximum((highest - lowest) * (0.5 + margin), 1e-6)
    unit = f"max({half[0]:.6g} / width, {half[1]:.6g} / height)"  # half a pixel's worth
    return tuple(
        alt.Scale(
            domain=[alt.ExprRef(f"{middle:.6g} {sign} {size} * {unit}") for sign in "-+"],
            zero=False,
            nice=False,
        )
        for middle, size in zip((lowest + highest) / 2, ("width", "height"), strict=True)
    )


def turned_to(points: np.ndarray, box: Sequence[float]) -> np.ndarray:
    """``points [n, 2]``, with x and y exchanged if that fits a ``box`` better, wide or high.

    A map has no up: what is near stays near.
    """
    wide, high = np.ptp(points, axis=0)
    return points[:, ::-1] if (wide > high) != (box[0] > box[1]) else points


def extent_in(points: np.ndarray, box: Sequence[float], margin: float = MARGIN) -> np.ndarray:
    """What ``true_to_scale`` comes to in a plot of the size ``box``: ``[2, 2]``."""
    lowest, highest = points.min(axis=0), points.max(axis=0)
    half = np.maximum((highest - lowest) * (0.5 + margin), 1e-6)
    half = (half / box).max() * np.asarray(box, dtype=float)
    middle = (lowest + highest) / 2
    return np.array([middle - half, middle + half])


def square_extent(points: np.ndarray) -> np.ndarray:
    """As ``extent_of``, but a square: where only distances mean something, both axes share a scale.

    The chart must be about as wide as high, too.
    """
    lowest, highest = extent_of(points)
    middle, half = (lowest + highest) / 2, (highest - lowest).max() / 2
    return np.array([middle - half, middle + half])
