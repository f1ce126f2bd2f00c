"""Do two models agree on who is near whom? Shares of common neighbours, and one word's."""

from collections.abc import Sequence
from functools import partial

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table
from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, share_axis

STRIP, AXIS = 62, 70  # pixels of height


def agreement_strips(
    matched: np.ndarray, shuffled: np.ndarray, *, names: Sequence[str], share_title: str
) -> alt.LayerChart:
    """``matched`` and ``shuffled [comparisons, draws]``: a tick a draw, a dot a mean."""
    settings, draws = matched.shape
    place = np.repeat(np.arange(settings), draws)
    ticks = pd.DataFrame(
        {
            "place": np.tile(place, 2),
            "share": np.concatenate([matched.ravel(), shuffled.ravel()]),
            "colour": np.repeat([ACCENT, QUIET], settings * draws),
        }
    )
    means = pd.DataFrame(
        {
            "place": np.tile(np.arange(settings), 2),
            "share": np.concatenate([matched.mean(axis=1), shuffled.mean(axis=1)]),
            "colour": np.repeat([ACCENT, QUIET], settings),
            "name": [*names, *names],
        }
    )
    means["written"] = [f"{share:.0%}" for share in means["share"]]
    y = alt.Y(
        "place:Q",
        axis=None,
        scale=alt.Scale(domain=[-0.75, settings - 0.65], reverse=True, nice=False),
    )
    x = share_axis("share", share_title, alt.X)
    colour = alt.Color("colour:N", scale=None)
    dots = alt.Chart(means, height=STRIP * settings + AXIS).encode(x=x, y=y)
    return alt.layer(
        alt.Chart(ticks)
        .mark_tick(size=13, thickness=1.5, opacity=0.6)
        .encode(x=x, y=y, color=colour),
        dots.mark_point(filled=True, size=80, opacity=1).encode(
            color=colour,
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("share:Q", title=share_title, format=".1%"),
            ],
        ),
        dots.mark_text(dy=17, fontSize=FONT_SIZE, fontWeight="bold").encode(text="written:N"),
        alt.Chart(means.iloc[:settings])
        .mark_text(align="left", dy=-19, fontSize=FONT_SIZE)
        .encode(x=alt.value(4), y=y, text="name:N"),
    )


def agreement_curve(
    matched: np.ndarray,
    shuffled: np.ndarray,
    *,
    k: int,
    names: Sequence[str],
    k_title: str,
    share_title: str,
) -> alt.LayerChart:
    """Shares over k: ``matched`` and ``shuffled [draws, k from 1 on]``, and bands of one spread."""
    ks = np.arange(1, matched.shape[1] + 1)
    table = pd.concat(
        [
            spread_table(values, (0, 1), k=ks, name=name, colour=colour)
            for name, colour, values in zip(
                names, (ACCENT, QUIET), (matched, shuffled), strict=True
            )
        ]
    )
    ends = table[table["k"] == ks[-1]]
    x = alt.X(
        "k:Q",
        title=k_title,
        scale=alt.Scale(domain=[0, len(ks)], nice=False),
        axis=alt.Axis(grid=False, tickCount=6, format="d"),
    )
    share = share_axis("mean", share_title)
    colour = alt.Color("colour:N", scale=None)
    base = alt.Chart(table, height=300).encode(x=x, color=colour)
    return alt.layer(
        alt.Chart(pd.DataFrame({"k": [k]}))
        .mark_rule(color=QUIET, strokeDash=[4, 3])
        .encode(x=alt.X("k:Q", title=k_title)),
        band(base, partial(share_axis, title=share_title), opacity=0.22),
        base.mark_line(strokeWidth=2.5).encode(y=share),
        base.transform_filter(alt.datum["k"] == k)
        .mark_point(filled=True, size=140, opacity=1)
        .encode(
            y=share,
            tooltip=[
                alt.Tooltip("name:N", title=" "),
                alt.Tooltip("k:Q", title=k_title),
                alt.Tooltip("mean:Q", title=share_title, format=".1%"),
            ],
        ),
        alt.Chart(ends)
        .mark_text(align="right", dx=-4, dy=-20, fontSize=FONT_SIZE + 1, fontWeight="bold")
        .encode(x=x, y=share, text="name:N"),
    )


def two_rankings(
    left: Sequence[str], right: Sequence[str], *, titles: Sequence[str]
) -> alt.LayerChart:
    """Two lists of neighbours, nearest on top; a line joins those that stand in both."""
    words = pd.DataFrame(
        {
            "side": np.repeat([0, 1], [len(left), len(right)]),
            "place": [*range(1, len(left) + 1), *range(1, len(right) + 1)],
            "word": [*left, *right],
            "shared": [*(w in right for w in left), *(w in left for w in right)],
        }
    )
    shared = [word for word in left if word in right]
    lines = pd.DataFrame(
        {
            "side": np.zeros(len(shared), int),
            "end": np.ones(len(shared), int),
            "place": [left.index(word) + 1 for word in shared],
            "place2": [right.index(word) + 1 for word in shared],
        }
    )
    heads = pd.DataFrame({"side": [0, 1], "place": [0, 0], "word": list(titles)})
    x = alt.X("side:Q", axis=None, scale=alt.Scale(domain=[-1, 2], nice=False))
    rows = max(len(left), len(right))
    y = alt.Y("place:Q", axis=None, scale=alt.Scale(domain=[-0.6, rows + 0.6], reverse=True))
    layers = [
        alt.Chart(lines, height=27 * (rows + 1))
        .mark_rule(color=ACCENT, strokeWidth=1.8)
        .encode(x=x, x2="end", y=y, y2="place2")
    ]
    for side, align, dx in ((0, "right", -9), (1, "left", 9)):
        own = alt.datum["side"] == side
        for table, weight in ((words, "normal"), (heads, "bold")):
            layers.append(
                alt.Chart(table)
                .transform_filter(own)
                .mark_text(align=align, dx=dx, fontSize=FONT_SIZE + 1, fontWeight=weight)
                .encode(x=x, y=y, text="word:N")
            )
    dots = alt.Chart(words).mark_point(filled=True, size=45, opacity=1)
    colour = alt.condition(alt.datum["shared"], alt.value(ACCENT), alt.value(QUIET))
    return alt.layer(*layers, dots.encode(x=x, y=y, color=colour))
