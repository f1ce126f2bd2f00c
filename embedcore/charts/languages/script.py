"""What a script costs: tokens of the same sentences in two languages, tokenizer by tokenizer."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

ROW = 64  # pixels of a tokenizer
JITTER_SEED = 0


def prices(
    values: np.ndarray,
    *,
    names: Sequence[str],
    sentences: Sequence[str],
    price_title: str,
    equal_name: str,
    sentence_title: str,
) -> alt.LayerChart:
    """``values [tokenizers, sentences]``: a dot a sentence, a bar to the mean, and a rule at 1.

    The rule is called ``equal_name``.
    """
    rows, columns = (index.ravel() for index in np.indices(values.shape))
    jitter = np.random.default_rng(JITTER_SEED).uniform(-1, 1, values.shape[1])
    dots = pd.DataFrame(
        {
            "tokenizer": [names[row] for row in rows],
            "sentence": [sentences[column] for column in columns],
            "value": values.ravel(),
            "aside": jitter[columns],
        }
    )
    highest = max(1.0, float(values.max()))
    means = values.mean(axis=1)
    bars = pd.DataFrame({"tokenizer": list(names), "mean": means})
    bars["written"] = [f"× {mean:.2f}" for mean in means]
    bars["end"] = values.max(axis=1)
    x = alt.X(
        "value:Q",
        title=price_title,
        scale=alt.Scale(domain=[0, 1.18 * highest], nice=False),
        axis=alt.Axis(tickCount=6, grid=False),
    )
    y = _tokenizers(names)
    bar = alt.Chart(bars, height=ROW * len(names) + 60).encode(y=y)
    one = alt.Chart(pd.DataFrame({"one": [1.0], "said": [equal_name]})).encode(
        x=alt.X("one:Q", title=price_title)
    )
    return alt.layer(
        bar.mark_bar(color=ACCENT, opacity=0.55, height=34, cornerRadius=3).encode(
            x=alt.X("mean:Q", title=price_title),
            tooltip=[
                alt.Tooltip("tokenizer:N", title=" "),
                alt.Tooltip("mean:Q", title=price_title, format=".2f"),
            ],
        ),
        alt.Chart(dots)
        .mark_circle(color=QUIET, size=26, opacity=0.75)
        .encode(
            x=x,
            y=y,
            yOffset=alt.YOffset("aside:Q", scale=alt.Scale(domain=[-2.2, 2.2])),
            tooltip=[
                alt.Tooltip("sentence:N", title=sentence_title),
                alt.Tooltip("value:Q", title=price_title, format=".2f"),
            ],
        ),
        one.mark_rule(color=QUIET, strokeWidth=2, strokeDash=[5, 4]),
        one.mark_text(baseline="bottom", dy=-5, fontSize=FONT_SIZE - 1).encode(
            y=alt.value(0), text="said:N"
        ),
        bar.mark_text(align="left", dx=8, fontSize=FONT_SIZE + 2, fontWeight="bold").encode(
            x=alt.X("end:Q", title=price_title), text="written:N"
        ),
    )


def by_language(
    values: np.ndarray,
    *,
    names: Sequence[str],
    languages: Sequence[str],
    value_title: str,
    form: str,
) -> alt.LayerChart:
    """``values [tokenizers, sentences, languages]``: a bar to the mean, a rule of its spread."""
    means, spreads = values.mean(axis=1), values.std(axis=1, ddof=1)
    rows, columns = (index.ravel() for index in np.indices(means.shape))
    table = pd.DataFrame(
        {
            "tokenizer": [names[row] for row in rows],
            "language": [languages[column] for column in columns],
            "mean": means.ravel(),
            "written": [f"{mean:{form}}" for mean in means.ravel()],
            "low": (means - spreads).ravel(),
            "high": (means + spreads).ravel(),
        }
    )
    legend = alt.Legend(title=None, orient="top")
    colour = alt.Color(
        "language:N",
        scale=alt.Scale(domain=list(languages), range=[QUIET, ACCENT]),
        sort=list(languages),
        legend=legend,
    )
    x = alt.Scale(domain=[0, 1.15 * float(table["high"].max())], nice=False)
    base = alt.Chart(table, height=ROW * len(names) + 70).encode(
        y=_tokenizers(names),
        yOffset=alt.YOffset("language:N", sort=list(languages)),
        tooltip=[
            alt.Tooltip("tokenizer:N", title=" "),
            alt.Tooltip("language:N", title=" "),
            alt.Tooltip("written:N", title=value_title),
        ],
    )
    bars = base.mark_bar(cornerRadius=3, opacity=0.55).encode(
        x=alt.X("mean:Q", title=value_title, scale=x, axis=alt.Axis(tickCount=6, grid=False)),
        color=colour,
    )
    spread = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title=value_title), x2="high:Q", color=colour
    )
    numbers = base.mark_text(align="left", dx=6, fontSize=FONT_SIZE).encode(
        x=alt.X("high:Q", title=value_title), text="written:N"
    )
    return alt.layer(bars, spread, numbers)


def _tokenizers(names: Sequence[str]) -> alt.Y:
    axis = alt.Axis(labelFontSize=FONT_SIZE, labelLimit=150, ticks=False, domain=False)
    return alt.Y(
        "tokenizer:N", title=None, sort=list(names), axis=axis, scale=alt.Scale(paddingInner=0.25)
    )
