"""The film of a run: a map of the tokens, the cosine of every pair and the loss, moving together.

One chart, which the browser moves alone (``film_signals``). A token or a pair is one row of data
with the numbers of all frames in it; between two frames the picture is a mixture of both.
"""

import json
from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.film_marks import at, box, calculate, expr, layer_of, one, rule, written
from embedcore.charts.film_signals import between, map_x, map_y, signals
from embedcore.charts.loss import binned
from embedcore.charts.style import (
    ACCENT,
    BRIDGE_SHAPE,
    FONT_SIZE,
    GROUP_COLOURS,
    GROUP_SHAPES,
    QUIET,
)

MOST_CELLS = 54  # tokens along a side of the heatmap: more could be neither seen nor sent
MOST_NAMES = 60  # tokens with their names on the map
PLAY, PAUSE = "M-.35,-.6L.65,0L-.35,.6Z", "M-.5,-.6h.35v1.2h-.35ZM.15,-.6h.35v1.2h-.35Z"
INK = "#1f2933"  # behind white words, on light and on dark
HERE = "datum.px", "datum.py"  # where a token is now
POINTED = "(datum.index === hovered || datum.index === partner)"
NOT_DIMMED = f"(hovered < 0 || {POINTED})"


class Film(NamedTuple):
    """The numbers of a film."""

    points: np.ndarray  # on the map: [frames, rows, 2], a row a token, or a token of each table
    tokens: Sequence[str]
    group_of: np.ndarray  # [tokens], -1 for a token of two groups
    shown: np.ndarray  # which tokens the heatmap shows: [cells]
    cosines: np.ndarray  # of their input rows: [frames, cells, cells]
    steps: np.ndarray  # training steps done at each frame: [frames]
    losses: np.ndarray  # [steps]
    floor: float  # of the loss
    through_origin: bool  # the map is the space itself


class FilmWords(NamedTuple):
    """Its words, in the visitor's language."""

    group_names: Sequence[str]
    bridge: str  # the name of a token of two groups
    tables: Sequence[str]  # where a row is from: input, output
    below: Sequence[str]  # under the map, a line for each frame
    trust: Sequence[str]  # another, which may be empty
    map: str
    pairs: str
    loss: str
    floor: str
    step: str
    play: str
    group: str


class _Signal(alt.VariableParameter):
    """A signal of Vega: a parameter of which more may be said than Altair knows."""

    def to_dict(self, **_: object) -> dict:
        return super().to_dict(validate=False)


def film(film: Film, words: FilmWords, autoplay: bool, height: int) -> alt.LayerChart:
    """The chart of a run, at its last frame; with ``autoplay`` it plays once from the first on.

    All that depends on the map stands in the rows of tokens: another map of the same run is only
    new data to the browser, and the film stays where it is.
    """
    place = [between(f"datum['{axis}' + now_at]", f"datum['{axis}' + next_at]") for axis in "xy"]
    cells = len(film.shown)
    moving = signals(film.steps, cells, film.through_origin, autoplay, words.step, words.play)
    more = {
        "below": {"value": list(words.below)},
        "cell_names": {"value": [film.tokens[token] for token in film.shown]},
        "cell_tokens": {"value": film.shown.tolist()},
        "wraps": {"expr": f"map_width < {_legend_entries(film, words)['end'].max()}"},
    }
    moving += [{"name": name, **signal} for name, signal in more.items()]
    return alt.LayerChart(
        layer=[
            *_map(film, words),
            *_heatmap(film, words),
            *_loss(film, words),
            *_tokens(film, words),
            *_pair_under_the_pointer(),
        ],
        data=_token_rows(film, words),
        transform=calculate(px=map_x(place[0]), py=map_y(place[1])),
        params=[_Signal(**signal) for signal in moving],
        height=height,
        autosize={"type": "none"},
        padding=0,
        view={"stroke": None},
        usermeta={"embedOptions": {"renderer": "canvas"}},  # twice as fast as SVG here
    )


def shown_in_heatmap(group_of: np.ndarray) -> np.ndarray:
    """Which tokens the heatmap shows: all, or as many of each group as there is room for."""
    tokens = np.arange(len(group_of))
    if len(tokens) <= MOST_CELLS:
        return tokens
    groups = np.unique(group_of)
    chosen = [_even_choice(tokens[group_of == g], MOST_CELLS // len(groups)) for g in groups]
    return np.sort(np.concatenate(chosen))


def _even_choice(items: np.ndarray, most: int) -> np.ndarray:
    places = np.linspace(0, len(items) - 1, min(most, len(items))).round().astype(int)
    return items[places]


def _look(group: int) -> tuple[str, str]:
    """Colour and shape of a group."""
    return (ACCENT, BRIDGE_SHAPE) if group < 0 else (GROUP_COLOURS[group], GROUP_SHAPES[group])


def _token_rows(film: Film, words: FilmWords) -> pd.DataFrame:
    """A row for each point of the map: what it is, and its place at each frame, from -1 to 1."""
    rows, tokens = film.points.shape[1], len(film.tokens)
    token = np.arange(rows) % tokens
    group = film.group_of[token]
    cell = np.full(rows, -1)
    cell[film.shown] = range(len(film.shown))
    named = _even_choice(np.arange(tokens), MOST_NAMES)
    table = {
        "index": np.arange(rows),
        "token": [film.tokens[t] for t in token],
        "group": [words.bridge if g < 0 else words.group_names[g] for g in group],
        "table": [words.tables[row // tokens] for row in range(rows)],
        "hollow": np.arange(rows) >= tokens,
        "colour": [_look(g)[0] for g in group],
        "shape": [_look(g)[1] for g in group],
        "cell": cell,
        "named": np.isin(np.arange(rows), named),
    }
    for frame, place in enumerate(_within_one(film.points, film.through_origin).round(4)):
        table[f"x{frame}"], table[f"y{frame}"] = place.T
    for frame, said in enumerate(words.trust):
        table[f"trust{frame}"] = [said, *[""] * (rows - 1)]
    return pd.DataFrame(table)


def _within_one(points: np.ndarray, through_origin: bool) -> np.ndarray:
    """``points [frames, rows, 2]`` moved and scaled to reach from -1 to 1, alike in all frames.

    Through the origin they are scaled only, both axes alike: angles stay.
    """
    if through_origin:
        return points / max(np.abs(points).max(), 1e-9)
    lowest, highest = points.min(axis=(0, 1)), points.max(axis=(0, 1))
    return (points - (lowest + highest) / 2) / np.maximum((highest - lowest) / 2, 1e-9)


# The map


def _map(film: Film, words: FilmWords) -> list[alt.Chart]:
    ground = {"cornerRadius": 8, "color": QUIET, "opacity": 0.08}
    first = layer_of(transform=[{"filter": "datum.index === 0"}])
    layers = [
        one().mark_rect(**box("0", "map_top", "map_width", "map_height"), **ground),
        written(one(), ("0", "14"), words.map, opacity=0.75),
        *_legend(_legend_entries(film, words)),
        written(one(), ("0", "text_top"), expr("below[nearest]"), fontSize=15, fontWeight="bold"),
        written(first, ("0", "text_top + 21"), expr("datum['trust' + nearest]"), opacity=0.75),
    ]
    if film.through_origin:
        look = {"color": QUIET, "opacity": 0.5}
        layers += [
            rule(one(), ("0", "map_y"), ("map_width", "map_y"), **look),
            rule(one(), ("map_x", "map_top"), ("map_x", "map_bottom"), **look),
        ]
    return layers


def _legend(entries: pd.DataFrame) -> list[alt.Chart]:
    """In two lines where the map is too narrow for one (the signal ``wraps``)."""
    second = entries["offset"] >= entries["end"].max() / 2
    start = entries["offset"][second].min() if second.any() else 0
    table = entries.assign(wrapped=entries["offset"] - start * second, line=second.astype(int))
    longest = max(start, entries["end"].max() - start)
    x = f"7 + (wraps ? datum.wrapped * min(1, map_width / {longest}) : datum.offset)"
    y = "map_bottom + 19 + (wraps ? 18 * datum.line : 0)"
    return [
        layer_of(table).mark_point(**at((x, y)), **_token_look("1", "75")),
        written(layer_of(table), (f"{x} + 11", y), expr("datum.name"), fontSize=FONT_SIZE - 1),
    ]


def _legend_entries(film: Film, words: FilmWords) -> pd.DataFrame:
    """Colour and shape of each group and, where rows of both tables are shown, the fill of each.

    ``offset`` and ``end`` are where an entry begins and ends on one line, in pixels.
    """
    entries = [(name, *_look(g), False) for g, name in enumerate(words.group_names)]
    if (film.group_of < 0).any():
        entries.append((words.bridge, *_look(-1), False))
    if film.points.shape[1] > len(film.tokens):
        fills = zip(words.tables, (False, True), strict=True)
        entries += [(name, QUIET, "circle", hollow) for name, hollow in fills]
    table = pd.DataFrame(entries, columns=["name", "colour", "shape", "hollow"])
    table["end"] = np.cumsum([34 + 7 * _letters(name) for name in table["name"]])
    table["offset"] = table["end"].shift(fill_value=0)
    return table


def _letters(text: str) -> int:
    """How wide a text is, in letters: a Chinese character is as wide as two."""
    return sum(2 if ord(char) > 0x2E7F else 1 for char in text)


def _token_look(opacity: str, size: str) -> dict[str, object]:
    """A mark in its group's colour and shape; hollow if its row is one of the output table."""
    return {
        "filled": True,
        "shape": expr("datum.shape"),
        "fill": expr("datum.hollow ? 'transparent' : datum.colour"),
        "stroke": expr("datum.colour"),
        "strokeWidth": 1.8,
        "opacity": expr(opacity),
        "size": expr(size),
    }


def _tokens(film: Film, words: FilmWords) -> list[alt.Chart]:
    """The tokens where they are, with a short tail; pointed at, one shows its whole way."""
    colour = {"color": expr("datum.colour")}
    layers = []
    if len(film.steps) > 1:
        tail = [
            between(f"datum['{axis}' + past_at]", f"datum['{axis}' + (past_at + 1)]", "past_mix")
            for axis in "xy"
        ]
        opacity = expr(f"{NOT_DIMMED} ? 0.45 : 0.08")
        tails = {**colour, "opacity": opacity, "strokeWidth": 2.5}
        layers += [rule(layer_of(), (map_x(tail[0]), map_y(tail[1])), HERE, **tails), *_trail(film)]
    if film.through_origin:
        opacity = expr(f"{NOT_DIMMED} ? 0.35 : 0.08")
        layers.append(rule(layer_of(), ("map_x", "map_y"), HERE, **colour, opacity=opacity))
    told = {"title": "datum.token", words.group: "datum.group"}
    if film.points.shape[1] > len(film.tokens):
        told |= {" ": "datum.table"}
    tooltip = ", ".join(f"{json.dumps(title)}: {value}" for title, value in told.items())
    named = "datum.named || hovered >= 0"
    return [
        *layers,
        layer_of().mark_point(
            **at(HERE), **_token_look(f"{NOT_DIMMED} ? 0.95 : 0.18", f"{POINTED} ? 230 : 110")
        ),
        written(
            layer_of(),
            HERE,
            expr("datum.token"),
            dx=9,
            dy=-9,
            fontSize=expr(f"{POINTED} ? 21 : 13"),
            fontWeight="bold",
            opacity=expr(f"{NOT_DIMMED} ? ({named} ? 1 : 0) : 0.12"),
        ),
        layer_of(name="hits").mark_point(
            **at(HERE),
            size=420,
            filled=True,
            fill="transparent",
            tooltip=expr(f"{{{tooltip}}}"),
            cursor="pointer",
        ),
    ]


def _trail(film: Film) -> list[alt.Chart]:
    """The whole way of the token under the pointer: a dot a snapshot, a ring where it began."""
    ends = {
        "hx": map_x("datum['x' + datum.hop]"),
        "hy": map_y("datum['y' + datum.hop]"),
        "tx": map_x("datum['x' + min(datum.hop + 1, last)]"),
        "ty": map_y("datum['y' + min(datum.hop + 1, last)]"),
    }
    hops = [
        {"filter": POINTED},
        *calculate(hop=f"sequence({len(film.steps)})"),
        {"flatten": ["hop"]},
        *calculate(**ends),
    ]
    colour, start = expr("datum.colour"), ("datum.hx", "datum.hy")
    past = expr("datum.hop < shown ? 0.9 : 0.3")
    path = {"color": colour, "opacity": past, "strokeWidth": 2.2}
    return [
        rule(layer_of(transform=hops), start, ("datum.tx", "datum.ty"), **path),
        layer_of(transform=hops).mark_point(
            **at(start),
            filled=True,
            shape="circle",
            opacity=past,
            fill=expr("datum.hop ? datum.colour : 'transparent'"),
            size=expr("datum.hop ? 24 : 90"),
            stroke=colour,
            strokeWidth=expr("datum.hop ? 0 : 2.5"),
        ),
    ]


# The heatmap


def _heatmap(film: Film, words: FilmWords) -> list[alt.Chart]:
    table = pd.DataFrame(
        {
            "cell": range(len(film.shown)),
            "token": [film.tokens[t] for t in film.shown],
            "colour": [_look(g)[0] for g in film.group_of[film.shown]],
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
        _pairs(film),
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


def _pairs(film: Film) -> alt.Chart:
    """A row for each two tokens, with the cosines of all frames; the browser mirrors the half."""
    rows, columns = np.triu_indices(len(film.shown))
    cosines = film.cosines[:, rows, columns].T.round(3)
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


def _pair_under_the_pointer() -> list[alt.Chart]:
    """The two tokens of a cell and their cosine at this moment, above the cell."""
    value = between("pair.cosines[now_at]", "pair.cosines[next_at]")
    names = "cell_names[pair.row] + ' · ' + cell_names[pair.column]"
    x = "clamp(pair.left + cell / 2, heat_left + 50, heat_left + side - 50)"
    y = "(pair.top > heat_top + 40 ? pair.top - 22 : pair.top + cell + 22)"
    there = layer_of(pd.DataFrame({"one": [1]}), [{"filter": "pair !== null"}])
    return [
        there.mark_rect(**box(f"{x} - 54", f"{y} - 13", "108", "26"), color=INK, cornerRadius=6),
        written(
            there,
            (x, y),
            expr(f"{names} + '  ' + format({value}, '+.2f')"),
            align="center",
            color="white",
            fontWeight="bold",
        ),
    ]


def _cosine_legend() -> list[alt.Chart]:
    parts = 40
    table = pd.DataFrame({"part": range(parts), "cosine": np.linspace(-1, 1, parts)})
    ends = pd.DataFrame({"value": [-1, 0, 1], "name": ["−1", "0", "+1"]})
    length = "min(side, 200)"
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


# The loss


def _loss(film: Film, words: FilmWords) -> list[alt.Chart]:
    """The loss as the film's time line: a knob on the curve, and the button that plays."""
    if not len(film.losses):
        return []
    table = binned(film.losses)
    lowest, highest = min(table["lowest"].min(), film.floor), table["highest"].max()
    lowest -= 0.25 * (highest - lowest)  # room for the name of the floor

    def x(step: str) -> str:
        return f"loss_left + {step} / last_step * loss_width"

    def y(value: str) -> str:
        share = f"({value} - {lowest:.6g}) / {highest - lowest:.6g}"
        return f"loss_bottom - {share} * (loss_bottom - loss_top)"

    step = between("steps[now_at]", "steps[next_at]")
    floor = y(f"{film.floor:.6g}")
    small = {"fontSize": FONT_SIZE - 1, "opacity": 0.75}
    ticks = pd.DataFrame({"step": _even_choice(film.steps, 5)})
    return [
        written(one(), ("loss_left", "loss_top - 13"), words.loss, opacity=0.75),
        one().mark_rect(
            x=expr("loss_left"),
            x2=expr(x(step)),
            y=expr("loss_top"),
            y2=expr("loss_bottom"),
            color=QUIET,
            opacity=0.14,
        ),
        *_loss_curve(table, x, y),
        rule(
            one(),
            ("loss_left", floor),
            ("loss_left + loss_width", floor),
            color=QUIET,
            strokeDash=[5, 4],
        ),
        written(one(), ("loss_left + 4", f"{floor} + 11"), words.floor, **small),
        written(
            layer_of(ticks),
            (x("datum.step"), "loss_bottom + 12"),
            expr("format(datum.step, ',')"),
            align=expr("datum.step === steps[last] ? 'right' : 'center'"),
            **small,
        ),
        *_knob(film, table, x(step), y),
        one("timeline").mark_rect(
            **box(
                "loss_left - 8", "loss_top - 8", "loss_width + 20", "loss_bottom - loss_top + 28"
            ),
            fill="transparent",
            cursor="ew-resize",
        ),
        *_button(words),
    ]


def _loss_curve(table: pd.DataFrame, x, y) -> list[alt.Chart]:
    places = calculate(
        x=x("datum.step"),
        mean_y=y("datum.mean"),
        lowest_y=y("datum.lowest"),
        highest_y=y("datum.highest"),
    )

    def pixels(channel, field: str):
        return channel(f"{field}:Q", scale=None, axis=None)

    base = layer_of(table, places)
    across = pixels(alt.X, "x")
    band = base.mark_area(color=QUIET, opacity=0.3)
    line = base.mark_line(color=QUIET, strokeWidth=2)
    return [
        band.encode(x=across, y=pixels(alt.Y, "lowest_y"), y2="highest_y"),
        line.encode(x=across, y=pixels(alt.Y, "mean_y")),
    ]


def _knob(film: Film, table: pd.DataFrame, x: str, y) -> list[alt.Chart]:
    """Where the film is on the curve, and the loss there."""
    losses = np.interp(film.steps, table["step"], table["mean"]).round(4)
    loss = calculate(loss=between("datum.losses[now_at]", "datum.losses[next_at]"))
    here = layer_of(pd.DataFrame({"losses": [losses.tolist()]}), loss)
    late = "shown > last / 2"
    height = y("datum.loss")
    return [
        rule(here, (x, "loss_top"), (x, "loss_bottom"), color=ACCENT, strokeWidth=2),
        here.mark_point(**at((x, height)), filled=True, size=130, color=ACCENT, opacity=1),
        written(
            here,
            (f"{x} + ({late} ? -10 : 10)", f"max({height} - 12, loss_top + 8)"),
            expr("format(datum.loss, '.2f')"),
            align=expr(f"{late} ? 'right' : 'left'"),
            fontWeight="bold",
        ),
    ]


def _button(words: FilmWords) -> list[alt.Chart]:
    place = {**at(("21", "(loss_top + loss_bottom) / 2")), "filled": True, "opacity": 1}
    sign = expr(f"playing ? '{PAUSE}' : '{PLAY}'")
    return [
        one().mark_point(**place, shape="circle", size=1200, color=ACCENT),
        one().mark_point(**place, shape=sign, size=520, color="white"),
        one("play").mark_point(
            **place,
            shape="circle",
            size=1700,
            fill="transparent",
            cursor="pointer",
            tooltip=words.play,
        ),
    ]
