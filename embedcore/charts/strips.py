"""Settings one above the other, a tick a seed: cosines or correlations on the whole of [-1, 1]."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, cosine_axis, zero_rule

STRIP = 72  # pixels of height


def strips(values: np.ndarray, *, names: Sequence[str], cosine_title: str) -> alt.LayerChart:
    """Settings one above the other: ``values [settings, seeds]``, a tick a seed, a dot a mean."""
    settings, seeds = values.shape
    places = np.repeat(np.arange(settings), seeds)
    ticks = pd.DataFrame({"place": places, "cosine": values.ravel()})
    means = pd.DataFrame(
        {
            "place": np.arange(settings),
            "cosine": values.mean(axis=1),
            "written": [f"{mean:+.2f}" for mean in values.mean(axis=1)],
            "name": list(names),
        }
    )
    y = alt.Y(
        "place:Q",
        axis=None,
        scale=alt.Scale(domain=[-0.7, settings - 0.7], reverse=True, nice=False),
    )
    x = cosine_axis("cosine", cosine_title, alt.X)
    dots = alt.Chart(means, height=STRIP * settings + 30).encode(x=x, y=y)
    return alt.layer(
        zero_rule("x"),
        alt.Chart(ticks).mark_tick(color=QUIET, size=16, thickness=1.5).encode(x=x, y=y),
        dots.mark_point(filled=True, color=ACCENT, size=90, opacity=1).encode(
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("cosine:Q", title=cosine_title, format="+.2f"),
            ]
        ),
        dots.mark_text(color=ACCENT, dy=-17, fontSize=FONT_SIZE, fontWeight="bold").encode(
            text="written:N"
        ),
        dots.mark_text(align="left", dy=-36, fontSize=FONT_SIZE).encode(
            x=alt.value(4), text="name:N"
        ),
    )
