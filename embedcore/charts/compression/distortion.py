"""How far projected distances are from what they were: at one width, and at all."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, targets
from embedcore.charts.style import ACCENT, GROUP_COLOURS, QUIET, stroke_legend
from embedcore.compression.random_projection import EDGES

PROMISE, LIMIT = GROUP_COLOURS[0], GROUP_COLOURS[3]  # the bound of the lemma; the worst
WIDEST = float(EDGES[-1])  # a change of +200 %: what lies beyond is not drawn
HEIGHT = 380  # pixels, of the axes and the legend, too
SIGNED = "datum.value === 0 ? '0' : format(datum.value, '+.0%')"


class ChangeTitles(NamedTuple):
    """What the histogram shows, in the visitor's language."""

    change: str
    share: str  # of the pairs
    predicted: str
    promise: str


def change_histogram(
    shares: np.ndarray,
    predicted: np.ndarray,
    *,
    promise: float | None,
    worst: Sequence[float],
    titles: ChangeTitles,
) -> alt.LayerChart:
    """The ``shares [bins]`` of pairs between ``EDGES``, and ``predicted [bins]`` as a curve.

    Two rules stand at plus and minus the ``promise``, unless it is None. ``worst`` are the least
    and the greatest change; the axis reaches all of these.
    """
    reach = max(abs(worst[0]), worst[1], promise or 0) * 1.08
    low, high = max(-reach, -1), min(reach, WIDEST)
    table = pd.DataFrame(
        {
            "from": EDGES[:-1],
            "to": EDGES[1:],
            "middle": (EDGES[:-1] + EDGES[1:]) / 2,
            "share": shares,
            "predicted": predicted,
        }
    )
    table = table[(table["to"] > low) & (table["from"] < high)]
    scale = alt.Scale(domain=[low, high], nice=False, clamp=True)
    axis = alt.Axis(labelExpr=SIGNED, tickCount=6, grid=False)
    x = {"title": titles.change, "scale": scale, "axis": axis}
    top = max(float(shares.max()), float(predicted.max())) * 1.15
    y = {
        "title": titles.share,
        "scale": alt.Scale(domain=[0, top], nice=False),
        "axis": alt.Axis(format="~%", tickCount=4),
    }
    base = alt.Chart(table, height=HEIGHT)
    layers = [
        base.mark_bar(color=QUIET, opacity=0.7, binSpacing=0.5, clip=True).encode(
            x=alt.X("from:Q", **x).bin("binned"),
            x2="to",
            y=alt.Y("share:Q", **y),
            tooltip=[
                alt.Tooltip("from:Q", title="≥", format="+.0%"),
                alt.Tooltip("to:Q", title="<", format="+.0%"),
                alt.Tooltip("share:Q", title=titles.share, format=".2%"),
                alt.Tooltip("predicted:Q", title=titles.predicted, format=".2%"),
            ],
        ),
        base.mark_line(color=ACCENT, strokeWidth=2, interpolate="monotone", clip=True).encode(
            x=alt.X("middle:Q", **x), y=alt.Y("predicted:Q", **y)
        ),
    ]
    if promise is not None:
        ends = pd.DataFrame({"change": [-promise, promise], "name": titles.promise})
        rule = alt.Chart(ends).encode(x=alt.X("change:Q", **x))
        tooltip = [alt.Tooltip("change:Q", title=titles.promise, format="+.1%")]
        layers.append(
            rule.mark_rule(color=PROMISE, strokeWidth=2.5, strokeDash=[6, 3]).encode(
                tooltip=tooltip
            )
        )
    return alt.layer(*layers)


_WIDTHS = alt.Scale(type="log", base=2, nice=False, padding=6)


class Changes(NamedTuple):
    """How far the distances are from what they were, width by width."""

    marks: np.ndarray  # least, 1 %, middle, 99 %, greatest: [widths, 5]
    promises: Sequence[float | None]  # the bound of the lemma, to both sides
    limits: np.ndarray  # the worst, downwards and upwards: [widths, 2]


class ChangeNames(NamedTuple):
    """What the legend calls them."""

    inner: str  # the band from 1 % to 99 %
    outer: str  # the band from the least to the greatest
    promise: str
    limits: str


def changes_by_width(
    widths: Sequence[int],
    changes: Changes,
    *,
    chosen: int,
    width_title: str,
    change_title: str,
    names: ChangeNames,
) -> alt.LayerChart:
    """Two bands over the widths, from mark to mark; the ``chosen`` width has a rule.

    Promises are drawn to both sides where there is one, limits as dotted lines.
    """
    axis = alt.Axis(values=list(widths), format=",d", grid=False, labelOverlap="greedy")
    x = alt.X("width:Q", title=width_title, scale=_WIDTHS, axis=axis)
    table = _by_width(widths, changes)
    tooltip = [
        alt.Tooltip("width:Q", title=width_title, format=",d"),
        alt.Tooltip("low:Q", title=f"{names.inner} −", format="+.1%"),
        alt.Tooltip("high:Q", title=f"{names.inner} +", format="+.1%"),
        alt.Tooltip("least:Q", title=f"{names.outer} −", format="+.1%"),
        alt.Tooltip("most:Q", title=f"{names.outer} +", format="+.1%"),
    ]

    def y(field: str) -> alt.Y:
        axis = alt.Axis(labelExpr=SIGNED, values=[-1, -0.5, 0, 0.5, 1, 1.5, 2])
        scale = alt.Scale(domain=[-1, WIDEST], nice=False)
        return alt.Y(f"{field}:Q", title=change_title, scale=scale, axis=axis)

    def named(name: str) -> alt.Chart:
        """The table as a layer that the legend calls so."""
        colours = alt.Scale(domain=list(names), range=[ACCENT, QUIET, PROMISE, LIMIT])
        colour = alt.Color("name:N", scale=colours, legend=stroke_legend(columns=1))
        return alt.Chart(table.assign(name=name), height=HEIGHT).encode(x=x, color=colour)

    promise = named(names.promise).mark_line(strokeDash=[6, 3], strokeWidth=2.5, clip=True)
    limit = named(names.limits).mark_line(strokeDash=[2, 3], strokeWidth=2, clip=True)
    chosen_rule = alt.Chart(pd.DataFrame({"width": [chosen]})).mark_rule(color=QUIET, strokeWidth=1)
    return alt.layer(
        chosen_rule.encode(x=x),
        band(named(names.outer), y, opacity=0.35, ends=("least", "most")),
        band(named(names.inner), y, opacity=0.5, ends=("low", "high")),
        *(promise.encode(y=y(side)) for side in ("shorter", "longer")),
        *(limit.encode(y=y(side)) for side in ("lower", "upper")),
        targets(alt.Chart(table, height=HEIGHT).encode(x=x), y("middle"), tooltip),
    )


def _by_width(widths: Sequence[int], changes: Changes) -> pd.DataFrame:
    """A row a width; where there is no promise, its two columns are empty."""
    marks = dict(zip(("least", "low", "middle", "high", "most"), changes.marks.T, strict=True))
    promises = np.array([np.nan if p is None else p for p in changes.promises])
    lower, upper = changes.limits.T
    sides = {"shorter": -promises, "longer": promises, "lower": lower, "upper": upper}
    return pd.DataFrame({"width": list(widths), **marks, **sides})
