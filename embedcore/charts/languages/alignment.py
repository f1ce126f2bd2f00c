"""One rotation between two spaces: how much it finds, and two clouds on one plane."""

from collections.abc import Sequence
from functools import partial

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table
from embedcore.charts.labels import in_pixels, name_layers, sides_with_room
from embedcore.charts.scatter import extent_in, true_to_scale
from embedcore.charts.style import (
    ACCENT,
    FONT_SIZE,
    GROUP_COLOURS,
    GROUP_SHAPES,
    QUIET,
    share_axis,
)
from embedcore.languages.clouds import Clouds

LEGEND = {"symbolSize": 110, "symbolOpacity": 1}
LEGENDS = 90  # pixels of the height
ON_A_LINE = 20  # points of it that no name may cover
CURVE_COLOURS = [ACCENT, GROUP_COLOURS[0], GROUP_COLOURS[3]]


def learning_curve(
    anchors: Sequence[int],
    shares: np.ndarray,
    *,
    k: int,
    names: Sequence[str],
    anchors_title: str,
    share_title: str,
) -> alt.LayerChart:
    """``shares [measures, splits, numbers of anchors]``: means, bands of one spread."""
    table = pd.concat(
        [
            spread_table(of_splits, (0, 1), anchors=list(anchors), measure=name)
            for of_splits, name in zip(shares, names, strict=True)
        ]
    )
    legend = alt.Legend(title=None, orient="bottom", columns=1, labelLimit=280, **LEGEND)
    scale = {"domain": list(names)}
    colour = alt.Color(
        "measure:N", scale=alt.Scale(range=CURVE_COLOURS, **scale), legend=legend, sort=None
    )
    shape = alt.Shape(
        "measure:N", scale=alt.Scale(range=GROUP_SHAPES[:3], **scale), legend=legend, sort=None
    )
    base = alt.Chart(table, height=390).encode(
        x=alt.X(
            "anchors:Q",
            title=anchors_title,
            scale=alt.Scale(domain=[0, max(anchors)], nice=False),
            axis=alt.Axis(grid=False, tickCount=6, tickMinStep=1, format="d"),
        ),
        color=colour,
        tooltip=[
            alt.Tooltip("measure:N", title=" "),
            alt.Tooltip("anchors:Q", title=anchors_title),
            alt.Tooltip("mean:Q", title=share_title, format=".1%"),
        ],
    )
    share = share_axis("mean", share_title)
    here = base.transform_filter(alt.datum["anchors"] == k)
    return alt.layer(
        alt.Chart(pd.DataFrame({"anchors": [k]}))
        .mark_rule(color=QUIET, strokeDash=[4, 3], strokeWidth=1.5)
        .encode(x=alt.X("anchors:Q", title=anchors_title)),
        band(base, partial(share_axis, title=share_title), opacity=0.18),
        base.mark_line(strokeWidth=2).encode(y=share),
        base.mark_point(filled=True, size=45, opacity=1).encode(y=share, shape=shape),
        here.mark_point(filled=True, size=170, opacity=1).encode(y=share, shape=shape),
    )


def two_clouds(
    clouds: Clouds,
    every: np.ndarray,
    *,
    pairs: Sequence[tuple[str, str]],
    languages: Sequence[str],
    colours: Sequence[str],
    line_names: Sequence[str],
    box: Sequence[int],
) -> alt.LayerChart:
    """Both clouds, and lines between the members of some pairs, true to scale.

    ``every [n, 2]`` are points that have room, those of another picture beside it included.
    ``box`` is the plot's size in pixels, the width a guess: a name without room there is shown
    when its point is pointed at.

    ``pairs`` are the names of the pairs that are drawn, in the source and the target language,
    whose names are ``languages``; ``colours`` are the same two in the order of their colours;
    ``line_names`` what a line means where the nearest is right, and where not.
    """
    points = pd.DataFrame(
        {
            "x": np.concatenate([clouds.source[:, 0], clouds.target[:, 0]]),
            "y": np.concatenate([clouds.source[:, 1], clouds.target[:, 1]]),
            "language": np.repeat(list(languages), len(clouds.source)),
        }
    )
    ends = pd.DataFrame(
        {
            "x": np.concatenate([clouds.source[clouds.drawn, 0], clouds.target[clouds.drawn, 0]]),
            "y": np.concatenate([clouds.source[clouds.drawn, 1], clouds.target[clouds.drawn, 1]]),
            "language": np.repeat(list(languages), len(clouds.drawn)),
            "word": [source for source, _ in pairs] + [target for _, target in pairs],
        }
    )
    ends["side"] = _sides(ends, extent_in(every, box), box)
    lines = pd.DataFrame(
        {
            "x": clouds.source[clouds.drawn, 0],
            "y": clouds.source[clouds.drawn, 1],
            "x2": clouds.target[clouds.drawn, 0],
            "y2": clouds.target[clouds.drawn, 1],
            "nearest": [line_names[0] if found else line_names[1] for found in clouds.found],
        }
    )
    across, up = true_to_scale(every)
    x, y = alt.X("x:Q", axis=None, scale=across), alt.Y("y:Q", axis=None, scale=up)
    legend = alt.Legend(title=None, orient="bottom", **LEGEND)
    domain = list(colours)
    look = {
        "color": alt.Color(
            "language:N",
            sort=None,
            legend=legend,
            scale=alt.Scale(domain=domain, range=GROUP_COLOURS[:2]),
        ),
        "shape": alt.Shape(
            "language:N",
            sort=None,
            legend=legend,
            scale=alt.Scale(domain=domain, range=GROUP_SHAPES[:2]),
        ),
    }
    shown = alt.Scale(domain=list(line_names), range=[[1, 0], [4, 4]])
    word = alt.Tooltip("word:N", title=" ")
    named = alt.Chart(ends).encode(x=x, y=y)
    return alt.layer(
        alt.Chart(points, height=box[1] + LEGENDS)
        .mark_point(filled=True, size=34, opacity=0.4)
        .encode(x=x, y=y, **look),
        alt.Chart(lines)
        .mark_rule(strokeWidth=1.5, color=ACCENT)
        .encode(
            x=x,
            y=y,
            x2="x2",
            y2="y2",
            strokeDash=alt.StrokeDash(
                "nearest:N",
                scale=shown,
                sort=None,
                legend=alt.Legend(
                    title=None, orient="bottom", columns=1, symbolType="stroke", symbolSize=500
                ),
            ),
        ),
        named.mark_point(filled=True, size=90, opacity=1).encode(tooltip=[word], **look),
        *name_layers(named, "word", fontSize=FONT_SIZE, fontWeight="bold"),
    )


def _sides(ends: pd.DataFrame, extent: np.ndarray, box: Sequence[int]) -> list[str]:
    """The side of its point on which each name stands: off the lines, where there is room.

    ``ends`` are the sources of the lines, then their targets, in a plot of the size ``box``.
    """
    points = ends[["x", "y"]].to_numpy()
    pixels = in_pixels((points - extent[0]) / (extent[1] - extent[0]), box)
    source, target = np.split(pixels, 2)
    parts = np.linspace(0, 1, ON_A_LINE)[:, None, None]
    lines = (source + parts * (target - source)).reshape(-1, 2)
    places = np.concatenate([pixels, lines])
    names = [*ends["word"], *[""] * len(lines)]
    sizes = [FONT_SIZE + 2] * len(places)  # bold, and two names a little apart
    return sides_with_room(places, names, box, sizes)[: len(ends)]
