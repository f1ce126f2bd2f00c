"""The embedding's share against the size of the model, over many models."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, position, sides_with_room
from embedcore.charts.style import ACCENT, FONT_SIZE, POWERS_OF_TEN, QUIET, SHORT

HEIGHT = 380
WIDE, NARROW = (660, 330), (300, 330)  # pixels inside the axes that the names may count on


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
    names, _, shares = zip(*points, strict=True)
    totals = [float(point.total) for point in points]  # some counts are too long for int64
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
    box = NARROW if narrow else WIDE
    within = np.column_stack(
        [position(totals, x_domain, np.log), position(shares, y_domain, np.log)]
    )
    table["side"] = sides_with_room(
        in_pixels(within, box),
        names,
        box,
        [FONT_SIZE - 1] * len(names),
        first=[*table.index[table["chosen"]], *arrow],
    )
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
    return alt.layer(
        alt.Chart(table.iloc[list(arrow)]).mark_line(color=ACCENT, strokeDash=[5, 4]).encode(x, y),
        base.mark_point(filled=True, size=95, opacity=1).encode(color=colour),
        *name_layers(base, "model", fontSize=FONT_SIZE - 1),
    )
