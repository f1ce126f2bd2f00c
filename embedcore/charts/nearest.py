"""The nearest words of a table, as bars of their cosine."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from embedcore.charts.style import COSINE_COLOURS, FONT_SIZE, QUIET


def nearest_words(
    words: Sequence[str],
    cosines: Sequence[float],
    *,
    chance: float,
    word_title: str,
    cosine_title: str,
    chance_title: str,
) -> alt.LayerChart:
    """``words`` from the nearest on; a rule at ``chance``, the cosine that noise would reach."""
    table = pd.DataFrame({"place": range(len(words)), "word": list(words), "cosine": list(cosines)})
    table["written"] = [f"{round(cosine, 2) + 0.0:+.2f}" for cosine in cosines]  # no -0.00
    table["zero"] = 0.0
    x = alt.X(
        "cosine:Q",
        title=cosine_title,
        scale=alt.Scale(domain=[min(0.0, *cosines), 1.12], nice=False),
        axis=alt.Axis(values=[0, 0.25, 0.5, 0.75, 1], format=".2f", grid=False),
    )
    y = alt.Y("place:O", axis=None)
    base = alt.Chart(table, height=34 * len(words) + 60).encode(
        x=x,
        y=y,
        tooltip=[
            alt.Tooltip("word:N", title=word_title),
            alt.Tooltip("cosine:Q", title=cosine_title, format="+.3f"),
        ],
    )
    colour = alt.Color("cosine:Q", scale=COSINE_COLOURS, legend=None)
    mark = alt.Chart(pd.DataFrame({"cosine": [chance], "name": [chance_title]}))
    return alt.layer(
        base.mark_bar(height=24, cornerRadius=3).encode(color=colour),
        base.mark_text(align="left", dx=8, fontSize=FONT_SIZE + 1, fontWeight="bold").encode(
            x="zero:Q", text="word:N"
        ),
        base.mark_text(align="left", dx=6, fontSize=FONT_SIZE).encode(text="written:N"),
        mark.mark_rule(color=QUIET, strokeDash=[4, 3]).encode(
            x=x, tooltip=[alt.Tooltip("cosine:Q", title=chance_title, format="+.3f")]
        ),
    )
