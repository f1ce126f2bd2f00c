"""Wholes as bars, cut into their parts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from embedcore.charts.style import (
    ACCENT,
    BROWN,
    FONT_SIZE,
    GREEN,
    GROUP_COLOURS,
    MOSS,
    OLIVE,
    QUIET,
    VIOLET,
    WHITE,
)

ABOVE, THICK, BELOW = 24, 46, 42  # pixels: of the heading, of the bar, of the names
GAP = 16  # between a bar's names and the next heading
ROW = ABOVE + THICK + BELOW + GAP
BORDER = WHITE  # stands out between any two of the colours, on light and on dark
BLUE, ORANGE, SKY, PINK, GREY, YELLOW = GROUP_COLOURS
COLOURS = {
    "token_embedding": ACCENT,
    "tied_head": ACCENT,  # the same table at the other end
    "position_embedding": ORANGE,
    "position_bias": YELLOW,
    "token_type_embedding": OLIVE,
    "embedding_projection": BROWN,
    "attention": BLUE,
    "attention_context": SKY,
    "router": GREEN,
    "mlp": QUIET,
    "norms": VIOLET,
    "pooler": MOSS,
    "lm_head": PINK,
}
"""Of each kind of part, in every bar of every picture."""
EMBEDDINGS = ("token_embedding", "position_embedding")
LEGEND_COLUMNS, LEGEND_COLUMNS_NARROW = 4, 2
LEGEND_ROW = 26  # pixels


class Bar(NamedTuple):
    """A whole and its parts, in order."""

    heading: str  # stands above the bar
    kinds: tuple[str, ...]  # keys of ``COLOURS``
    names: tuple[str, ...]
    counts: tuple[int, ...]


def breakdown(
    bars: Sequence[Bar],
    *,
    part_title: str,
    count_title: str,
    share_title: str,
    narrow: bool = False,
) -> alt.LayerChart:
    """Each whole as one bar cut into its parts, each kind of part in its own colour.

    Those that are no embedding and wide enough (``narrowest_labelled``) have their name and share
    below. A legend names all colours where that leaves some without a name.
    """
    table = pd.DataFrame([row for number, bar in enumerate(bars) for row in _rows(number, bar)])
    named = ~table["embedding"] & (table["share"] >= narrowest_labelled(narrow))
    table["label"] = table["part"].where(named, "")
    kinds = table.drop_duplicates("part")
    columns = LEGEND_COLUMNS_NARROW if narrow else LEGEND_COLUMNS
    legend = _legend(columns) if narrow or len(bars) > 1 else None
    below = LEGEND_ROW * -(-len(kinds) // columns) if legend else 0
    base = alt.Chart(table, height=ROW * len(bars) - GAP + below).encode(
        tooltip=[
            alt.Tooltip("part:N", title=part_title),
            alt.Tooltip("count:Q", title=count_title, format=","),
            alt.Tooltip("share:Q", title=share_title, format=".2%"),
        ]
    )
    share = alt.Scale(domain=[0, 1.02], nice=False)
    height = alt.Scale(domain=[0, ROW * len(bars) - GAP], reverse=True, nice=False)
    colours = alt.Scale(domain=list(kinds["part"]), range=[COLOURS[kind] for kind in kinds["kind"]])
    pieces = base.mark_rect(stroke=BORDER, strokeWidth=1.5).encode(
        x=alt.X("start:Q", scale=share, axis=None),
        x2="end:Q",
        y=alt.Y("top:Q", scale=height, axis=None),
        y2="bottom:Q",
        color=alt.Color("part:N", scale=colours, sort=None, legend=legend),
    )
    names = base.mark_text(baseline="top", dy=6, fontSize=FONT_SIZE).encode(
        x=alt.X("middle:Q", scale=share),
        y=alt.Y("bottom:Q", scale=height),
        text="label:N",
    )
    shares = (
        base.transform_filter("datum.label != ''")
        .mark_text(baseline="top", dy=23, fontSize=FONT_SIZE, fontWeight="bold")
        .encode(
            x=alt.X("middle:Q", scale=share),
            y=alt.Y("bottom:Q", scale=height),
            text=alt.Text("share:Q", format=".1%"),
        )
    )
    above = pd.DataFrame(
        {
            "heading": [bar.heading for bar in bars],
            "start": 0,
            "top": [ROW * n + ABOVE for n in range(len(bars))],
        }
    )
    headings = (
        alt.Chart(above)
        .mark_text(align="left", baseline="bottom", dy=-6, fontSize=FONT_SIZE, fontWeight="bold")
        .encode(
            x=alt.X("start:Q", scale=share),
            y=alt.Y("top:Q", scale=height),
            text="heading:N",
            color=alt.value(ACCENT),
        )
    )
    return alt.layer(pieces, names, shares, headings)


def narrowest_labelled(narrow: bool) -> float:
    """The share from which a part has room for its name below the bar."""
    return 0.17 if narrow else 0.06


def _legend(columns: int) -> alt.Legend:
    return alt.Legend(
        title=None,
        orient="bottom",
        columns=columns,
        labelFontSize=FONT_SIZE,
        labelLimit=0,
        rowPadding=6,
        symbolStrokeWidth=0,
        symbolSize=150,
    )


def _rows(number: int, bar: Bar) -> Iterator[dict]:
    """A row a part: where it starts and ends in its bar, as shares and as pixels."""
    total, start = sum(bar.counts), 0
    for kind, name, count in zip(bar.kinds, bar.names, bar.counts, strict=True):
        end = start + count
        yield {
            "kind": kind,
            "part": name,
            "count": count,
            "share": count / total,
            "start": start / total,
            "middle": (start + end) / 2 / total,
            "end": end / total,
            "top": ROW * number + ABOVE,
            "bottom": ROW * number + ABOVE + THICK,
            "embedding": kind in EMBEDDINGS,
        }
        start = end
