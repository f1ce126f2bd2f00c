"""Marks of the film: places and looks are expressions over its signals, and not encodings."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from embedcore.charts.style import FONT_SIZE

Place = tuple[str, str]  # expressions for x and y, in pixels


class Rows(alt.InlineData):
    """``values`` as they are, a tuple: Altair would look at every number in a list, many times."""

    def to_dict(self, **_: object) -> dict:
        return {"values": list(self.values)}


def rows_of(table: pd.DataFrame) -> Rows:
    """A table as the data of a chart."""
    return Rows(values=tuple(table.to_dict("records")))


def expr(expression: str) -> alt.ExprRef:
    """An expression, in the place of a value."""
    return alt.ExprRef(expression)


def layer_of(
    data: pd.DataFrame | None = None, transform: Sequence[dict] = (), name: str = ""
) -> alt.Chart:
    """A layer without its mark, of ``data`` or else of the rows of tokens."""
    chart = alt.Chart(encoding=alt.FacetedEncoding())  # Vega-Lite stumbles over a mark without one
    if data is not None:
        chart.data = rows_of(data)
    if transform:
        chart.transform = list(transform)
    if name:
        chart.name = name  # its marks are <name>_marks for a signal
    return chart


def one(name: str = "") -> alt.Chart:
    """A layer of a single mark."""
    return layer_of(pd.DataFrame({"one": [1]}), name=name)


def box(left: str, top: str, width: str, height: str) -> dict[str, alt.ExprRef]:
    """The sides of a rectangle."""
    right, bottom = f"{left} + {width}", f"{top} + {height}"
    return {"x": expr(left), "y": expr(top), "x2": expr(right), "y2": expr(bottom)}


def at(place: Place) -> dict[str, alt.ExprRef]:
    """Where a point or a text stands."""
    return {"x": expr(place[0]), "y": expr(place[1])}


def rule(layer: alt.Chart, start: Place, end: Place, **look: object) -> alt.Chart:
    """A line from ``start`` to ``end``; Vega-Lite draws none whose ends are not encodings."""
    return layer.mark_rule(**look).encode(
        x=alt.XValue(expr(start[0])),
        y=alt.YValue(expr(start[1])),
        x2=alt.X2Value(expr(end[0])),
        y2=alt.Y2Value(expr(end[1])),
    )


def written(layer: alt.Chart, place: Place, text: str | alt.ExprRef, **look: object) -> alt.Chart:
    """Words at a place; they begin there, unless the look says otherwise."""
    look = {"align": "left", "fontSize": FONT_SIZE, **look}
    return layer.mark_text(**at(place), text=text, **look)


def calculate(**fields: str) -> list[dict]:
    """Transforms that make ``fields``, each by its expression."""
    return [{"calculate": expression, "as": name} for name, expression in fields.items()]
