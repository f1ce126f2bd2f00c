"""What tying saves against how large a model is."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET
from embedcore.weight_tying.savings import Saving

ROOMY = 640  # pixels of width from which every model has its name beside it


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
) -> alt.LayerChart:
    """A point a model: its size (log) and the share of its parameters that tying takes away.

    ``sizes`` and ``saved`` are those numbers as they are written. Where there is little room, only
    models ``always_named`` have their name.
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
            "always": [saving.name in always_named for saving in savings],
            "above": _above(savings),
        }
    )
    scale = alt.Scale(
        type="log", domain=[table["size"].min() / 3, table["size"].max() * 3], nice=False
    )
    top = float(table["share"].max()) * 1.2
    base = alt.Chart(table, height=420).encode(
        x=alt.X(
            "size:Q",
            title=titles.size,
            scale=scale,
            axis=alt.Axis(
                values=[10**power for power in range(3, 13)],
                labelExpr="replace(format(datum.value, '~s'), 'G', 'B')",
                grid=False,
            ),
        ),
        y=alt.Y(
            "share:Q",
            title=titles.share,
            scale=alt.Scale(domain=[-0.09 * top, top], nice=False),  # below 0 there are names
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
    names = [
        base.transform_filter(f"datum.above == {str(above).lower()}")
        .mark_text(
            dy=-14 if above else 17,
            fontSize=FONT_SIZE - 1,
            opacity=alt.expr(f"width >= {ROOMY} || datum.always ? 1 : 0"),
        )
        .encode(text="name:N", tooltip=alt.value(None))
        for above in (True, False)
    ]
    return alt.layer(points, *names)


def _above(savings: Sequence[Saving]) -> list[bool]:
    """Neighbours in size write their names on different sides: above, below, above …"""
    by_size = sorted(range(len(savings)), key=lambda place: savings[place].total)
    return [by_size.index(place) % 2 == 0 for place in range(len(savings))]
