"""One text under several tokenizers: chips one above the other, laid over the same bytes."""

import json
from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

ROW_HEIGHT = 40  # pixels of a chip, with the space to the next row
GAP = 0.05  # of a byte's width, on each side of a chip


class Chip(NamedTuple):
    """One token as it is drawn: its tokenizer's row, its label and id, its bytes of the text."""

    row: int
    label: str
    token_id: int
    start: int
    end: int


def chips(
    tokens: Sequence[Chip],
    *,
    names: Sequence[str],
    bytes_per_line: int,
    token_title: str,
    id_title: str,
) -> alt.LayerChart:
    """A row a tokenizer (``names``), a chip a token with its id, as wide as its bytes of the text.

    What stands one above the other is the same text. Pointing at a chip lights all chips that
    share a byte with it; at first the last row's first chip is lit. A long text goes on below, in
    lines of ``bytes_per_line`` that break where no chip is cut.
    """
    table = pd.DataFrame(tokens, columns=Chip._fields)
    breaks = np.array(line_breaks(tokens, bytes_per_line))
    line = np.searchsorted(breaks, table["start"], side="right") - 1
    table["tokenizer"] = [names[row] for row in table["row"]]
    table["place"] = line * (len(names) + 1) + table["row"]  # one empty row between two lines
    table["left"] = table["start"] - breaks[line] + GAP
    table["right"] = table["end"] - breaks[line] - GAP
    table["middle"] = (table["left"] + table["right"]) / 2
    table["name"] = table["label"].str.replace(r"\x", " ").str.strip()  # bytes: without the signs
    first = table[table["row"] == len(names) - 1].iloc[0]
    pointed = alt.selection_point(
        name="pointed",
        fields=["start", "end"],
        on="pointerover, click, touchstart",
        clear=False,
        value=[{"start": int(first["start"]), "end": int(first["end"])}],
    )
    lit = "datum.start < pointed.end[0] && pointed.start[0] < datum.end"
    length = max(bytes_per_line, int(np.ceil(table["right"].max())))
    x = alt.Scale(domain=[0, length], nice=False, zero=False)
    places = list(range(int(table["place"].max()) + 1))
    base = alt.Chart(table, height=ROW_HEIGHT * len(places)).encode(
        y=_rows(places, names),
        tooltip=[
            alt.Tooltip("tokenizer:N", title=" "),
            alt.Tooltip("label:N", title=token_title),
            alt.Tooltip("token_id:N", title=id_title),
        ],
    )
    boxes = base.mark_rect(cornerRadius=4).encode(
        x=alt.X("left:Q", axis=None, scale=x),
        x2="right",
        color=alt.condition(lit, alt.value(ACCENT), alt.value(QUIET)),
        opacity=alt.condition(lit, alt.value(0.45), alt.value(0.2)),
    )
    written = base.encode(x=alt.X("middle:Q", axis=None, scale=x))
    labels = written.mark_text(dy=-7, fontSize=FONT_SIZE - 1, fontWeight="bold")
    ids = written.mark_text(dy=9, fontSize=FONT_SIZE - 3)
    # The text is no target for the pointer: an invisible box over all is.
    targets = boxes.encode(opacity=alt.value(0)).add_params(pointed)
    return alt.layer(boxes, labels.encode(text="name:N"), ids.encode(text="token_id:N"), targets)


def line_breaks(tokens: Sequence[Chip], bytes_per_line: int) -> list[int]:
    """The bytes at which lines begin, each where a token begins in every row.

    A line is at most ``bytes_per_line`` long, unless there is no such place in so many bytes.
    """
    inside = {byte for chip in tokens for byte in range(chip.start + 1, chip.end)}
    last = max(chip.end for chip in tokens)
    breaks, before = [0], 0
    for byte in (b for b in range(1, last + 1) if b not in inside):
        if byte - breaks[-1] > bytes_per_line and before > breaks[-1]:
            breaks.append(before)
        before = byte
    return breaks


def _rows(places: Sequence[int], names: Sequence[str]) -> alt.Y:
    every = [*names, ""]
    axis = alt.Axis(
        title=None,
        labelExpr=f"{json.dumps([every[place % len(every)] for place in places])}[datum.value]",
        labelFontSize=FONT_SIZE - 1,
        ticks=False,
        domain=False,
        grid=False,
    )
    scale = alt.Scale(domain=list(places), paddingInner=0.1)
    return alt.Y("place:O", axis=axis, sort=list(places), scale=scale)
