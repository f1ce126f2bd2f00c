"""The lookup, drawn as it flows: token, id, row of the table, row of the result."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

HEIGHT = 560
HEAD = 0.08  # of the height, for the headings
MOST_COLUMNS = 16  # of a row, that are drawn
LARGEST = 3.0  # of a weight, at which the grey is darkest

# Where each part of the picture stands, of a width of 100.
TOKEN, ID, TABLE, RESULT = 3, 16, (26, 56), (70, 99)


def lookup_flow(
    weight: np.ndarray,
    token_ids: Sequence[int],
    labels: Sequence[str],
    headings: Sequence[str],
    value_title: str,
) -> alt.LayerChart:
    """``token_ids`` choose rows of ``weight [vocab_size, d_model]``; the result stacks them.

    The table keeps its true proportions: a row lies at the height of its id. ``headings`` name
    the four parts. At most 16 columns of a row are drawn.
    """
    vocab_size = len(weight)
    shown = weight[:, :MOST_COLUMNS]
    middles = (np.arange(len(token_ids)) + 0.5) * vocab_size / len(token_ids)
    height = vocab_size / len(token_ids) * 0.8
    ids = np.asarray(token_ids)
    grey = alt.Color(
        "value:Q",
        scale=alt.Scale(domain=[-LARGEST, LARGEST], range="ramp", clamp=True),
        legend=alt.Legend(title=value_title, orient="bottom", gradientLength=180, tickCount=5),
    )
    looked_up = np.isin(np.arange(vocab_size), ids)
    table = _cells(shown, np.arange(vocab_size), np.ones(vocab_size), *TABLE)
    lit = _frames(np.unique(ids), 1.0, *TABLE)
    result = _cells(shown[ids], middles - height / 2, np.full(len(ids), height), *RESULT)
    table["opacity"] = np.where(np.repeat(looked_up, shown.shape[1]), 1.0, 0.55)
    names = pd.DataFrame({"y": middles, "token": list(labels), "id": ids})
    names["token_x"], names["id_x"] = TOKEN, ID
    paths = _paths(ids + 0.5, middles)
    x, y = _x("x"), _y("y", vocab_size)
    cell = {"x": x, "x2": "x2", "y": y, "y2": "y2", "color": grey}
    tooltip = [alt.Tooltip("value:Q", title=value_title, format="+.3f")]
    base = alt.Chart(names)
    return alt.layer(
        alt.Chart(table)
        .mark_rect()
        .encode(**cell, opacity=alt.Opacity("opacity:Q", scale=None), tooltip=tooltip),
        alt.Chart(paths)
        .mark_rule(color=ACCENT, opacity=0.55, strokeWidth=1.5)
        .encode(x=x, x2="x2", y=y, y2="y2"),
        alt.Chart(lit)
        .mark_rect(filled=False, stroke=ACCENT, strokeWidth=1.5)
        .encode(x=x, x2="x2", y=y, y2="y2"),
        alt.Chart(result).mark_rect().encode(**cell, tooltip=tooltip),
        base.mark_text(fontSize=FONT_SIZE + 2, fontWeight="bold").encode(
            x=_x("token_x"), y=y, text="token:N"
        ),
        base.mark_text(fontSize=FONT_SIZE).encode(x=_x("id_x"), y=y, text="id:Q"),
        _headings(headings, vocab_size),
    ).properties(height=HEIGHT)


def _cells(
    values: np.ndarray, tops: np.ndarray, heights: np.ndarray, left: float, right: float
) -> pd.DataFrame:
    """Each number of ``values [rows, columns]`` as a rectangle between ``left`` and ``right``."""
    rows, columns = np.indices(values.shape)
    width = (right - left) / values.shape[1]
    return pd.DataFrame(
        {
            "x": left + columns.ravel() * width,
            "x2": left + (columns.ravel() + 1) * width,
            "y": tops[rows.ravel()],
            "y2": tops[rows.ravel()] + heights[rows.ravel()],
            "value": values.ravel(),
        }
    )


def _frames(rows: np.ndarray, height: float, left: float, right: float) -> pd.DataFrame:
    return pd.DataFrame({"x": left, "x2": right, "y": rows, "y2": rows + height})


def _paths(rows: np.ndarray, middles: np.ndarray) -> pd.DataFrame:
    """From each id to its row, and from the row on to its place in the result."""
    into = pd.DataFrame({"x": ID + 5.0, "x2": TABLE[0], "y": middles, "y2": rows})
    out = pd.DataFrame({"x": TABLE[1], "x2": RESULT[0], "y": rows, "y2": middles})
    return pd.concat([into, out])


def _headings(headings: Sequence[str], vocab_size: int) -> alt.Chart:
    places = [TOKEN, ID, sum(TABLE) / 2, sum(RESULT) / 2]
    table = pd.DataFrame({"x": places, "y": -vocab_size * HEAD / 2, "name": list(headings)})
    return (
        alt.Chart(table)
        .mark_text(color=QUIET, fontSize=FONT_SIZE)
        .encode(x=_x("x"), y=_y("y", vocab_size), text="name:N")
    )


def _x(field: str) -> alt.X:
    return alt.X(f"{field}:Q", axis=None, scale=alt.Scale(domain=[0, 100], nice=False))


def _y(field: str, vocab_size: int) -> alt.Y:
    scale = alt.Scale(domain=[-vocab_size * HEAD, vocab_size], reverse=True, nice=False)
    return alt.Y(f"{field}:Q", axis=None, scale=scale)
