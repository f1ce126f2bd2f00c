"""How often a table answers rightly, by kind of question."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

ROW = 42  # pixels of height of a kind: its name, and below it its bar


def accuracy_by_kind(
    inputs_out: np.ndarray,
    inputs_in: np.ndarray,
    *,
    names: Sequence[str],
    counts: np.ndarray,
    ways: Sequence[str],
    share_title: str,
    count_title: str,
) -> alt.LayerChart:
    """A bar a kind, in the order given: the share right with the inputs left out.

    A diamond in it is the share with the inputs in. ``ways`` are what the two are called,
    ``counts`` the numbers of questions.
    """
    table = pd.DataFrame(
        {
            "place": range(len(names)),
            "name": list(names),
            "out": inputs_out,
            "in": inputs_in,
            "count": counts,
            "written": [f"{share:.0%}" for share in inputs_out],
            "out way": ways[0],
            "in way": ways[1],
            "zero": 0.0,
        }
    )
    shown = alt.Scale(domain=list(ways), range=[QUIET, ACCENT])
    marks = {"out way": "square", "in way": "diamond"}
    y = alt.Y(
        "place:Q",
        axis=None,
        scale=alt.Scale(domain=[-0.7, len(names) - 0.7], reverse=True, nice=False),
    )

    def x(field: str) -> alt.X:
        axis = alt.Axis(format=".0%", values=[0, 0.25, 0.5, 0.75, 1], grid=False)
        scale = alt.Scale(domain=[0, 1.08], nice=False)
        return alt.X(f"{field}:Q", title=share_title, scale=scale, axis=axis)

    def colour(field: str) -> alt.Color:
        legend = alt.Legend(
            title=None,
            orient="top",
            symbolType=marks[field],
            symbolSize=140,
            labelFontSize=FONT_SIZE,
            values=[ways[list(marks).index(field)]],
        )
        return alt.Color(f"{field}:N", scale=shown, legend=legend, sort=list(ways), title=None)

    base = alt.Chart(table, height=ROW * len(names) + 30).encode(
        y=y,
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("out:Q", title=ways[0], format=".1%"),
            alt.Tooltip("in:Q", title=ways[1], format=".1%"),
            alt.Tooltip("count:Q", title=count_title, format=","),
        ],
    )
    return alt.layer(
        base.mark_bar(size=14, cornerRadiusEnd=3).encode(
            x=x("zero"), x2="out:Q", color=colour("out way")
        ),
        base.mark_point(shape="diamond", filled=True, size=120, opacity=1).encode(
            x=x("in"), color=colour("in way")
        ),
        base.mark_text(align="left", dx=8, fontSize=FONT_SIZE, fontWeight="bold").encode(
            x=x("out"), text="written:N"
        ),
        base.mark_text(align="left", dy=-17, dx=1, fontSize=FONT_SIZE).encode(
            x=x("zero"), text="name:N"
        ),
    ).resolve_scale(color="independent")
