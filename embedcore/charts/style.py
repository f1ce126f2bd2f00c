"""What the charts share: colours that have a meaning, axes that name tokens."""

import json
from collections.abc import Sequence

import altair as alt
import pandas as pd

# Of words, as in the theme: Vega does not know it.
INK = {"light": "#1f2933", "dark": "#e6eaef"}
WHITE, CLEAR = "#ffffff", "transparent"
ACCENT = "#D55E00"  # what to look at (Okabe-Ito vermilion)
QUIET = "#8A94A3"  # what is only there for comparison: readable on light and on dark
GROUP_COLOURS = ["#0072B2", "#E69F00", "#56B4E9", "#CC79A7", "#999999", "#F0E442"]
# For wholes of more parts than there are groups: apart from those, and from one another.
OLIVE, BROWN, GREEN, VIOLET, MOSS = "#B79F00", "#8C6D46", "#009E73", "#5B4B8A", "#44735E"
GROUP_SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
# Of a token in two groups; a star as an SVG path, for want of one among Vega's shapes.
BRIDGE_SHAPE = "M0,-1L.29,-.4L.95,-.31L.48,.15L.59,.81L0,.5L-.59,.81L-.48,.15L-.95,-.31L-.29,-.4Z"
COSINES = alt.Scale(domain=[-1, 1], nice=False)
COSINE_COLOURS = alt.Scale(domain=[-1, 1], range="diverging", clamp=True)
LARGEST = 3.0  # of a number in a table, at which its colour is strongest
FONT_SIZE = 13
POWERS_OF_TEN = [10.0**power for power in range(3, 13)]  # on an axis of parameters
SHORT = "replace(format(datum.value, '~s'), 'G', 'B')"  # of a count on an axis: 1B, not 1G
# Of an upright axis: its title above it, level, as no script is read standing on its side.
LEVEL_TITLE = {"titleAngle": 0, "titleAlign": "left", "titleX": 0, "titleY": -12}
ROOMY_TO = 12  # tokens on an axis up to which there is room for large names and numbers
SPARSE_NAMES_FROM = 27  # tokens on an axis from which some names are left out, for want of room


def token_axis(
    channel: type[alt.X] | type[alt.Y], field: str, labels: Sequence[str], title: str | None = None
) -> alt.X | alt.Y:
    """An axis of tokens in the order given, a token that comes twice included.

    ``field`` is the column that holds a token's position 0, 1, 2 …; the axis shows its label.
    """
    names = alt.Axis(
        title=title,
        orient="top" if channel is alt.X else "left",
        labelExpr=f"{json.dumps(list(labels))}[datum.value]",
        labelAngle=0,
        labelFontSize=FONT_SIZE if len(labels) <= ROOMY_TO else FONT_SIZE - 2,
        labelBaseline="middle" if channel is alt.Y else "bottom",
        labelFlush=False,
        labelOverlap="greedy" if len(labels) >= SPARSE_NAMES_FROM else False,
        ticks=False,
        domain=False,
        grid=False,
    )
    positions = list(range(len(labels)))
    return channel(f"{field}:O", axis=names, sort=positions, scale=alt.Scale(domain=positions))


def group_encodings(
    names: Sequence[str], title: str | None, bridge: str = ""
) -> dict[str, alt.Color | alt.Shape]:
    """Colour and shape of each group; both, so that neither eye nor printer needs colour.

    The column ``number`` holds the number of the group, 0, 1, 2 …, and the one after them for a
    token of two groups, which the legend calls ``bridge``. A name itself, which a visitor may have
    typed, is in no scale: one such as ``if`` would blank the chart.
    """
    colours, shapes = GROUP_COLOURS[: len(names)], GROUP_SHAPES[: len(names)]
    shown = list(names)
    if bridge:
        shown, colours, shapes = [*shown, bridge], [*colours, ACCENT], [*shapes, BRIDGE_SHAPE]
    labels = f"{json.dumps(shown)}[datum.value]"
    legend = alt.Legend(title=title, orient="bottom", symbolSize=120, labelExpr=labels)
    domain = list(range(len(shown)))
    return {
        "color": alt.Color(
            "number:N", scale=alt.Scale(domain=domain, range=colours), legend=legend, sort=None
        ),
        "shape": alt.Shape(
            "number:N", scale=alt.Scale(domain=domain, range=shapes), legend=legend, sort=None
        ),
    }


def cosine_axis(
    field: str, title: str, channel: type[alt.X] | type[alt.Y] = alt.Y
) -> alt.X | alt.Y:
    """An axis of cosines or correlations: the whole of it, [-1, 1], whatever the data."""
    signed = "datum.value === 0 ? '0' : format(datum.value, '+.1f')"
    level = LEVEL_TITLE if channel is alt.Y else {}
    axis = alt.Axis(values=[-1, -0.5, 0, 0.5, 1], labelExpr=signed, **level)
    return channel(f"{field}:Q", title=title, scale=COSINES, axis=axis)


def share_axis(field: str, title: str, channel: type[alt.X] | type[alt.Y] = alt.Y) -> alt.X | alt.Y:
    """An axis of shares: the whole of it, from 0 to 100 %."""
    axis = alt.Axis(format=".0%", tickCount=5, **(LEVEL_TITLE if channel is alt.Y else {}))
    return channel(f"{field}:Q", title=title, scale=alt.Scale(domain=[0, 1], nice=False), axis=axis)


def bounds(ends: Sequence[float]) -> alt.Scale:
    """A scale from exactly the lower of the ``ends`` to the higher."""
    return alt.Scale(domain=[float(ends[0]), float(ends[1])], zero=False, nice=False)


def stroke_legend(columns: int) -> alt.Legend:
    """Above a picture, for lines that differ in colour and dash."""
    return alt.Legend(
        title=None,
        orient="top",
        columns=columns,
        symbolType="stroke",
        symbolSize=200,
        symbolOpacity=1,
        symbolStrokeWidth=3,
        labelLimit=400,
    )


def colour_legend(title: str, **marks: object) -> alt.Legend:
    """Below a picture, for cells whose shade is an amount; ``marks`` are the numbers beside it."""
    marks = marks or {"tickCount": 5}
    return alt.Legend(title=title, orient="bottom", gradientLength=180, gradientOpacity=1, **marks)


def signed(largest: float, title: str | None) -> alt.Color:
    """The colour of a number from ``-largest`` to ``largest``, pale at 0, as that of a cosine.

    There is no legend without a title.
    """
    scale = alt.Scale(domain=[-largest, largest], range="diverging", clamp=True)
    legend = None if title is None else colour_legend(title)
    return alt.Color("value:Q", scale=scale, legend=legend)


def zero_rule(channel: str) -> alt.Chart:
    """Where the cosine is 0: a right angle."""
    zero = alt.Chart(pd.DataFrame({"zero": [0]})).mark_rule(color=QUIET, opacity=0.7)
    return zero.encode(**{channel: "zero:Q"})
