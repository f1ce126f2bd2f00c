"""The held-out sentence in pictures: who keeps which company, and what each model answers."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, token_axis

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
    top = min(1.0, 1.15 * max(counted, float(_upper(values).max())))
    y = _probability_axis(alt.Y, "mean", probability_title, top)
    tooltip = [
        alt.Tooltip("name:N", title=" "),
        alt.Tooltip("mean:Q", title=probability_title, format=".4f"),
    ]
    at_counts = alt.Chart(pd.DataFrame({"mean": [counted], "name": [counted_name]})).encode(y=y)
    name = at_counts.mark_text(align="right", dx=-4, dy=-9, fontSize=FONT_SIZE)
    return alt.layer(
        *_band(steps, values, y, step_title, probability_title),
        at_counts.mark_rule(color=QUIET, strokeWidth=2, strokeDash=[6, 4]).encode(tooltip=tooltip),
        name.encode(x=alt.value("width"), text="name:N"),
    )


def cosine_course(
    steps: np.ndarray, values: np.ndarray, *, step_title: str, cosine_title: str
) -> alt.LayerChart:
    """The cosine of two rows while they learn, ``values [frames, seeds]``: mean and band."""
    scale = alt.Scale(domain=[-1, 1], nice=False)
    axis = alt.Axis(values=[-1, -0.5, 0, 0.5, 1], format="+.1f")
    y = alt.Y("mean:Q", title=cosine_title, scale=scale, axis=axis)
    zero = alt.Chart(pd.DataFrame({"mean": [0]})).mark_rule(color=QUIET).encode(y=y)
    return alt.layer(zero, *_band(steps, values, y, step_title, cosine_title))


def _band(
    steps: np.ndarray, values: np.ndarray, y: alt.Y, step_title: str, value_title: str
) -> list[alt.Chart]:
    mean, upper = values.mean(axis=1), _upper(values)
    table = pd.DataFrame({"step": steps, "mean": mean, "lower": 2 * mean - upper, "upper": upper})
    x = alt.X("step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=5))
    base = alt.Chart(table, height=230).encode(x=x)
    tooltip = [
        alt.Tooltip("step:Q", title=step_title),
        alt.Tooltip("mean:Q", title=value_title, format=".4f"),
    ]
    return [
        base.mark_area(color=ACCENT, opacity=0.22, clip=True).encode(
            y=alt.Y("lower:Q", title=value_title), y2="upper:Q"
        ),
        base.mark_line(color=ACCENT, strokeWidth=2.5).encode(y=y),
        base.mark_point(size=200, opacity=0).encode(y=y, tooltip=tooltip),  # easy to hit
    ]


def _upper(values: np.ndarray) -> np.ndarray:
    """Mean plus one standard deviation over the seeds: ``[frames]``."""
    spread = values.std(axis=1, ddof=1) if values.shape[1] > 1 else 0
    return values.mean(axis=1) + spread


def _probability_axis(
    channel: type[alt.X] | type[alt.Y], field: str, title: str, top: float
) -> alt.X | alt.Y:
    scale = alt.Scale(domain=[0, top], nice=False)
    return channel(f"{field}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=5))
