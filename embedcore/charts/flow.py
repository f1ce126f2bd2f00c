"""The parts of a picture that flows from left to right through a table, on a grid of 100 x 1.

Every part of a token carries its id: pointing at any of them lights all of them, in the browser.
"""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

HEIGHT = 560  # pixels
HEAD = 0.08  # of the height, above 0, for the headings
MOST_COLUMNS = 16  # of a row, that are drawn
THICK = 10 / HEIGHT  # of a row that is drawn by itself
APART = 1.9  # times as thick: between two such rows, so that a line of words fits beside each
PALE = 0.6  # opacity of what is not lit


def lit_by_pointer(token_id: int) -> alt.Parameter:
    """Which token is lit: the one pointed at or tapped last, ``token_id`` at first."""
    events = "pointerover, click, touchstart"
    return alt.selection_point(
        name="lit", fields=["id"], on=events, clear=False, value=[{"id": token_id}]
    )


def row_tops(row_numbers: np.ndarray, vocab_size: int) -> tuple[np.ndarray, float]:
    """Where rows of a table begin, and how thick they are, with the table's height as 1.

    All rows of a table lie at their true heights. Some of them alone are drawn thick, in their
    order, as near to their true heights as they can without lying on one another.
    """
    if len(row_numbers) == vocab_size:
        return np.arange(vocab_size) / vocab_size, 1 / vocab_size
    tops = row_numbers / vocab_size * (1 - THICK)
    step = THICK * APART
    for place in range(1, len(tops)):
        tops[place] = max(tops[place], tops[place - 1] + step)
    last = 1 - THICK
    for place in reversed(range(len(tops))):
        tops[place] = min(tops[place], last)
        last = tops[place] - step
    return tops, THICK


def places(count: int) -> tuple[np.ndarray, float]:
    """Where ``count`` rows of a result begin, and how thick they are."""
    return (np.arange(count) + 0.1) / count, 0.8 / count


def boxes(
    ids: np.ndarray, tops: np.ndarray, thick: float, span: tuple[float, float]
) -> pd.DataFrame:
    """A rectangle a row, as wide as ``span``."""
    left, right = span
    return pd.DataFrame({"x": left, "x2": right, "y": tops, "y2": tops + thick, "id": ids})


def cells(
    values: np.ndarray, ids: np.ndarray, tops: np.ndarray, thick: float, span: tuple[float, float]
) -> pd.DataFrame:
    """Each of the first 16 numbers of ``values [rows, columns]`` as a rectangle, row by row."""
    shown = values[:, :MOST_COLUMNS]
    rows, columns = (index.ravel() for index in np.indices(shown.shape))
    width = (span[1] - span[0]) / max(shown.shape[1], 1)
    return pd.DataFrame(
        {
            "x": span[0] + columns * width,
            "x2": span[0] + (columns + 1) * width,
            "y": tops[rows],
            "y2": tops[rows] + thick,
            "value": shown.ravel().astype(float),
            "column": columns,
            "id": np.asarray(ids)[rows],
        }
    )


def paths(ids: np.ndarray, begin: np.ndarray, end: np.ndarray, left: float, right: float):
    """A line for each of ``ids`` from one height to another."""
    return pd.DataFrame({"x": left, "x2": right, "y": begin, "y2": end, "id": ids})


def x(field: str = "x") -> alt.X:
    return alt.X(f"{field}:Q", axis=None, scale=alt.Scale(domain=[0, 100], nice=False))


def y(field: str = "y") -> alt.Y:
    scale = alt.Scale(domain=[-HEAD, 1], reverse=True, nice=False)
    return alt.Y(f"{field}:Q", axis=None, scale=scale)


# Altair takes 2 ms to find the class of an encoding that is a string or a dictionary. A picture of
# the flow has some thirty of them, so here each is made with its class.
def where(lit: alt.Parameter, value: object) -> dict[str, object]:
    """The condition that gives what is lit another value."""
    return {"param": lit.name, "value": value}


def spans() -> dict[str, alt.SchemaBase]:
    """The encodings of a rectangle or a line."""
    return {"x": x(), "x2": alt.X2("x2"), "y": y(), "y2": alt.Y2("y2")}


def table_frame(span: tuple[float, float], *, empty: bool = False) -> alt.Chart:
    """The outline of the whole table; if ``empty``, dashed and unfilled, where no row is drawn."""
    frame = pd.DataFrame({"x": [span[0]], "x2": [span[1]], "y": [0.0], "y2": [1.0]})
    fill, dash = (0.0, [2, 3]) if empty else (0.1, [1, 0])
    return (
        alt.Chart(frame)
        .mark_rect(fill=QUIET, fillOpacity=fill, stroke=QUIET, strokeWidth=1, strokeDash=dash)
        .encode(**spans())
    )


def targets(table: pd.DataFrame, lit: alt.Parameter) -> alt.Chart:
    """What can be pointed at: rectangles that are there but not seen."""
    no_tooltip = alt.value(None)  # Streamlit would make one of the rectangle's corners
    marks = alt.Chart(table).mark_rect(opacity=0)
    return marks.encode(**spans(), tooltip=no_tooltip).add_params(lit)


def outlines(table: pd.DataFrame) -> alt.Chart:
    """A thin frame around each row, so that one of numbers near 0 is seen to be there."""
    marks = alt.Chart(table).mark_rect(filled=False, stroke=QUIET, strokeWidth=0.6, opacity=0.7)
    return marks.encode(**spans())


def lit_frames(table: pd.DataFrame, lit: alt.Parameter) -> alt.Chart:
    """A frame around each row that is lit; around the others none."""
    return (
        alt.Chart(table)
        .mark_rect(filled=False, stroke=ACCENT, strokeWidth=2)
        .encode(**spans(), opacity=alt.OpacityValue(0, condition=where(lit, 1)))
    )


def lit_paths(table: pd.DataFrame, lit: alt.Parameter) -> alt.Chart:
    """Lines, those that are lit in the accent colour."""
    return (
        alt.Chart(table)
        .mark_rule()
        .encode(
            **spans(),
            color=alt.ColorValue(QUIET, condition=where(lit, ACCENT)),
            opacity=alt.OpacityValue(0.35, condition=where(lit, 1)),
            strokeWidth=alt.StrokeWidthValue(1, condition=where(lit, 2.5)),
        )
    )


def lit_cells(
    table: pd.DataFrame, lit: alt.Parameter, colour: alt.Color, tooltip: Sequence[alt.Tooltip]
) -> alt.Chart:
    """Numbers of rows, those that are not lit paler."""
    strength = alt.OpacityValue(PALE, condition=where(lit, 1))
    return (
        alt.Chart(table)
        .mark_rect()
        .encode(**spans(), color=colour, opacity=strength, tooltip=list(tooltip))
    )


def lit_text(table: pd.DataFrame, lit: alt.Parameter, field: str, **mark: object) -> alt.Chart:
    """Words, those that are lit in the accent colour."""
    return (
        alt.Chart(table)
        .mark_text(fontSize=FONT_SIZE, **mark)
        .encode(x=x(), y=y(), text=alt.Text(field), color=alt.Color(condition=where(lit, ACCENT)))
    )


def heading_layer(names: Sequence[str], where: Sequence[float], aligned: Sequence[str]):
    """The names of the parts, above them."""
    return [
        alt.Chart(pd.DataFrame({"x": [place], "y": [-HEAD / 2], "name": [name]}))
        .mark_text(opacity=0.75, fontSize=FONT_SIZE, align=align)
        .encode(x=x(), y=y(), text=alt.Text("name:N"))
        for name, place, align in zip(names, where, aligned, strict=True)
    ]
