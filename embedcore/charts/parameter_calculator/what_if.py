"""What a vocabulary costs models of many sizes."""

from collections.abc import Sequence
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, GROUP_SHAPES, POWERS_OF_TEN, SHORT

STRENGTHS = (0.5, 0.75, 1.0)  # of the lines, from the smallest vocabulary up


class CostTitles(NamedTuple):
    """What the picture shows, in the visitor's language."""

    model: str
    rest: str  # of the model, without the vocabulary's parameters
    parameters: str  # of the vocabulary
    share: str  # of these in the model


def vocabulary_cost(
    rest: Sequence[int],
    counts: np.ndarray,
    *,
    models: Sequence[str],
    vocabularies: Sequence[str],
    titles: CostTitles,
    narrow: bool = False,
) -> alt.LayerChart:
    """The vocabulary's share of each model, one line a vocabulary.

    ``counts [vocabularies, models]`` are the vocabulary's parameters, ``rest`` is what the model
    has besides, on a logarithmic axis.
    """
    shares = counts / (counts + np.array(rest))
    table = pd.DataFrame(
        {
            "model": np.tile(list(models), len(vocabularies)),
            "rest": np.tile(list(rest), len(vocabularies)),
            "vocabulary": np.repeat(list(vocabularies), len(models)),
            "count": counts.reshape(-1),
            "share": shares.reshape(-1),
        }
    )
    domain = list(vocabularies)
    legend = alt.Legend(
        title=None,
        orient="top",
        symbolFillColor=ACCENT,
        symbolStrokeWidth=0,
        labelFontSize=FONT_SIZE,
        labelLimit=0,
        columns=1 if narrow else len(domain),
    )
    strength = alt.Opacity(
        "vocabulary:N",
        legend=legend,
        sort=domain,
        scale=alt.Scale(domain=domain, range=STRENGTHS[-len(domain) :]),
    )
    shape = alt.Shape(
        "vocabulary:N",
        legend=legend,
        sort=domain,
        scale=alt.Scale(domain=domain, range=GROUP_SHAPES[: len(domain)]),
    )
    x = alt.X(
        "rest:Q",
        title=titles.rest,
        scale=alt.Scale(type="log", nice=False, domain=[min(rest) / 2, max(rest) * 2]),
        axis=alt.Axis(labelExpr=SHORT, values=POWERS_OF_TEN, grid=False),
    )
    y = alt.Y(
        "share:Q",
        title=titles.share,
        scale=alt.Scale(domain=[0, 1.04], nice=False),
        axis=alt.Axis(format="%", values=[0, 0.25, 0.5, 0.75, 1]),
    )
    base = alt.Chart(table, height=340).encode(
        x=x,
        y=y,
        opacity=strength,
        tooltip=[
            alt.Tooltip("model:N", title=titles.model),
            alt.Tooltip("vocabulary:N", title=" "),
            alt.Tooltip("count:Q", title=titles.parameters, format=","),
            alt.Tooltip("share:Q", title=titles.share, format=".2%"),
        ],
    )
    return alt.layer(
        base.mark_line(color=ACCENT, strokeWidth=2.5),
        base.mark_point(filled=True, size=70, color=ACCENT).encode(shape=shape),
    )
