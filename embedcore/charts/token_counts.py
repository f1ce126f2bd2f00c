"""How many tokens each text takes under each tokenizer."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

BAR_HEIGHT = 22


def token_counts(
    counts: np.ndarray, *, names: Sequence[str], texts: Sequence[str], count_title: str
) -> alt.LayerChart:
    """How many tokens each text takes under each tokenizer: ``counts [tokenizers, texts]``."""
    rows, columns = (index.ravel() for index in np.indices(counts.shape))
    table = pd.DataFrame(
        {
            "tokenizer": [names[row] for row in rows],
            "text": [texts[column] for column in columns],
            "tokens": counts.ravel(),
        }
    )
    colours = alt.Scale(domain=list(texts), range=[QUIET, ACCENT])
    base = alt.Chart(table, height=BAR_HEIGHT * counts.size + 20 * len(names)).encode(
        x=alt.X(
            "tokens:Q",
            title=count_title,
            axis=alt.Axis(tickMinStep=1, tickCount=6),
            scale=alt.Scale(domain=[0, 1.15 * int(counts.max())], nice=False),
        ),
        y=alt.Y(
            "tokenizer:N",
            title=None,
            sort=list(names),
            axis=alt.Axis(labelFontSize=FONT_SIZE, ticks=False, domain=False),
            scale=alt.Scale(paddingInner=0.25),
        ),
        yOffset=alt.YOffset("text:N", sort=list(texts)),
        tooltip=[
            alt.Tooltip("tokenizer:N", title=" "),
            alt.Tooltip("text:N", title=" "),
            alt.Tooltip("tokens:Q", title=count_title),
        ],
    )
    legend = alt.Legend(title=None, orient="top", labelLimit=300)
    bars = base.mark_bar(cornerRadius=3).encode(
        color=alt.Color("text:N", scale=colours, sort=list(texts), legend=legend)
    )
    numbers = base.mark_text(align="left", dx=5, fontSize=FONT_SIZE).encode(text="tokens:Q")
    return alt.layer(bars, numbers)
