"""What the film's map stands on: its ground, its legend, the words below it."""

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import width_of
from embedcore.charts.style import CLEAR, FONT_SIZE, QUIET
from embedcore.charts.training_lab.film.data import Film, FilmWords, look
from embedcore.charts.training_lab.film.marks import (
    at,
    box,
    expr,
    layer_of,
    one,
    rule,
    written,
)


def ground(numbers: Film, words: FilmWords) -> list[alt.Chart]:
    """All of the map but its tokens; a cross through the origin if the map is the space itself."""
    panel = {"cornerRadius": 8, "color": QUIET, "opacity": 0.08}
    first = layer_of(transform=[{"filter": "datum.index === 0"}])
    layers = [
        one().mark_rect(**box("0", "map_top", "map_width", "map_height"), **panel),
        written(one(), ("0", "14"), words.map, opacity=0.75),
        *legend(legend_entries(numbers, words)),
        written(one(), ("0", "text_top"), expr("below[nearest]"), fontSize=15, fontWeight="bold"),
        written(first, ("0", "text_top + 21"), expr("datum['trust' + nearest]"), opacity=0.75),
    ]
    if numbers.through_origin:
        line = {"color": QUIET, "opacity": 0.5}
        layers += [
            rule(one(), ("0", "map_y"), ("map_width", "map_y"), **line),
            rule(one(), ("map_x", "map_top"), ("map_x", "map_bottom"), **line),
        ]
    return layers


def legend(entries: pd.DataFrame) -> list[alt.Chart]:
    """The entries in a line, or in two where the map is too narrow (the signal ``wraps``)."""
    second = entries["offset"] >= entries["end"].max() / 2
    start = entries["offset"][second].min() if second.any() else 0
    table = entries.assign(wrapped=entries["offset"] - start * second, line=second.astype(int))
    longest = max(start, entries["end"].max() - start)
    x = f"7 + (wraps ? datum.wrapped * min(1, map_width / {longest}) : datum.offset)"
    y = "map_bottom + 19 + (wraps ? 18 * datum.line : 0)"
    return [
        layer_of(table).mark_point(**at((x, y)), **token_look("1", "75")),
        written(layer_of(table), (f"{x} + 11", y), expr("datum.name"), fontSize=FONT_SIZE - 1),
    ]


def legend_entries(numbers: Film, words: FilmWords) -> pd.DataFrame:
    """Colour and shape of each group and, where rows of both tables are shown, the fill of each.

    ``offset`` and ``end`` are where an entry begins and ends on one line, in pixels.
    """
    entries = [(name, *look(g), False) for g, name in enumerate(words.group_names)]
    if (numbers.group_of < 0).any():
        entries.append((words.bridge, *look(-1), False))
    if numbers.points.shape[1] > len(numbers.tokens):
        fills = zip(words.tables, (False, True), strict=True)
        entries += [(name, QUIET, "circle", hollow) for name, hollow in fills]
    table = pd.DataFrame(entries, columns=["name", "colour", "shape", "hollow"])
    table["end"] = np.cumsum([34 + width_of(name, FONT_SIZE - 1) for name in table["name"]])
    table["offset"] = table["end"].shift(fill_value=0)
    return table


def token_look(opacity: str, size: str) -> dict[str, object]:
    """A mark in its group's colour and shape; hollow if its row is one of the output table."""
    return {
        "filled": True,
        "shape": expr("datum.shape"),
        "fill": expr(f"datum.hollow ? '{CLEAR}' : datum.colour"),
        "stroke": expr("datum.colour"),
        "strokeWidth": 1.8,
        "opacity": expr(opacity),
        "size": expr(size),
    }
