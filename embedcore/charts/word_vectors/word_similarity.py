"""What people say of pairs of words against the cosine of their vectors."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.labels import in_pixels, name_layers, position, sides_with_room
from embedcore.charts.style import ACCENT, FONT_SIZE, LEVEL_TITLE, QUIET

HEIGHT = 380
WIDE, NARROW = (700, 310), (260, 310)  # pixels inside the axes, about
JUDGEMENTS, HIGHEST = [-0.2, 10.2], 1.08  # of the axes


def people_and_vectors(
    judgements: np.ndarray,
    cosines: np.ndarray,
    *,
    pairs: Sequence[str],
    named: Sequence[int],
    judgement_title: str,
    cosine_title: str,
    narrow: bool = False,
) -> alt.LayerChart:
    """A point a pair: the mean of the judgements, 0 to 10, and the cosine.

    Those ``named`` are strong and have their words beside them, as far as there is room for them;
    the first two always.
    """
    table = pd.DataFrame({"pair": list(pairs), "judgement": judgements, "cosine": cosines})
    lowest = min(0.0, float(np.floor(cosines.min() * 4) / 4))
    table["side"] = _sides(table, named, lowest, NARROW if narrow else WIDE)
    x = alt.X(
        "judgement:Q",
        title=judgement_title,
        scale=alt.Scale(domain=JUDGEMENTS, nice=False),
        axis=alt.Axis(values=[0, 2, 4, 6, 8, 10], format="d"),
    )
    y = alt.Y(
        "cosine:Q",
        title=cosine_title,
        scale=alt.Scale(domain=[lowest, HIGHEST], nice=False),
        axis=alt.Axis(values=[-0.25, 0, 0.25, 0.5, 0.75, 1], format="+.2f", **LEVEL_TITLE),
    )
    base = alt.Chart(table, height=HEIGHT).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("pair:N", title=" "),
            alt.Tooltip("judgement:Q", title=judgement_title, format=".2f"),
            alt.Tooltip("cosine:Q", title=cosine_title, format="+.3f"),
        ],
    )
    strong = base.transform_filter("datum.side !== ''")
    return alt.layer(
        base.mark_point(filled=True, size=45, opacity=0.6, color=QUIET),
        strong.mark_point(filled=True, size=90, opacity=1, color=ACCENT),
        *name_layers(base, "pair", fontSize=FONT_SIZE, fontWeight="bold"),
    )


def _sides(
    table: pd.DataFrame, named: Sequence[int], lowest: float, box: tuple[int, int]
) -> list[str]:
    """Of each pair the side that its name stands on; empty where it is not."""
    few = table.iloc[list(named)]
    shares = position(few["judgement"], JUDGEMENTS), position(few["cosine"], [lowest, HIGHEST])
    pixels = in_pixels(np.column_stack(shares), box)
    sizes = [FONT_SIZE + 1] * len(few)
    chosen = sides_with_room(pixels, list(few["pair"]), box, sizes, must=2)
    sides = [""] * len(table)
    for number, side in zip(named, chosen, strict=True):
        sides[number] = side
    return sides
