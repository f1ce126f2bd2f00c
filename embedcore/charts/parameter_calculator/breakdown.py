"""Wholes as bars, cut into their parts."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

ABOVE, THICK, BELOW = 24, 46, 42  # pixels: of the heading, of the bar, of the names
GAP = 16  # between a bar's names and the next heading
ROW = ABOVE + THICK + BELOW + GAP
STRENGTHS = (1.0, 0.62)  # neighbours in a bar differ


class Bar(NamedTuple):
    """A whole and its parts, in order."""

    heading: str  # stands above the bar
    names: tuple[str, ...]
    counts: tuple[int, ...]
    is_embedding: tuple[bool, ...]


def breakdown(
    bars: Sequence[Bar],
    *,
    part_title: str,
    count_title: str,
    share_title: str,
    narrow: bool = False,
) -> alt.LayerChart:
    """Each whole as one bar cut into its parts; those that are embeddings in the accent.

    The other parts that are wide enough (``narrowest_labelled``) have their name and share below.
    """
    table = pd.DataFrame([row for number, bar in enumerate(bars) for row in _rows(number, bar)])
    named = ~table["embedding"] & (table["share"] >= narrowest_labelled(narrow))
    table["label"] = table["part"].where(named, "")
    base = alt.Chart(table, height=ROW * len(bars) - GAP).encode(
        tooltip=[
            alt.Tooltip("part:N", title=part_title),
            alt.Tooltip("count:Q", title=count_title, format=","),
            alt.Tooltip("share:Q", title=share_title, format=".2%"),
        ]
    )
    share = alt.Scale(domain=[0, 1.02], nice=False)
    height = alt.Scale(domain=[0, ROW * len(bars) - GAP], reverse=True, nice=False)
    pieces = base.mark_rect(stroke=QUIET, strokeWidth=0.5).encode(
        x=alt.X("start:Q", scale=share, axis=None),
        x2="end:Q",
        y=alt.Y("top:Q", scale=height, axis=None),
        y2="bottom:Q",
        color=alt.condition("datum.embedding", alt.value(ACCENT), alt.value(QUIET)),
        opacity=alt.Opacity("strength:Q", scale=None, legend=None),
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


def _rows(number: int, bar: Bar) -> Iterator[dict]:
    """A row a part: where it starts and ends in its bar, as shares and as pixels."""
    total, start = sum(bar.counts), 0
    for place, (name, count, embedding) in enumerate(
        zip(bar.names, bar.counts, bar.is_embedding, strict=True)
    ):
        end = start + count
        yield {
            "part": name,
            "count": count,
            "share": count / total,
            "start": start / total,
            "middle": (start + end) / 2 / total,
            "end": end / total,
            "top": ROW * number + ABOVE,
            "bottom": ROW * number + ABOVE + THICK,
            "embedding": embedding,
            "strength": STRENGTHS[place % 2],
        }
        start = end
