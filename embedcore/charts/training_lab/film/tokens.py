"""The tokens on the film's map, their names, their tails, and the way of one pointed at."""

import json

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import CLEAR
from embedcore.charts.training_lab.film.data import POINTED, Film, FilmWords, evenly, look
from embedcore.charts.training_lab.film.ground import token_look
from embedcore.charts.training_lab.film.marks import (
    at,
    calculate,
    expr,
    layer_of,
    rule,
    written,
)
from embedcore.charts.training_lab.film.signals import between, map_x, map_y

MOST_NAMES = 60  # tokens with their names on the map
HERE = "datum.px", "datum.py"  # where a token is now
NOT_DIMMED = f"(hovered < 0 || {POINTED})"


def token_rows(numbers: Film, words: FilmWords) -> pd.DataFrame:
    """A row for each point of the map: what it is, and its place at each frame, from -1 to 1."""
    rows, tokens = numbers.points.shape[1], len(numbers.tokens)
    token = np.arange(rows) % tokens
    group = numbers.group_of[token]
    cell = np.full(rows, -1)
    cell[numbers.shown] = range(len(numbers.shown))
    named = evenly(np.arange(tokens), MOST_NAMES)
    table = {
        "index": np.arange(rows),
        "token": [numbers.tokens[t] for t in token],
        "group": [words.bridge if g < 0 else words.group_names[g] for g in group],
        "table": [words.tables[row // tokens] for row in range(rows)],
        "hollow": np.arange(rows) >= tokens,
        "colour": [look(g)[0] for g in group],
        "shape": [look(g)[1] for g in group],
        "cell": cell,
        "named": np.isin(np.arange(rows), named),
    }
    for frame, place in enumerate(_within_one(numbers.points, numbers.through_origin).round(4)):
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


def tokens(numbers: Film, words: FilmWords) -> list[alt.Chart]:
    """The tokens where they are, with a short tail; pointed at, one shows its whole way."""
    colour = {"color": expr("datum.colour")}
    layers = []
    if len(numbers.steps) > 1:
        tail = [
            between(f"datum['{axis}' + past_at]", f"datum['{axis}' + (past_at + 1)]", "past_mix")
            for axis in "xy"
        ]
        opacity = expr(f"{NOT_DIMMED} ? 0.45 : 0.08")
        tails = {**colour, "opacity": opacity, "strokeWidth": 2.5}
        layers += [
            rule(layer_of(), (map_x(tail[0]), map_y(tail[1])), HERE, **tails),
            *_trail(numbers),
        ]
    if numbers.through_origin:
        opacity = expr(f"{NOT_DIMMED} ? 0.35 : 0.08")
        layers.append(rule(layer_of(), ("map_x", "map_y"), HERE, **colour, opacity=opacity))
    told = {"title": "datum.token", words.group: "datum.group"}
    if numbers.points.shape[1] > len(numbers.tokens):
        told |= {" ": "datum.table"}
    tooltip = ", ".join(f"{json.dumps(title)}: {value}" for title, value in told.items())
    named = "datum.named || hovered >= 0"
    return [
        *layers,
        layer_of().mark_point(
            **at(HERE), **token_look(f"{NOT_DIMMED} ? 0.95 : 0.18", f"{POINTED} ? 230 : 110")
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
            fill=CLEAR,
            tooltip=expr(f"{{{tooltip}}}"),
            cursor="pointer",
        ),
    ]


def _trail(numbers: Film) -> list[alt.Chart]:
    """The whole way of the token under the pointer: a dot a snapshot, a ring where it began."""
    ends = {
        "hx": map_x("datum['x' + datum.hop]"),
        "hy": map_y("datum['y' + datum.hop]"),
        "tx": map_x("datum['x' + min(datum.hop + 1, last)]"),
        "ty": map_y("datum['y' + min(datum.hop + 1, last)]"),
    }
    hops = [
        {"filter": POINTED},
        *calculate(hop=f"sequence({len(numbers.steps)})"),
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
            fill=expr(f"datum.hop ? datum.colour : '{CLEAR}'"),
            size=expr("datum.hop ? 24 : 90"),
            stroke=colour,
            strokeWidth=expr("datum.hop ? 0 : 2.5"),
        ),
    ]
