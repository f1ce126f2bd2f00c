"""The held-out sentence in pictures: who keeps which company, and what each model answers."""

from collections.abc import Callable, Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table, targets
from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, cosine_axis, token_axis, zero_rule

FRAME_HEIGHT, ROW_HEIGHT, AXIS = 24, 60, 60  # pixels


def company(
    seen: np.ndarray,
    held_out: np.ndarray,
    *,
    frames: Sequence[str],
    pair: Sequence[str],
    held_out_name: str,
) -> alt.LayerChart:
    """A dot where a word of the ``pair`` stands in a frame; a ring where that is held out.

    ``seen`` and ``held_out`` are bool ``[frames, 2]``.
    """
    rows, columns = np.nonzero(seen | held_out)
    table = pd.DataFrame(
        {
            "frame": rows,
            "word": columns,
            "written": [frames[row] for row in rows],
            "of": [pair[column] for column in columns],
            "asked": held_out[rows, columns],
        }
    )
    base = alt.Chart(table, height=FRAME_HEIGHT * len(frames) + AXIS // 2).encode(
        x=token_axis(alt.X, "word", pair),
        y=token_axis(alt.Y, "frame", frames),
        tooltip=[alt.Tooltip("of:N", title="…"), alt.Tooltip("written:N", title=" ")],
    )
    known, asked = (base.transform_filter(f"{sign}datum.asked") for sign in ("!", ""))
    name = {"fontSize": FONT_SIZE, "fontWeight": "bold", "color": ACCENT}
    return alt.layer(
        known.mark_point(size=150, filled=True, opacity=1, color=QUIET),
        asked.mark_point(size=220, strokeWidth=2.5, color=ACCENT),
        asked.mark_text(text="?", **name),
        asked.mark_text(text=held_out_name, align="right", dx=-14, **name),
    )


def answers(
    values: Sequence[np.ndarray],
    *,
    names: Sequence[str],
    accented: Sequence[bool],
    probability_title: str,
) -> alt.LayerChart:
    """Probabilities as bars, one below the other, each under its name.

    Each of ``values`` holds a number for every seed ``[seeds]``, or one alone: the bar is their
    mean, a tick each of them.
    """
    means = [float(np.mean(of_seeds)) for of_seeds in values]
    table = pd.DataFrame(
        {
            "place": np.arange(len(values)),
            "probability": means,
            "name": list(names),
            "written": [f"{mean:.2f}" for mean in means],
            "accented": list(accented),
        }
    )
    several = [(place, of) for place, of in enumerate(values) if len(of) > 1]
    ticks = pd.DataFrame(
        [(place, value, accented[place]) for place, of in several for value in of.tolist()],
        columns=["place", "probability", "accented"],
    )
    y = alt.Y(
        "place:Q",
        axis=None,
        scale=alt.Scale(domain=[-0.65, len(values) - 0.5], reverse=True, nice=False),
    )
    x = _probability_axis(alt.X, "probability", probability_title, 1)
    base = alt.Chart(table, height=ROW_HEIGHT * len(values) + AXIS).encode(x=x, y=y)
    colour = alt.condition("datum.accented", alt.value(ACCENT), alt.value(QUIET))
    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("probability:Q", title=probability_title, format=".4f"),
    ]
    return alt.layer(
        base.mark_bar(orient="horizontal", size=22, opacity=0.4).encode(
            x2=alt.datum(0), color=colour, tooltip=tooltip
        ),
        alt.Chart(ticks).mark_tick(size=22, thickness=1.5).encode(x=x, y=y, color=colour),
        base.mark_text(align="left", dy=-21, fontSize=FONT_SIZE).encode(
            x=alt.value(2), text="name:N"
        ),
        base.mark_text(align="right", dy=-21, fontSize=FONT_SIZE, fontWeight="bold").encode(
            x=alt.value("width"), text="written:N"
        ),
    )


def course(
    steps: np.ndarray,
    values: np.ndarray,
    *,
    counted: float,
    counted_name: str,
    step_title: str,
    probability_title: str,
) -> alt.LayerChart:
    """The network's probability while it learns, ``values [frames, seeds]``, beside the counts'.

    A line for the mean, a band for one standard deviation to either side, and a rule that names
    itself where the counts stand.
    """
    table = spread_table(values.T, step=steps)
    top = min(1.0, 1.15 * max(counted, float(table["upper"].max())))

    def y(field: str) -> alt.Y:
        return _probability_axis(alt.Y, field, probability_title, top)

    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("mean:Q", title=probability_title, format=".4f"),
    ]
    at_counts = alt.Chart(pd.DataFrame({"mean": [counted], "name": [counted_name]})).encode(
        y=y("mean")
    )
    name = at_counts.mark_text(align="right", dx=-4, dy=-9, fontSize=FONT_SIZE)
    return alt.layer(
        *_mean_and_band(table, y, step_title, probability_title),
        at_counts.mark_rule(color=QUIET, strokeWidth=2, strokeDash=[6, 4]).encode(tooltip=tooltip),
        name.encode(x=alt.value("width"), text="name:N"),
    )


def cosine_course(
    steps: np.ndarray, values: np.ndarray, *, step_title: str, cosine_title: str
) -> alt.LayerChart:
    """The cosine of two rows while they learn, ``values [frames, seeds]``: mean and band."""

    def y(field: str) -> alt.Y:
        return cosine_axis(field, cosine_title)

    table = spread_table(values.T, step=steps)
    return alt.layer(zero_rule("y"), *_mean_and_band(table, y, step_title, cosine_title))


def _mean_and_band(
    table: pd.DataFrame, y: Callable[[str], alt.Y], step_title: str, value_title: str
) -> list[alt.Chart]:
    x = alt.X("step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=5))
    base = alt.Chart(table, height=230).encode(x=x, color=alt.value(ACCENT))
    tooltip = [
        alt.Tooltip("step:Q", title=step_title),
        alt.Tooltip("mean:Q", title=value_title, format=".4f"),
    ]
    return [
        band(base, y, opacity=0.22),
        base.mark_line(strokeWidth=2.5).encode(y=y("mean")),
        targets(base, y("mean"), tooltip),
    ]


def _probability_axis(
    channel: type[alt.X] | type[alt.Y], field: str, title: str, top: float
) -> alt.X | alt.Y:
    scale = alt.Scale(domain=[0, top], nice=False)
    return channel(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=5))
