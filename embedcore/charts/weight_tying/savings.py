"""What tying saves against how large a model is."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, position, sides_with_room
from embedcore.charts.style import ACCENT, FONT_SIZE, POWERS_OF_TEN, QUIET, SHORT
from embedcore.weight_tying.savings import Saving

WIDE, NARROW = (1_000, 330), (280, 330)  # pixels inside the axes that the names may count on


class SavingTitles(NamedTuple):
    """What the picture shows, in the visitor's language."""

    size: str  # of a model
    share: str  # that tying saves of it
    saved: str
    tied: str  # a model
    untied: str


def savings_by_size(
    savings: Sequence[Saving],
    *,
    sizes: Sequence[str],
    saved: Sequence[str],
    always_named: Sequence[str],
    titles: SavingTitles,
    narrow: bool = False,
) -> alt.LayerChart:
    """A point a model: its size (log) and the share of its parameters that tying takes away.

    ``sizes`` and ``saved`` are those numbers as they are written. On a ``narrow`` screen only
    models ``always_named`` have their name in any case, the others where there is room for it.
    """
    kinds = [titles.tied, titles.untied]
    table = pd.DataFrame(
        {
            "name": [saving.name for saving in savings],
            "size": [saving.total for saving in savings],
            "share": [saving.share for saving in savings],
            "kind": [kinds[0] if saving.tied else kinds[1] for saving in savings],
            "written": list(sizes),
            "saved": list(saved),
        }
    )
    sizes_shown = [table["size"].min() / 3, table["size"].max() * 3]
    top = float(table["share"].max()) * 1.2
    shares_shown = [-0.09 * top, top]  # below 0 there are names
    within = np.column_stack(
        [
            position(table["size"], sizes_shown, np.log),
            position(table["share"], shares_shown),
        ]
    )
    box, first = NARROW if narrow else WIDE, np.flatnonzero(table["name"].isin(always_named))
    must, font_sizes = len(first) if narrow else len(table), [FONT_SIZE - 1] * len(table)
    table["side"] = sides_with_room(
        in_pixels(within, box), list(table["name"]), box, font_sizes, must=must, first=first
    )
    base = alt.Chart(table, height=420).encode(
        x=alt.X(
            "size:Q",
            title=titles.size,
            scale=alt.Scale(type="log", domain=sizes_shown, nice=False),
            axis=alt.Axis(values=POWERS_OF_TEN, labelExpr=SHORT, grid=False),
        ),
        y=alt.Y(
            "share:Q",
            title=titles.share,
            scale=alt.Scale(domain=shares_shown, nice=False),
            axis=alt.Axis(
                format=".0%", values=[step / 20 for step in range(21) if step / 20 <= top]
            ),
        ),
    )
    legend = alt.Legend(title=None, orient="top", symbolSize=140)
    points = base.mark_point(filled=True, size=130, opacity=0.9).encode(
        color=alt.Color(
            "kind:N", scale=alt.Scale(domain=list(kinds), range=[ACCENT, QUIET]), legend=legend
        ),
        shape=alt.Shape("kind:N", scale=alt.Scale(domain=list(kinds), range=["circle", "square"])),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("written:N", title=titles.size),
            alt.Tooltip("share:Q", title=titles.share, format=".2%"),
            alt.Tooltip("saved:N", title=titles.saved),
            alt.Tooltip("kind:N", title=" "),
        ],
    )
    unpointed = base.encode(tooltip=alt.value(None))
    return alt.layer(points, *name_layers(unpointed, "name", fontSize=FONT_SIZE - 1))
