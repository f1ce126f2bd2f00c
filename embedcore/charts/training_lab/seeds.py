"""What many seeds of one run come to: a band over the steps, and histograms of cosines."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table, targets
from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, cosine_axis, zero_rule

BIN_EDGES = np.linspace(-1, 1, 21)
HEADROOM = 1.45  # of a histogram's highest bar: room above it for the names of the marks


def over_steps(
    steps: np.ndarray,
    similarity: np.ndarray,
    *,
    own: np.ndarray,
    names: Sequence[str],
    step_title: str,
    cosine_title: str,
    own_title: str,
) -> alt.LayerChart:
    """Within and across groups in the course of a run, over all seeds and of the visitor's own.

    ``similarity [seeds, frames, 2]`` and ``own [frames, 2]`` hold the two; each is drawn as its
    mean, a band of one standard deviation, a fainter one of the whole range, and ``own`` as a
    thin line. Of a single seed there are no bands, of a single group (NaN across) nothing across.
    """
    parts = [part for part in (0, 1) if not np.isnan(own[:, part]).any()]
    table = pd.concat([_course(steps, similarity[..., p], own[:, p], names[p]) for p in parts])

    def y(field: str) -> alt.Y:
        return cosine_axis(field, cosine_title)

    shown = alt.Scale(domain=[names[p] for p in parts], range=[(ACCENT, QUIET)[p] for p in parts])
    colour = alt.Color("pair:N", scale=shown, legend=None)
    x = alt.X("step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=6))
    base = alt.Chart(table, height=300).encode(x=x, color=colour)
    tooltip = [
        alt.Tooltip("pair:N", title=" "),
        alt.Tooltip("step:Q", title=step_title),
        alt.Tooltip("mean:Q", title=cosine_title, format="+.2f"),
        alt.Tooltip("own:Q", title=own_title, format="+.2f"),
    ]
    layers = [zero_rule("y")]
    if len(similarity) > 1:
        layers += [band(base, y, opacity=0.1, ends=("lowest", "highest")), band(base, y)]
    layers += [
        base.mark_line(strokeWidth=2.5).encode(y=y("mean")),
        base.mark_line(strokeWidth=1.2, strokeDash=[4, 3]).encode(y=y("own")),
        targets(base, y("mean"), tooltip),
        *_names(table, cosine_title),
    ]
    return alt.layer(*layers)


class Mark(NamedTuple):
    """A rule at a cosine, and its name."""

    name: str
    value: float
    dash: tuple[int, int] = (1, 0)


def histogram(
    values: np.ndarray,
    marks: Sequence[Mark],
    *,
    colour: str,
    most: int,
    cosine_title: str,
    count_title: str,
) -> alt.LayerChart:
    """How often each cosine came out over the seeds: ``values [seeds]`` in bins of 0.1.

    One or two ``marks`` are rules that name themselves. ``most`` is the count at the top, given so
    that two histograms can share it.
    """
    counts, _ = np.histogram(values, BIN_EDGES)
    table = pd.DataFrame({"from": BIN_EDGES[:-1], "to": BIN_EDGES[1:], "count": counts})
    top = alt.Scale(domain=[0, most * HEADROOM], nice=False)
    y = alt.Y("count:Q", title=count_title, scale=top, axis=alt.Axis(tickCount=4, format="d"))
    bars = (
        alt.Chart(table[table["count"] > 0], height=220)
        .mark_bar(color=colour, opacity=0.6, binSpacing=1)
        .encode(
            x=cosine_axis("from", cosine_title, alt.X).bin("binned"),
            x2="to",
            y=y,
            tooltip=[
                alt.Tooltip("from:Q", title="≥", format="+.1f"),
                alt.Tooltip("to:Q", title="<", format="+.1f"),
                alt.Tooltip("count:Q", title=count_title),
            ],
        )
    )
    return alt.layer(zero_rule("x"), bars, *_named_rules(marks, most, cosine_title))


def counted(*samples: np.ndarray) -> int:
    """The highest bar that `histogram` would draw of any of the ``samples [seeds]``."""
    return max(int(np.histogram(sample, BIN_EDGES)[0].max()) for sample in samples)


def _course(steps: np.ndarray, values: np.ndarray, own: np.ndarray, name: str) -> pd.DataFrame:
    """One of the two over the steps; ``values [seeds, frames]``, ``own [frames]``."""
    table = spread_table(values, step=steps, pair=name, own=own)
    bottom, top = np.minimum(table["lowest"], own), np.maximum(table["highest"], own)
    return table.assign(bottom=bottom, top=top)


def _names(table: pd.DataFrame, cosine_title: str) -> list[alt.Chart]:
    """Each curve's name at its end, where nothing else is drawn."""
    ends = table[table["step"] == table["step"].max()].sort_values("mean", ascending=False)
    sides = (("top", -10), ("bottom", 12))  # the upper curve's above it, the other's below
    return [
        alt.Chart(ends.iloc[[place]])
        .mark_text(align="right", dy=dy, fontSize=FONT_SIZE + 1, fontWeight="bold")
        .encode(x="step:Q", y=cosine_axis(edge, cosine_title), text="pair:N")
        for place, (edge, dy) in enumerate(sides[: len(ends)])
    ]


def _named_rules(marks: Sequence[Mark], most: int, cosine_title: str) -> list[alt.Chart]:
    """A rule for each mark, its name at the top, turned to the roomier side.

    The rule nearest to that side is the lowest, so that no rule crosses another's name.
    """
    leftward = sum(mark.value for mark in marks) > 0
    ordered = sorted(marks, key=lambda mark: mark.value, reverse=not leftward)
    x = cosine_axis("value", cosine_title, alt.X)
    layers = []
    for (name, value, dash), height in zip(ordered, (1.12, 1.32), strict=False):
        row = pd.DataFrame({"value": [value], "height": [most * height], "name": [name]})
        mark = alt.Chart(row)
        layers += [
            mark.mark_rule(strokeWidth=2, strokeDash=list(dash), color=QUIET).encode(
                x=x, y="height:Q", y2=alt.datum(0)
            ),
            mark.mark_text(
                align="right" if leftward else "left",
                dx=-5 if leftward else 5,
                dy=4,
                fontSize=FONT_SIZE,
            ).encode(x=x, y="height:Q", text="name:N"),
        ]
    return layers
