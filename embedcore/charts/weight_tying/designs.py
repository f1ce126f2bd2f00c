"""Two tables or one: the picture of both designs."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts import flow
from embedcore.charts.style import ACCENT, FONT_SIZE, LARGEST, QUIET, signed

HEIGHT = 240
TABLE, TRUNK = (32, 60), (76, 100)  # where they stand, of a width of 100
ID_END = 24  # of the words at the left
TWO, ONE = ((0.12, 0.44), (0.64, 0.96)), ((0.12, 0.96),)  # from top to bottom
MOST_ROWS = 10


class DesignWords(NamedTuple):
    """What stands beside the tables and between them."""

    read: str
    written: str
    trunk: Sequence[str]  # line by line


def design(
    tables: Sequence[np.ndarray],
    tokens: Sequence[str],
    *,
    names: Sequence[str],
    words: DesignWords,
    value_title: str,
) -> alt.LayerChart:
    """A model that reads above and writes below, with two tables ``[rows, d_model]`` or with one.

    ``names`` are those of the tables. At most 10 rows of a table and 16 numbers of a row are drawn.
    """
    read, written, trunk = words
    spans = TWO if len(tables) == 2 else ONE
    reads, writes = (spans[0], spans[-1]) if len(tables) == 2 else ((0.12, 0.54), (0.54, 0.96))
    read_at, write_at = sum(reads) / 2, sum(writes) / 2
    cells = pd.concat(
        [_cells(table, tokens, *span) for table, span in zip(tables, spans, strict=True)]
    )
    shade = signed(LARGEST, None)
    tooltip = [
        alt.Tooltip("token:N", title=" "),
        alt.Tooltip("value:Q", title=value_title, format="+.2f"),
    ]
    one = len(tables) == 1
    return alt.layer(
        alt.Chart(cells, height=HEIGHT)
        .mark_rect()
        .encode(**flow.spans(), color=shade, tooltip=tooltip),
        _frames([(TABLE, span) for span in spans], ACCENT if one else QUIET, 3 if one else 1),
        _frames([(TRUNK, (0.12, 0.96))], QUIET, 1),
        *_arrow(ID_END + 1, TABLE[0], read_at),
        *_arrow(TABLE[1], TRUNK[0], read_at),
        *_arrow(TRUNK[0], TABLE[1], write_at),
        *_arrow(TABLE[0], ID_END + 1, write_at),
        _words([read, written], [ID_END] * 2, [read_at, write_at], "right"),
        _words(names, [sum(TABLE) / 2] * 2, [s[0] - 0.065 for s in spans], "center", bold=one),
        _words(
            trunk,
            [sum(TRUNK) / 2] * len(trunk),
            [0.54 + 0.08 * (line - (len(trunk) - 1) / 2) for line in range(len(trunk))],
            "center",
        ),
    )


def _cells(table: np.ndarray, tokens: Sequence[str], top: float, bottom: float) -> pd.DataFrame:
    """The first rows of a table between two heights, each with the token that it belongs to."""
    rows = table[:MOST_ROWS]
    thick = (bottom - top) / len(rows)
    tops = top + thick * np.arange(len(rows))
    cells = flow.cells(rows, np.arange(len(rows)), tops, thick * 0.86, TABLE)
    return cells.assign(token=[tokens[row] for row in cells["id"]])


def _frames(places: Sequence[tuple], colour: str, width: int) -> alt.Chart:
    table = pd.DataFrame(
        [{"x": x[0], "x2": x[1], "y": y[0], "y2": y[1]} for x, y in places], dtype=float
    )
    marks = alt.Chart(table).mark_rect(filled=False, stroke=colour, strokeWidth=width)
    return marks.encode(**flow.spans(), tooltip=alt.value(None))


def _arrow(begin: float, end: float, height: float) -> list[alt.Chart]:
    """A line with a head, from one place to another at the same height."""
    side = 1 if end > begin else -1
    line = pd.DataFrame({"x": [begin + side], "x2": [end - 2 * side], "y": [height]})
    head = pd.DataFrame({"x": [end - 2 * side], "y": [height]})
    shape = "triangle-right" if side > 0 else "triangle-left"
    return [
        alt.Chart(line)
        .mark_rule(color=QUIET, strokeWidth=2)
        .encode(x=flow.x(), x2="x2", y=flow.y(), tooltip=alt.value(None)),
        alt.Chart(head)
        .mark_point(shape=shape, filled=True, color=QUIET, opacity=1, size=90)
        .encode(x=flow.x(), y=flow.y(), tooltip=alt.value(None)),
    ]


def _words(
    words: Sequence[str],
    x: Sequence[float],
    y: Sequence[float],
    align: str,
    bold: bool = False,
) -> alt.Chart:
    table = pd.DataFrame({"x": x[: len(words)], "y": y, "word": list(words)})
    weight = "bold" if bold else "normal"
    marks = alt.Chart(table).mark_text(fontSize=FONT_SIZE, align=align, fontWeight=weight)
    return marks.encode(x=flow.x(), y=flow.y(), text="word:N", tooltip=alt.value(None))
