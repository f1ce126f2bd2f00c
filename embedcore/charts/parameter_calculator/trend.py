"""The embedding's share against the size of the model, over many models."""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

HEIGHT = 380
WIDE, NARROW = 1_000, 300  # pixels that the names may count on
POWERS_OF_TEN = [10.0**power for power in range(3, 13)]
SHORT = "replace(format(datum.value, '~s'), 'G', 'B')"  # of a count on an axis: 1B, not 1G
LETTER, LINE = 6.6, 15  # pixels of a name


class Point(NamedTuple):
    """A model: how many parameters it has, and which share of them is embedding."""

    model: str
    total: int
    share: float


def trend(
    points: Sequence[Point],
    *,
    arrow: tuple[int, int],
    chosen: int,
    model_title: str,
    total_title: str,
    share_title: str,
    narrow: bool = False,
) -> alt.LayerChart:
    """A point a model on two logarithmic axes, the ``chosen`` one in the accent.

    ``arrow`` are two models to join by a line. A name for which there is no room is left to the
    tooltip.
    """
    names, totals, shares = zip(*points, strict=True)
    table = pd.DataFrame(
        {
            "model": list(names),
            "total": list(totals),
            "share": list(shares),
            "chosen": [number == chosen for number in range(len(names))],
        }
    )
    x_domain = [min(totals) / 2, max(totals) * 4]
    y_domain = [min(shares) / 1.5, min(max(shares) * 2, 1)]
    x = alt.X(
        "total:Q",
        title=total_title,
        scale=alt.Scale(type="log", domain=x_domain, nice=False),
        axis=alt.Axis(labelExpr=SHORT, values=POWERS_OF_TEN, grid=False),
    )
    y = alt.Y(
        "share:Q",
        title=share_title,
        scale=alt.Scale(type="log", domain=y_domain, nice=False),
        axis=alt.Axis(format="~%", values=[0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1]),
    )
    base = alt.Chart(table, height=HEIGHT).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("model:N", title=model_title),
            alt.Tooltip("total:Q", title=total_title, format=","),
            alt.Tooltip("share:Q", title=share_title, format=".2%"),
        ],
    )
    colour = alt.condition("datum.chosen", alt.value(ACCENT), alt.value(QUIET))
    layers = [
        alt.Chart(table.iloc[list(arrow)]).mark_line(color=ACCENT, strokeDash=[5, 4]).encode(x, y),
        base.mark_point(filled=True, size=95, opacity=1).encode(color=colour),
    ]
    width = NARROW if narrow else WIDE
    places = [
        (_position(total, x_domain) * width, (1 - _position(share, y_domain)) * HEIGHT)
        for total, share in zip(totals, shares, strict=True)
    ]
    first = [chosen, *arrow, *(n for n in range(len(names)) if n not in (chosen, *arrow))]
    for number, align, dx, dy in _room(names, places, first, width):
        label = alt.Chart(table.iloc[[number]]).mark_text(
            align=align, dx=dx, dy=dy, fontSize=FONT_SIZE - 1, baseline="middle"
        )
        layers.append(label.encode(x=x, y=y, text="model:N"))
    return alt.layer(*layers)


def _position(value: float, domain: Sequence[float]) -> float:
    """Where a value lies between the ends of a logarithmic axis, 0 to 1."""
    lowest, highest = domain
    return math.log(value / lowest) / math.log(highest / lowest)


def _room(
    names: Sequence[str], places: list[tuple[float, float]], order: list[int], width: float
) -> Iterator[tuple[int, str, int, int]]:
    """For each name that finds a free place beside its point: number, align, dx, dy."""
    taken = [(x - 6, x + 6, y - 6, y + 6) for x, y in places]
    for number in order:
        x, y = places[number]
        long = LETTER * len(names[number])
        for align, dx, dy in (
            ("left", 10, 0),
            ("right", -10, 0),
            ("center", 0, -15),
            ("center", 0, 15),
        ):
            left = x + dx - {"left": 0, "right": long, "center": long / 2}[align]
            box = (left, left + long, y + dy - LINE / 2, y + dy + LINE / 2)
            inside = box[0] >= 0 and box[1] <= width and box[2] >= 0 and box[3] <= HEIGHT
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                yield number, align, dx, dy
                break


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    apart_x = one[1] < other[0] or other[1] < one[0]
    return not (apart_x or one[3] < other[2] or other[3] < one[2])
