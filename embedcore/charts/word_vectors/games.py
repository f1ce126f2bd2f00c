"""The odd one out as bars, and a walk from word to word."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, GROUP_COLOURS, GROUP_SHAPES, QUIET, token_axis

ROW = 34  # pixels a word
BELOW = 100  # pixels, of an axis and a legend


def odd_bars(
    words: Sequence[str], scores: Sequence[float], *, word_title: str, score_title: str
) -> alt.LayerChart:
    """The mean cosine of each word with the others; the lowest, the odd one out, in the accent."""
    table = pd.DataFrame({"place": range(len(words)), "word": list(words), "score": list(scores)})
    table["written"] = [f"{round(score, 2) + 0.0:+.2f}" for score in scores]  # no -0.00
    table["odd"] = table.index == table["score"].idxmin()
    table["zero"] = 0.0
    low = min(0.0, *scores)
    x = alt.X(
        "score:Q",
        title=score_title,
        scale=alt.Scale(domain=[low - 0.16 * (low < 0), 1], nice=False),
        axis=alt.Axis(grid=False, tickCount=5),
    )
    base = alt.Chart(table, height=ROW * len(words) + 46).encode(
        y=alt.Y("place:O", axis=None),
        tooltip=[
            alt.Tooltip("word:N", title=word_title),
            alt.Tooltip("score:Q", title=score_title, format="+.3f"),
        ],
    )
    colour = alt.condition("datum.odd", alt.value(ACCENT), alt.value(QUIET))
    return alt.layer(
        base.mark_bar(height=24, cornerRadius=3, opacity=0.75).encode(x=x, color=colour),
        base.mark_text(align="left", dx=8, fontSize=FONT_SIZE + 1, fontWeight="bold").encode(
            x=alt.X("zero:Q", title=score_title), text="word:N"
        ),
        base.mark_text(align="right", fontSize=FONT_SIZE).encode(
            x=alt.value("width"), text="written:N"
        ),
    )


def walk_steps(
    to_start: Sequence[float],
    to_goal: Sequence[float],
    *,
    words: Sequence[str],
    names: Sequence[str],
    cosine_title: str,
) -> alt.LayerChart:
    """Each word of a walk, from top to bottom: its cosine with the first and with the last.

    ``names`` are of the two lines.
    """
    table = pd.DataFrame(
        [
            {"place": place, "word": word, "cosine": cosine, "with": name}
            for name, cosines in zip(names, (to_start, to_goal), strict=True)
            for place, (word, cosine) in enumerate(zip(words, cosines, strict=True))
        ]
    )
    low = min(0.0, *to_start, *to_goal)
    legend = alt.Legend(title=None, orient="bottom", symbolSize=110, labelLimit=260)
    scale = {"domain": list(names)}
    base = alt.Chart(table, height=ROW * len(words) + BELOW).encode(
        x=alt.X(
            "cosine:Q",
            title=cosine_title,
            scale=alt.Scale(domain=[low, 1.02], nice=False),
            axis=alt.Axis(tickCount=5),
        ),
        y=token_axis(alt.Y, "place", words),
        order="place:Q",
        color=alt.Color("with:N", scale=alt.Scale(range=GROUP_COLOURS[:2], **scale), legend=legend),
        tooltip=[
            alt.Tooltip("word:N", title=" "),
            alt.Tooltip("with:N", title=" "),
            alt.Tooltip("cosine:Q", title=cosine_title, format="+.3f"),
        ],
    )
    shape = alt.Shape("with:N", scale=alt.Scale(range=GROUP_SHAPES[:2], **scale), legend=legend)
    return alt.layer(
        base.mark_line(strokeWidth=2, opacity=0.6),
        base.mark_point(filled=True, size=100, opacity=1).encode(shape=shape),
    )
