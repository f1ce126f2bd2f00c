"""Which rows of a table a step reaches."""

from collections.abc import Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, GROUP_COLOURS, QUIET

COLOURS = {"read": ACCENT, "answer": GROUP_COLOURS[0], "other": QUIET}


def gradient_bars(
    norms: np.ndarray,
    kind_of: Sequence[str],
    *,
    kinds: Mapping[str, str],
    row_title: str,
    norm_title: str,
    zero_title: str,
) -> alt.Chart:
    """A bar for each row of a table, as high as the gradient that reached it ``[vocab_size]``.

    ``kind_of`` each row is a key of ``COLOURS``, which ``kinds`` name in the legend. ``zero_title``
    is written where the gradient is exactly 0.
    """
    shown = [kind for kind in COLOURS if kind in kind_of]
    domain = [kinds[kind] for kind in shown]
    colours = alt.Scale(domain=domain, range=[COLOURS[kind] for kind in shown])
    table = pd.DataFrame(
        {
            "row": np.arange(len(norms)),
            "norm": norms,
            "kind": [kinds[kind] for kind in kind_of],
            "written": [f"{norm:.4f}" if norm else zero_title for norm in norms],
        }
    )
    along = alt.Scale(domain=[0, len(norms) - 1], nice=False, padding=4)
    up = alt.Scale(domain=[0, max(float(norms.max()) * 1.05, 1e-9)], nice=False)
    return (
        alt.Chart(table, height=260)
        .mark_bar(width=2)
        .encode(
            x=alt.X("row:Q", title=row_title, scale=along),
            y=alt.Y("norm:Q", title=norm_title, stack=None, scale=up, axis=alt.Axis(tickCount=3)),
            color=alt.Color(
                "kind:N", scale=colours, legend=alt.Legend(title=None, orient="top", labelLimit=0)
            ),
            tooltip=[
                alt.Tooltip("row:Q", title=row_title),
                alt.Tooltip("written:N", title=norm_title),
                alt.Tooltip("kind:N", title=" "),
            ],
        )
    )
