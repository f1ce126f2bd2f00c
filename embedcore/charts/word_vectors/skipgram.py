"""Word vectors while they are trained, and their dot products against what counting says."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, GROUP_COLOURS, LEVEL_TITLE, QUIET

HEIGHT = 280


def loss_course(
    epochs: np.ndarray, losses: np.ndarray, *, epoch_title: str, loss_title: str
) -> alt.Chart:
    """``losses [points]`` in nats a pair, against how often the text had been read by then."""
    table = pd.DataFrame({"epoch": epochs, "loss": losses})
    scale = alt.Scale(domain=[0, float(losses.max()) * 1.05], nice=False)
    read = alt.Scale(domain=[0, float(epochs.max())], nice=False)
    axis = alt.Axis(tickCount=6, tickMinStep=1)
    return (
        alt.Chart(table, height=HEIGHT)
        .mark_line(color=ACCENT, strokeWidth=2)
        .encode(
            x=alt.X("epoch:Q", title=epoch_title, scale=read, axis=axis),
            y=alt.Y(
                "loss:Q", title=loss_title, scale=scale, axis=alt.Axis(tickCount=5, **LEVEL_TITLE)
            ),
            tooltip=[
                alt.Tooltip("epoch:Q", title=epoch_title, format=".2f"),
                alt.Tooltip("loss:Q", title=loss_title, format=".3f"),
            ],
        )
    )


def products_and_pmi(
    pmi: np.ndarray,
    products: np.ndarray,
    *,
    pairs: Sequence[str],
    pmi_title: str,
    product_title: str,
    pair_title: str,
) -> alt.LayerChart:
    """Each pair of words as a point: across what counting says, upwards what was trained.

    On the dashed line both are the same.
    """
    table = pd.DataFrame({"pmi": pmi, "product": products, "pair": list(pairs)})
    lowest = float(min(pmi.min(), products.min()))
    highest = float(max(pmi.max(), products.max()))
    line = pd.DataFrame({"pmi": [lowest, highest], "product": [lowest, highest]})
    scale = alt.Scale(domain=[lowest, highest], nice=True, zero=False)
    x = alt.X("pmi:Q", title=pmi_title, scale=scale, axis=alt.Axis(tickCount=6))
    level = alt.Axis(tickCount=6, **LEVEL_TITLE)
    y = alt.Y("product:Q", title=product_title, scale=scale, axis=level)
    points = (
        alt.Chart(table, height=HEIGHT + 120)
        .mark_circle(color=GROUP_COLOURS[0], size=22, opacity=0.35)
        .encode(
            x=x,
            y=y,
            tooltip=[
                alt.Tooltip("pair:N", title=pair_title),
                alt.Tooltip("pmi:Q", title=pmi_title, format=".2f"),
                alt.Tooltip("product:Q", title=product_title, format=".2f"),
            ],
        )
    )
    same = alt.Chart(line).mark_line(color=QUIET, strokeDash=[6, 4]).encode(x=x, y=y)
    return alt.layer(points, same)
