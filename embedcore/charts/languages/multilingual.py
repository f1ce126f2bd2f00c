"""Words of several languages in one space: all pairs by cosine, the search for a translation."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.heatmap import pair_cells
from embedcore.charts.labels import NO_ROOM, in_pixels, name_layers, position, sides_with_room
from embedcore.charts.style import (
    COSINE_COLOURS,
    FONT_SIZE,
    LEVEL_TITLE,
    QUIET,
    ROOMY_TO,
    group_encodings,
    token_axis,
)
from embedcore.languages.centring import Search

CELL, NAMES_AND_LEGEND = 30, 170  # pixels of a chart's height
LONGEST_NAME = 110  # pixels, of a word on an axis
HIGHEST = 1.05  # on an axis of cosines
SEARCH_HEIGHT, PLOT_HEIGHT = 420, 270  # with its axes and legend, and without


def word_heatmap(
    matrix: np.ndarray, words: Sequence[str], *, value_title: str, written: bool = True
) -> alt.LayerChart:
    """All pairs of ``words`` by cosine ``[n, n]`` on its scale [-1, 1]; the names above stand up.

    The numbers are ``written`` in the cells if the words are few.
    """
    cell = CELL if len(words) <= ROOMY_TO else 20
    return pair_cells(
        matrix,
        words,
        value_title,
        COSINE_COLOURS,
        form=".2f",
        tooltip_form="+.3f",
        axis=_names,
        written=written,
        height=NAMES_AND_LEGEND + cell * len(words),
    )


def _names(channel: type[alt.X] | type[alt.Y], field: str, words: Sequence[str]) -> alt.X | alt.Y:
    encoding = token_axis(channel, field, words)
    upright = {"labelAngle": -90, "labelAlign": "left", "labelBaseline": "middle"}
    for name, value in (upright if channel is alt.X else {}).items():
        encoding["axis"][name] = value
    encoding["axis"]["labelLimit"] = LONGEST_NAME
    encoding["axis"]["labelOverlap"] = False
    return encoding


class SearchTitles(NamedTuple):
    """What the picture of a search shows, in the visitor's language."""

    own: str  # across: the cosine with the translation
    best: str  # upwards: the highest cosine with another word
    word: str
    translation: str
    other: str  # the nearest other word
    below: str  # what it means to lie below the diagonal
    above: str  # and above it


def translation_search(
    searches: Sequence[Search],
    words: Sequence[str],
    *,
    own: Sequence[str],
    names: Sequence[str],
    titles: SearchTitles,
    width: int,
) -> alt.LayerChart:
    """A point a word: its cosine with its translation, and the highest with any other word.

    One colour and shape for each of ``searches`` (``names``). A word below the diagonal finds its
    translation. ``own`` are the translations of ``words``. The words that the last search gets
    wrong are named where there is room in a plot about ``width`` pixels wide.
    """
    table = pd.concat(
        pd.DataFrame(
            {
                "word": list(words),
                "translation": list(own),
                "other": [own[place] for place in search.found],
                "x": search.own,
                "y": search.other,
                "group": name,
                "number": number,
            }
        )
        for number, (search, name) in enumerate(zip(searches, names, strict=True))
    )
    lowest = min(-0.1, float(table[["x", "y"]].to_numpy().min()) - 0.05)
    scale = alt.Scale(domain=[lowest, HIGHEST], nice=False, zero=False)
    box = width, PLOT_HEIGHT
    unnamed = [NO_ROOM] * len(words) * (len(searches) - 1)
    table["side"] = unnamed + _sides(searches[-1], words, lowest, box)
    ticks = {"values": [-1, -0.75, -0.5, -0.25, 0, 0.25, 0.5, 0.75, 1], "format": ".2~f"}
    x = alt.X("x:Q", title=titles.own, scale=scale, axis=alt.Axis(**ticks))
    y = alt.Y("y:Q", title=titles.best, scale=scale, axis=alt.Axis(**ticks, **LEVEL_TITLE))
    base = alt.Chart(table, height=SEARCH_HEIGHT).encode(x=x, y=y)
    tooltip = [
        alt.Tooltip("group:N", title=" "),
        alt.Tooltip("word:N", title=titles.word),
        alt.Tooltip("translation:N", title=titles.translation),
        alt.Tooltip("x:Q", title=titles.own, format="+.3f"),
        alt.Tooltip("other:N", title=titles.other),
        alt.Tooltip("y:Q", title=titles.best, format="+.3f"),
    ]
    dots = base.mark_point(filled=True, size=75, opacity=0.8).encode(
        tooltip=tooltip, **group_encodings(names, None)
    )
    line = alt.Chart(pd.DataFrame({"x": [lowest, HIGHEST], "y": [lowest, HIGHEST]}))
    where = pd.DataFrame(
        {
            "x": [1.0, lowest + 0.04],
            "y": [lowest + 0.05, 0.99],
            "said": [titles.below, titles.above],
            "place": [0, 1],
        }
    )
    said = alt.Chart(where).encode(x=x, y=y, text="said:N")
    return alt.layer(
        line.mark_line(color=QUIET, strokeDash=[5, 4]).encode(x=x, y=y),
        dots,
        *name_layers(base, "word", fontSize=FONT_SIZE),
        _side(said, 0, "right"),
        _side(said, 1, "left"),
    )


def _sides(found: Search, words: Sequence[str], lowest: float, box: tuple[int, int]) -> list[str]:
    """On which side of its point the name of a word has room that is not found; the others': none.

    A word without a name still takes the room of its point.
    """
    share = position(np.column_stack([found.own, found.other]), [lowest, HIGHEST])
    names = ["" if right else word for word, right in zip(words, found.right, strict=True)]
    return sides_with_room(in_pixels(share, box), names, box, [FONT_SIZE] * len(words))


def _side(base: alt.Chart, place: int, align: str) -> alt.Chart:
    row = base.transform_filter(f"datum.place == {place}")
    return row.mark_text(align=align, fontSize=FONT_SIZE)
