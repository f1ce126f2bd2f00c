"""One training step in pictures: rows of the table, what was added to them, scores, guesses."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.heatmap import cells_of
from embedcore.charts.style import (
    ACCENT,
    FONT_SIZE,
    LARGEST,
    QUIET,
    ROOMY_TO,
    signed,
    token_axis,
)

LONGEST_NAME = 12  # characters of a word on an axis; its tooltip has them all
HEAD_OR_FOOT = 36  # pixels of a chart's height that are not rows


def table_rows(
    rows: np.ndarray,
    labels: Sequence[str],
    *,
    framed: np.ndarray,
    value_title: str,
) -> alt.LayerChart:
    """``rows [n, d_model]`` as cells with their numbers; those of ``framed [n]`` in a frame.

    A row of NaN is left out, as a gap between the rows above it and below.
    """
    cells = _cells(rows, labels, digits=2).dropna()
    base = _base(cells, labels, value_title)
    drawn = base.mark_rect().encode(color=signed(LARGEST, None))
    written = base.mark_text(fontSize=_font_size(rows)).encode(text="written:N")
    frames = (
        alt.Chart(pd.DataFrame({"row": np.flatnonzero(framed)}))
        .mark_rect(filled=False, stroke=ACCENT, strokeWidth=1.5)
        .encode(y=_rows_axis(labels))
    )
    return alt.layer(drawn, written, frames)


def row_pushes(
    pushes: np.ndarray, labels: Sequence[str], *, value_title: str, zero_title: str
) -> alt.LayerChart:
    """What each row gets, ``pushes [n, d_model]``: the shade is its size, the number its sign too.

    A row that gets exactly nothing is empty, but for ``zero_title``.
    """
    reached = pushes.any(axis=1)
    cells = _cells(pushes, labels, digits=3)
    cells = cells[reached[cells["row"]]]
    largest = float(np.abs(pushes).max(initial=0)) or 1.0
    shade = alt.Scale(domain=[0, largest], range="ramp")
    base = _base(cells, labels, value_title)
    drawn = base.mark_rect().encode(color=alt.Color("size:Q", scale=shade, legend=None))
    written = base.mark_text(fontSize=_font_size(pushes)).encode(text="written:N")
    empty = alt.Chart(pd.DataFrame({"row": np.flatnonzero(~reached), "zero": zero_title}))
    zeros = empty.mark_text(opacity=0.75, fontSize=FONT_SIZE).encode(
        y=_rows_axis(labels), text="zero:N"
    )
    return alt.layer(drawn, written, zeros)


def signed_bars(
    values: np.ndarray, labels: Sequence[str], *, target: int, value_title: str
) -> alt.LayerChart:
    """A bar a word, from 0 left or right to its value ``[n]``; the target's in colour."""
    table = _words(labels, target).assign(value=values, written=[_written(v, 3) for v in values])
    table["side"] = np.where(values < 0, "left", "right")
    reach = float(np.abs(values).max(initial=0)) * 1.45 or 1.0  # room for the numbers
    x = alt.X("value:Q", scale=_from_to(-reach, reach), axis=None)
    base = alt.Chart(table, height=_height(len(labels))).encode(
        x=x,
        y=_rows_axis(labels),
        tooltip=[alt.Tooltip("word:N", title=" "), alt.Tooltip("written:N", title=value_title)],
    )
    zero = alt.Chart(pd.DataFrame({"value": [0]})).mark_rule(color=QUIET).encode(x=x)
    bars = base.mark_bar(height=14, cornerRadius=2).encode(color=_by_target())
    numbers = [
        base.transform_filter(f"datum.side == '{side}'")
        .mark_text(align=align, dx=dx, fontSize=FONT_SIZE - 2)
        .encode(text="written:N")
        for side, align, dx in (("left", "right", -4), ("right", "left", 4))
    ]
    return alt.layer(bars, zero, *numbers)


def guesses(
    before: np.ndarray,
    after: np.ndarray,
    *,
    labels: Sequence[str],
    target: int,
    times: tuple[str, str],
    value_title: str,
) -> alt.LayerChart:
    """Each word's probability before a step (faint) and after it: two bars; the target's in colour.

    ``before`` and ``after`` are ``[n]``; ``times`` names them.
    """
    words = _words(labels, target)
    table = pd.concat(
        [words.assign(value=p, time=name) for p, name in zip((before, after), times, strict=True)]
    )
    table["written"] = [f"{value:.1%}" for value in table["value"]]
    base = alt.Chart(table, height=_height(len(labels))).encode(
        x=alt.X("value:Q", scale=_from_to(0, 1.3), axis=None),
        y=_rows_axis(labels),
        yOffset=alt.YOffset("time:N", sort=list(times), scale=alt.Scale(domain=list(times))),
        tooltip=[
            alt.Tooltip("word:N", title=" "),
            alt.Tooltip("time:N", title=" "),
            alt.Tooltip("written:N", title=value_title),
        ],
    )
    faint = alt.Opacity(
        "time:N",
        scale=alt.Scale(domain=list(times), range=[0.45, 1]),
        legend=None,
        sort=list(times),
    )
    bars = base.mark_bar(cornerRadius=2).encode(color=_by_target(), opacity=faint)
    numbers = base.mark_text(align="left", dx=4, fontSize=FONT_SIZE - 3).encode(text="written:N")
    return alt.layer(bars, numbers)


def target_curve(probabilities: np.ndarray, *, step_title: str, value_title: str) -> alt.LayerChart:
    """The target's probability after 0, 1, 2 … steps; the last step, the one in view, is marked."""
    table = pd.DataFrame({"step": np.arange(len(probabilities)), "value": probabilities})
    base = alt.Chart(table, height=190).encode(
        x=alt.X(
            "step:Q",
            title=step_title,
            scale=_from_to(0, max(len(probabilities) - 1, 5)),
            axis=alt.Axis(tickCount=5, format="d", tickMinStep=1, grid=False),
        ),
        y=alt.Y(
            "value:Q",
            title=value_title,
            scale=_from_to(0, 1),
            axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1]),
        ),
        tooltip=[
            alt.Tooltip("step:Q", title=step_title),
            alt.Tooltip("value:Q", title=value_title, format=".2%"),
        ],
    )
    line = base.mark_line(color=QUIET, strokeWidth=2)
    last_two = base.transform_filter(f"datum.step >= {len(probabilities) - 2}")
    this_step = last_two.mark_line(color=ACCENT, strokeWidth=3, point={"size": 50, "color": ACCENT})
    return alt.layer(line, this_step)


def _cells(rows: np.ndarray, labels: Sequence[str], digits: int) -> pd.DataFrame:
    table = cells_of(rows)
    return table.assign(
        word=[labels[row] for row in table["row"]],
        size=table["value"].abs(),
        written=[_written(value, digits) for value in table["value"]],
    )


def _base(cells: pd.DataFrame, labels: Sequence[str], value_title: str) -> alt.Chart:
    return alt.Chart(cells, height=_height(len(labels))).encode(
        x=alt.X("column:O", title=None, axis=alt.Axis(labelAngle=0, ticks=False, domain=False)),
        y=_rows_axis(labels),
        tooltip=[
            alt.Tooltip("word:N", title=" "),
            alt.Tooltip("column:O", title="i"),
            alt.Tooltip("value:Q", title=value_title, format="+.6f"),
        ],
    )


def _rows_axis(labels: Sequence[str]) -> alt.Y:
    names = [n if len(n) <= LONGEST_NAME else f"{n[: LONGEST_NAME - 1]}…" for n in labels]
    return token_axis(alt.Y, "row", names)


def _words(labels: Sequence[str], target: int) -> pd.DataFrame:
    rows = np.arange(len(labels))
    return pd.DataFrame({"row": rows, "word": list(labels), "target": rows == target})


def _by_target() -> dict:
    return alt.condition("datum.target", alt.value(ACCENT), alt.value(QUIET))


def _from_to(lowest: float, highest: float) -> alt.Scale:
    return alt.Scale(domain=[lowest, highest], nice=False)


def _height(rows: int) -> int:
    return HEAD_OR_FOOT + rows * (32 if rows <= ROOMY_TO else 26)


def _font_size(rows: np.ndarray) -> int:
    """Of the numbers in cells: with many columns they must be small to fit on a phone."""
    return FONT_SIZE - 2 if rows.shape[1] <= 6 else FONT_SIZE - 4


def _written(value: float, digits: int) -> str:
    """A signed number in little room; one that is not 0 is not written as 0 with three digits."""
    if value == 0:
        return "0"
    plain = (digits < 3 or abs(value) >= 0.0005) and abs(value) < 1_000
    written = f"{value:+z.{digits}f}" if plain else f"{value:+.0e}"
    return written.replace("e+0", "e").replace("e-0", "e-").replace("-", "−")
