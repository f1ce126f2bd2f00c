"""A number line with labelled places."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET


def number_line(places: Sequence[float], labels: Sequence[str], *, title: str) -> alt.LayerChart:
    """``labels`` at their ``places`` on a line from 0; neighbours are written at two heights."""
    table = pd.DataFrame(
        {
            "place": list(places),
            "label": list(labels),
            "height": [index % 2 for index in range(len(places))],
        }
    )
    base = alt.Chart(table, height=180).encode(
        x=alt.X(
            "place:Q",
            title=title,
            scale=alt.Scale(domain=[0, max(places) * 1.05], nice=False),
            axis=alt.Axis(grid=False, labelExpr="format(datum.value, ',')", tickCount=5),
        ),
        y=alt.Y("height:Q", axis=None, scale=alt.Scale(domain=[-1, 3], nice=False)),
        tooltip=[alt.Tooltip("label:N", title=" "), alt.Tooltip("place:Q", title=title)],
    )
    stems = base.mark_rule(color=QUIET).encode(y2=alt.datum(-1))
    dots = base.mark_point(filled=True, color=ACCENT, size=60)
    names = base.mark_text(dy=-14, fontSize=FONT_SIZE + 5, fontWeight="bold").encode(text="label:N")
    return alt.layer(stems, dots, names)
