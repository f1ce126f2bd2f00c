"""Tied and untied runs compared: their losses, and near rows against near probabilities."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table
from embedcore.charts.loss import binned
from embedcore.charts.style import ACCENT, FONT_SIZE, GROUP_COLOURS, GROUP_SHAPES, QUIET

WITHIN_OR_ACROSS = {
    kind: (GROUP_COLOURS[place], GROUP_SHAPES[place]) for place, kind in enumerate((True, False))
}


def losses_of_both(
    untied: np.ndarray,
    tied: np.ndarray,
    *,
    floor: float,
    names: Sequence[str],
    step_title: str,
    loss_title: str,
    floor_title: str,
) -> alt.LayerChart:
    """Mean loss ``[seeds, steps]`` of the two designs with a band of one standard deviation.

    At most 200 stretches of a run are drawn, each as its mean. The floor is a rule that names
    itself.
    """
    table = pd.concat(
        [_course(both, name) for both, name in zip((untied, tied), names, strict=True)]
    )
    legend = alt.Legend(title=None, orient="top", symbolType="stroke", symbolOpacity=1)
    colour = alt.Color(
        "name:N", scale=alt.Scale(domain=list(names), range=[QUIET, ACCENT]), legend=legend
    )
    dashes = alt.Scale(domain=list(names), range=[[6, 3], [1, 0]])
    dash = alt.StrokeDash("name:N", scale=dashes, legend=legend)
    top = max(floor, float(table["upper"].max())) * 1.05

    def y(field: str) -> alt.Y:
        scale = alt.Scale(domain=[0, top], nice=False)
        return alt.Y(f"{field}:Q", title=loss_title, scale=scale)

    base = alt.Chart(table, height=260).encode(
        x=alt.X(
            "step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=6)
        ),
        color=colour,
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("step:Q", title=step_title),
            alt.Tooltip("mean:Q", title=loss_title, format=".3f"),
        ],
    )
    rule = alt.Chart(pd.DataFrame({"floor": [floor], "name": [floor_title]}))
    return alt.layer(
        band(base, y, opacity=0.2),
        base.mark_line(strokeWidth=2).encode(y=y("mean"), strokeDash=dash),
        rule.mark_rule(color=QUIET, strokeDash=[2, 3]).encode(y=y("floor")),
        rule.mark_text(align="left", dx=6, dy=14, fontSize=FONT_SIZE).encode(
            x=alt.value(0), y=y("floor"), text="name:N"
        ),
    )


class NearTitles(NamedTuple):
    """What the picture of pairs shows, in the visitor's language."""

    cosine: str
    difference: str
    within: str  # a pair of one group
    across: str  # a pair of two


def near_and_likely(
    cosines: np.ndarray,
    differences: np.ndarray,
    *,
    pairs: Sequence[str],
    within: np.ndarray,
    highest: float,
    titles: NearTitles,
) -> alt.Chart:
    """A point a pair of tokens: how near their rows are, how differently they are expected.

    ``pairs`` names them, ``within`` says which are of one group. ``highest`` is the largest
    difference on the axis, given so that pictures side by side can share it.
    """
    names = {True: titles.within, False: titles.across}
    table = pd.DataFrame(
        {
            "cosine": cosines,
            "difference": differences,
            "pair": list(pairs),
            "group": [names[bool(same)] for same in within],
        }
    )
    shown = [kind for kind in (True, False) if kind in within]
    domain = [names[kind] for kind in shown]
    legend = alt.Legend(title=None, orient="bottom", direction="vertical", symbolOpacity=1)
    colours, shapes = zip(*(WITHIN_OR_ACROSS[kind] for kind in shown), strict=True)
    return (
        alt.Chart(table, height=360)
        .mark_point(filled=True, size=26, opacity=0.9)
        .encode(
            x=alt.X(
                "cosine:Q",
                title=titles.cosine,
                scale=alt.Scale(domain=[-1, 1], nice=False),
                axis=alt.Axis(values=[-1, -0.5, 0, 0.5, 1]),
            ),
            y=alt.Y(
                "difference:Q",
                title=titles.difference,
                scale=alt.Scale(domain=[0, highest * 1.05], nice=False),
                axis=alt.Axis(tickCount=5),
            ),
            color=alt.Color(
                "group:N", scale=alt.Scale(domain=domain, range=list(colours)), legend=legend
            ),
            shape=alt.Shape("group:N", scale=alt.Scale(domain=domain, range=list(shapes))),
            tooltip=[
                alt.Tooltip("pair:N", title=" "),
                alt.Tooltip("cosine:Q", title=titles.cosine, format="+.2f"),
                alt.Tooltip("difference:Q", title=titles.difference, format=".2f"),
            ],
        )
    )


def _course(losses: np.ndarray, name: str) -> pd.DataFrame:
    """Mean and spread over the seeds of ``losses [seeds, steps]``, stretch by stretch."""
    stretches = [binned(of_seed) for of_seed in losses]
    means = np.array([stretch["mean"] for stretch in stretches])  # (seeds, stretches)
    return spread_table(means, step=stretches[0]["step"], name=name)
