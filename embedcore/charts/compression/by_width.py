"""Curves over the numbers in a row: means of several seeds with their spread, and rules."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table
from embedcore.charts.style import FONT_SIZE, QUIET, stroke_legend

HEIGHT = 340  # pixels, of the axes and the legend, too


class Curve(NamedTuple):
    """One curve: its ``values [seeds, widths]``, one seed where chance has no part in it."""

    name: str
    values: np.ndarray
    colour: str
    dash: tuple[int, ...] = (1, 0)


class Level(NamedTuple):
    """A rule across the picture, and its name."""

    name: str
    value: float


class ValueAxis(NamedTuple):
    """The axis upwards: shares as percentages, or numbers with their sign."""

    title: str
    domain: tuple[float, float]
    percent: bool = True


def curves(
    widths: Sequence[int],
    drawn: Sequence[Curve],
    *,
    values: ValueAxis,
    width_title: str,
    spread_title: str,
    level: Level | None = None,
) -> alt.LayerChart:
    """The means over ``widths`` on a doubling scale, each in a band of one standard deviation.

    A band ends where values must: no share is above 100 %, however high the axis reaches.
    """
    value_title, domain, percent = values
    within = (0.0, 1.0) if percent else domain
    table = pd.concat(
        [spread_table(curve.values, within, width=list(widths), name=curve.name) for curve in drawn]
    )
    names = [curve.name for curve in drawn]
    legend = stroke_legend(columns=2)
    colours = alt.Scale(domain=names, range=[curve.colour for curve in drawn])
    dashes = alt.Scale(domain=names, range=[list(curve.dash) for curve in drawn])
    form = ".1%" if percent else "+.2f"
    ticks = "format(datum.value, '.0%')"
    if not percent:
        ticks = "datum.value === 0 ? '0' : format(datum.value, '+.1f')"
    x = alt.X(
        "width:Q",
        title=width_title,
        scale=alt.Scale(
            type="log", base=2, domain=[min(widths), max(widths)], nice=False, padding=8
        ),
        axis=alt.Axis(values=list(widths), format="d", grid=False, labelOverlap="greedy"),
    )

    def y(field: str) -> alt.Y:
        return alt.Y(
            f"{field}:Q",
            title=value_title,
            scale=alt.Scale(domain=list(domain), nice=False),
            axis=alt.Axis(labelExpr=ticks, tickCount=5),
        )

    base = alt.Chart(table, height=HEIGHT).encode(
        x=x,
        color=alt.Color("name:N", scale=colours, legend=legend),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("width:Q", title=width_title),
            alt.Tooltip("mean:Q", title=value_title, format=form),
            alt.Tooltip("spread:Q", title=spread_title, format=form.removeprefix("+")),
        ],
    )
    mean = y("mean")
    layers = [
        band(base, y),
        base.mark_line(strokeWidth=2.5).encode(
            y=mean, strokeDash=alt.StrokeDash("name:N", scale=dashes, legend=legend)
        ),
        base.mark_point(filled=True, size=45, opacity=1).encode(y=mean),
    ]
    if level is not None:
        rule = alt.Chart(pd.DataFrame({"mean": [level.value], "name": [level.name]}))
        below = level.value > sum(domain) / 2
        layers += [
            rule.mark_rule(color=QUIET, strokeDash=[2, 3], strokeWidth=1.5).encode(y=mean),
            rule.mark_text(
                align="left" if below else "right",
                dx=6 if below else -6,
                dy=-9,
                fontSize=FONT_SIZE,
            ).encode(x=alt.value(0) if below else alt.value("width"), y=mean, text="name:N"),
        ]
    return alt.layer(*layers)
