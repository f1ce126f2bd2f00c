"""The film's heatmap: the cosine of every pair, and the pair under the pointer."""

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, INK, WHITE
from embedcore.charts.training_lab.film.data import POINTED, Film, FilmWords, look
from embedcore.charts.training_lab.film.marks import (
    box,
    calculate,
    expr,
    layer_of,
    one,
    written,
)
from embedcore.charts.training_lab.film.signals import between


def heatmap(numbers: Film, words: FilmWords) -> list[alt.Chart]:
    """The cells, the tokens along both sides, and frames around those under the pointer."""
    table = pd.DataFrame(
        {
            "cell": range(len(numbers.shown)),
            "token": [numbers.tokens[t] for t in numbers.shown],
            "colour": [look(g)[0] for g in numbers.group_of[numbers.shown]],
        }
    )
    left, top = "heat_left + datum.cell * cell", "heat_top + datum.cell * cell"
    name = {
        "fontSize": expr("clamp(cell * 0.62, 9, 13)"),
        "opacity": expr("datum.cell % ceil(11 / cell) ? 0 : 1"),  # as many as there is room for
    }
    strip = {"color": expr("datum.colour"), "opacity": 0.9}
    lit = [{"filter": f"datum.cell >= 0 && {POINTED}"}]
    frame = {"filled": False, "stroke": ACCENT, "strokeWidth": 2}
    middle = (f"{left} + cell / 2", f"{top} + cell / 2")
    return [
        written(one(), ("heat_left", "heat_top - 36"), words.pairs, opacity=0.75),
        _pairs(numbers),
        written(
            layer_of(table),
            ("heat_left - 11", middle[1]),
            expr("datum.token"),
            align="right",
            **name,
        ),
        written(
            layer_of(table),
            (middle[0], "heat_top - 15"),
            expr("datum.token"),
            align="center",
            **name,
        ),
        layer_of(table).mark_rect(**box("heat_left - 6", top, "3", "cell"), **strip),
        layer_of(table).mark_rect(**box(left, "heat_top - 6", "cell", "3"), **strip),
        layer_of(transform=lit).mark_rect(**box("heat_left", top, "side", "cell"), **frame),
        layer_of(transform=lit).mark_rect(**box(left, "heat_top", "cell", "side"), **frame),
        *_cosine_legend(),
    ]


def _pairs(numbers: Film) -> alt.Chart:
    """A row for each two tokens, with the cosines of all frames; the browser mirrors the half."""
    rows, columns = np.triu_indices(len(numbers.shown))
    cosines = numbers.cosines[:, rows, columns].T.round(3)
    table = pd.DataFrame({"row": rows, "column": columns, "cosines": cosines.tolist()})
    places = {
        "left": "heat_left + (datum.mirrored ? datum.row : datum.column) * cell",
        "top": "heat_top + (datum.mirrored ? datum.column : datum.row) * cell",
        "right": "datum.left + cell",
        "bottom": "datum.top + cell",
    }
    both = [*calculate(mirrored="[0, 1]"), {"flatten": ["mirrored"]}, *calculate(**places)]
    value = between("datum.cosines[now_at]", "datum.cosines[next_at]")
    return layer_of(table, both, name="pairs").mark_rect(
        x=expr("datum.left"),
        y=expr("datum.top"),
        x2=expr("datum.right"),
        y2=expr("datum.bottom"),
        fill=expr(f"scale('color', {value})"),
    )


def pair_under_the_pointer() -> list[alt.Chart]:
    """The two tokens of a cell and their cosine at this moment, above the cell."""
    value = between("pair.cosines[now_at]", "pair.cosines[next_at]")
    names = "cell_names[pair.row] + ' · ' + cell_names[pair.column]"
    x = "clamp(pair.left + cell / 2, heat_left + 50, heat_left + side - 50)"
    y = "(pair.top > heat_top + 40 ? pair.top - 22 : pair.top + cell + 22)"
    # White words on the ink of the light theme, on light and on dark.
    there = layer_of(pd.DataFrame({"one": [1]}), [{"filter": "pair !== null"}])
    return [
        there.mark_rect(
            **box(f"{x} - 54", f"{y} - 13", "108", "26"), color=INK["light"], cornerRadius=6
        ),
        written(
            there,
            (x, y),
            expr(f"{names} + '  ' + format({value}, '+.2f')"),
            align="center",
            color=WHITE,
            fontWeight="bold",
        ),
    ]


def _cosine_legend() -> list[alt.Chart]:
    parts = 40
    table = pd.DataFrame({"part": range(parts), "cosine": np.linspace(-1, 1, parts)})
    ends = pd.DataFrame({"value": [-1, 0, 1], "name": ["−1", "0", "+1"]})
    length = "min(side - 24, 200)"  # its ends are written past it
    left = f"(heat_left + side / 2 - {length} / 2)"
    x, width = f"{left} + datum.part * {length} / {parts}", f"{length} / {parts} + 0.3"
    colour = alt.Color(
        "cosine:Q", scale=alt.Scale(domain=[-1, 1], range="diverging", clamp=True), legend=None
    )
    name_at = (f"{left} + (datum.value + 1) / 2 * {length}", "heat_bottom + 32")
    return [
        layer_of(table).mark_rect(**box(x, "heat_bottom + 13", width, "8")).encode(color=colour),
        written(
            layer_of(ends), name_at, expr("datum.name"), align="center", fontSize=FONT_SIZE - 1
        ),
    ]
