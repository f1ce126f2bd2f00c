"""Three words, the point that their sum comes to, and its answers: in the plane of the three."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, sides_with_room
from embedcore.charts.style import ACCENT, FONT_SIZE, GROUP_COLOURS, QUIET

ANSWER = GROUP_COLOURS[0]
WIDE, NARROW = (800, 430), (330, 330)  # pixels that the picture is laid out for
OUTLINE = ((1, 0), (2, 3), (1, 2), (0, 3))  # the step twice, then the two other sides
ON_AN_EDGE = 40  # points of it that no name may cover


class Named(NamedTuple):
    """A point of the picture."""

    name: str
    said: str  # in its tooltip
    place: tuple[float, float]


def parallelogram(
    corners: Sequence[Named], answers: Sequence[Named], *, narrow: bool = False
) -> alt.LayerChart:
    """``corners`` are start, minus, plus and the computed point; ``answers`` lie where they may.

    A length is the same number of pixels along both axes, in a picture of the size laid out for.
    """
    points = np.array([point.place for point in (*corners, *answers)])
    size = NARROW if narrow else WIDE
    lowest, highest = _frame(points, size)
    scales = [
        alt.Scale(domain=[float(low), float(high)], nice=False, zero=False)
        for low, high in zip(lowest, highest, strict=True)
    ]
    x = alt.X("across:Q", axis=None, scale=scales[0])
    y = alt.Y("up:Q", axis=None, scale=scales[1])
    table = pd.DataFrame(points, columns=["across", "up"])
    table["name"] = [point.name for point in (*corners, *answers)]
    table["said"] = [point.said for point in (*corners, *answers)]
    table["part"] = ["input"] * 3 + ["computed"] + ["answer"] * len(answers)
    pixels = in_pixels((points - lowest) / (highest - lowest), size)
    table["side"] = _sides(pixels, list(table["name"]), size)
    base = alt.Chart(table, height=size[1]).encode(x=x, y=y)

    def points_of(part: str) -> alt.Chart:
        return base.transform_filter(f"datum.part === '{part}'").encode(
            tooltip=alt.Tooltip("said:N", title=" ")
        )

    looks = [(ACCENT, [1, 0])] * 2 + [(QUIET, [4, 3])] * 2
    edges = [(*ends, *look) for ends, look in zip(OUTLINE, looks, strict=True)]
    edges += [(3, 4 + number, ANSWER, [2, 3]) for number in range(len(answers))]
    return alt.layer(
        *(_edge(table, *edge, x, y) for edge in edges),
        points_of("input").mark_point(filled=True, size=110, opacity=1, color=ACCENT),
        points_of("computed").mark_point(
            shape="cross", filled=True, size=190, opacity=1, color=ACCENT
        ),
        points_of("answer").mark_point(
            shape="diamond", filled=True, size=150, opacity=1, color=ANSWER
        ),
        *name_layers(base, "name", fontSize=FONT_SIZE + 1, fontWeight="bold"),
    )


def _edge(
    table: pd.DataFrame, first: int, last: int, colour: str, dash: list[int], x: alt.X, y: alt.Y
) -> alt.Chart:
    ends = table.iloc[[first, last]][["across", "up"]]
    line = alt.Chart(ends).mark_line(color=colour, strokeDash=dash, strokeWidth=2)
    return line.encode(x=x, y=y)


def _sides(pixels: np.ndarray, names: list[str], size: tuple[int, int]) -> list[str]:
    """The side of its point on which each name stands: off the edges, where there is room."""
    parts = np.linspace(0, 1, ON_AN_EDGE)[:, None]
    edges = [pixels[a] + parts * (pixels[b] - pixels[a]) for a, b in OUTLINE]
    places = np.concatenate([pixels, *edges])
    written = names + [""] * (len(places) - len(names))
    sizes = [FONT_SIZE + 1] * len(places)
    return sides_with_room(places, written, size, sizes, must=len(names))[: len(names)]


def _frame(points: np.ndarray, size: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """The corners of a frame around ``points [n, 2]`` that leaves room for names at its sides."""
    size = np.array(size)
    lowest, highest = points.min(axis=0), points.max(axis=0)
    room = size * [0.66, 0.74]
    unit = max(float(((highest - lowest) / room).max()), 1e-9)  # of the vectors, in a pixel
    middle = (lowest + highest) / 2
    return middle - size * unit / 2, middle + size * unit / 2
