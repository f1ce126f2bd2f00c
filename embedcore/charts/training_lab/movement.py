"""Rows by steps: an amount for each row of a table at each step of a run."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, CLEAR, QUIET, token_axis

AXES_AND_LEGENDS = 215  # pixels of the height that are not cells
MOST_TICKS = 4
LOG_FROM = 20  # times the smallest amount that the largest must be for a logarithmic scale


class MovementTitles(NamedTuple):
    """What the picture shows, in the visitor's language."""

    amount: str
    step: str
    row: str
    looked_up: str
    zero: str  # a cell of exactly 0


def movement_heatmap(
    amounts: np.ndarray,
    looked_up: np.ndarray,
    *,
    steps: np.ndarray,
    labels: Sequence[str],
    titles: MovementTitles,
) -> alt.LayerChart:
    """``amounts [steps, rows]`` as colours: a column a step, a line a row under its label.

    A cell of exactly 0 has a dot and no colour, so that it cannot pass for a small one. A cell
    where ``looked_up [steps, rows]`` has a ring.
    """
    table = _cells(amounts, looked_up, steps, labels, titles.zero)
    encodings = {
        "x": alt.X(
            "step:O",
            title=titles.step,
            axis=alt.Axis(labelAngle=0, labelOverlap="parity", ticks=False, domain=False),
        ),
        "y": token_axis(alt.Y, "row", labels),
        "tooltip": [
            alt.Tooltip("name:N", title=titles.row),
            alt.Tooltip("step:O", title=titles.step),
            alt.Tooltip("written:N", title=titles.amount),
            alt.Tooltip("looked_up:N", title=titles.looked_up),
        ],
    }
    scale, ticks = amount_scale(amounts)
    legend = alt.Legend(
        title=titles.amount, orient="bottom", gradientLength=180, values=ticks, format=".2~g"
    )
    colour = alt.Color("amount:Q", scale=scale, legend=legend if amounts.any() else None)
    cells = (
        alt.Chart(table)
        .mark_rect()
        .encode(color=alt.condition("datum.amount > 0", colour, alt.value(CLEAR)))
    )
    marks = _marks(table, titles.looked_up, titles.zero)
    height = AXES_AND_LEGENDS + len(labels) * (20 if len(labels) <= 26 else 13)
    layers = (layer.encode(**encodings) for layer in (cells, marks))
    return alt.layer(*layers, height=height).resolve_scale(color="independent", size="independent")


def amount_scale(amounts: np.ndarray) -> tuple[alt.Scale, list[float]]:
    """The ramp from 0 to the largest amount, or a logarithmic one if the amounts lie far apart.

    A step that is left over from momentum, or a decay, is a hundredth of one with a gradient: on
    an even scale it could not be told from nothing. With the scale, its ticks.
    """
    above = amounts[amounts > 0].astype(float)
    highest = above.max(initial=0) or 1.0
    lowest = above.min(initial=highest)
    if highest < LOG_FROM * lowest:
        return alt.Scale(domain=[0, highest], range="ramp"), [0, highest / 2, highest]
    exponents = np.arange(math.ceil(math.log10(lowest)), math.floor(math.log10(highest)) + 1)
    ticks = 10.0 ** exponents[:: math.ceil(len(exponents) / MOST_TICKS)]
    return alt.Scale(type="log", domain=[lowest, highest], range="ramp"), ticks.tolist()


def _cells(
    amounts: np.ndarray,
    looked_up: np.ndarray,
    steps: np.ndarray,
    labels: Sequence[str],
    zero_title: str,
) -> pd.DataFrame:
    columns, rows = (index.ravel() for index in np.indices(amounts.shape))
    return pd.DataFrame(
        {
            "step": steps[columns],
            "row": rows,
            "name": [labels[row] for row in rows],
            "amount": amounts.ravel(),
            "written": [f"{amount:.3g}" if amount else zero_title for amount in amounts.ravel()],
            "looked_up": np.where(looked_up.ravel(), "✓", "–"),
        }
    )


def _marks(table: pd.DataFrame, looked_up_title: str, zero_title: str) -> alt.Chart:
    """A ring for each cell that was looked up, a dot for each that is exactly 0."""
    titles = [looked_up_title, zero_title]
    chosen = (table["looked_up"] == "✓", table["amount"] == 0)
    parts = [table[where].assign(mark=title) for where, title in zip(chosen, titles, strict=True)]
    legend = alt.Legend(title=None, orient="top")

    def scale(values: list) -> dict:
        return {"scale": alt.Scale(domain=titles, range=values), "legend": legend, "sort": titles}

    return (
        alt.Chart(pd.concat(parts))
        .mark_point(opacity=1)
        .encode(
            color=alt.Color("mark:N", **scale([ACCENT, QUIET])),
            size=alt.Size("mark:N", **scale([40, 4])),
        )
    )
