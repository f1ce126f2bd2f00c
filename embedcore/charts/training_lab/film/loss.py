"""The loss as the film's time line."""

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.loss import binned
from embedcore.charts.style import ACCENT, CLEAR, FONT_SIZE, QUIET, WHITE
from embedcore.charts.training_lab.film.data import Film, FilmWords, evenly
from embedcore.charts.training_lab.film.marks import (
    at,
    box,
    calculate,
    expr,
    layer_of,
    one,
    rule,
    written,
)
from embedcore.charts.training_lab.film.signals import between

PLAY, PAUSE = "M-.35,-.6L.65,0L-.35,.6Z", "M-.5,-.6h.35v1.2h-.35ZM.15,-.6h.35v1.2h-.35Z"


def loss(numbers: Film, words: FilmWords) -> list[alt.Chart]:
    """The loss as the film's time line: a knob on the curve, and the button that plays."""
    if not len(numbers.losses):
        return []
    table = binned(numbers.losses)
    lowest, highest = min(table["lowest"].min(), numbers.floor), table["highest"].max()
    highest = max(highest, lowest + 1e-6)
    lowest -= 0.25 * (highest - lowest)  # room for the name of the floor

    def x(step: str) -> str:
        return f"loss_left + {step} / last_step * loss_width"

    def y(value: str) -> str:
        share = f"({value} - {lowest:.6g}) / {highest - lowest:.6g}"
        return f"loss_bottom - {share} * (loss_bottom - loss_top)"

    step = between("steps[now_at]", "steps[next_at]")
    floor = y(f"{numbers.floor:.6g}")
    small = {"fontSize": FONT_SIZE - 1, "opacity": 0.75}
    ticks = pd.DataFrame({"step": evenly(numbers.steps, 5)})
    return [
        written(one(), ("loss_left", "loss_top - 28"), words.loss, opacity=0.75),
        one().mark_rect(
            x=expr("loss_left"),
            x2=expr(x(step)),
            y=expr("loss_top"),
            y2=expr("loss_bottom"),
            color=QUIET,
            opacity=0.14,
        ),
        *_loss_curve(table, x, y),
        rule(
            one(),
            ("loss_left", floor),
            ("loss_left + loss_width", floor),
            color=QUIET,
            strokeDash=[5, 4],
        ),
        written(one(), ("loss_left + 4", f"{floor} + 11"), words.floor, **small),
        written(
            layer_of(ticks),
            (x("datum.step"), "loss_bottom + 12"),
            expr("format(datum.step, ',')"),
            align=expr("datum.step === steps[last] ? 'right' : 'center'"),
            **small,
        ),
        *_knob(numbers, table, x(step), y),
        one("timeline").mark_rect(
            **box(
                "loss_left - 8", "loss_top - 8", "loss_width + 20", "loss_bottom - loss_top + 28"
            ),
            fill=CLEAR,
            cursor="ew-resize",
        ),
        *_button(words),
    ]


def _loss_curve(table: pd.DataFrame, x, y) -> list[alt.Chart]:
    places = calculate(
        x=x("datum.step"),
        mean_y=y("datum.mean"),
        lowest_y=y("datum.lowest"),
        highest_y=y("datum.highest"),
    )

    def pixels(channel, field: str):
        return channel(f"{field}:Q", scale=None, axis=None)

    base = layer_of(table, places)
    across = pixels(alt.X, "x")
    band = base.mark_area(color=QUIET, opacity=0.3)
    line = base.mark_line(color=QUIET, strokeWidth=2)
    return [
        band.encode(x=across, y=pixels(alt.Y, "lowest_y"), y2="highest_y"),
        line.encode(x=across, y=pixels(alt.Y, "mean_y")),
    ]


def _knob(numbers: Film, table: pd.DataFrame, x: str, y) -> list[alt.Chart]:
    """Where the film is on the curve, and the loss there."""
    losses = np.interp(numbers.steps, table["step"], table["mean"]).round(4)
    loss = calculate(loss=between("datum.losses[now_at]", "datum.losses[next_at]"))
    here = layer_of(pd.DataFrame({"losses": [losses.tolist()]}), loss)
    late = "shown > last / 2"
    height = y("datum.loss")
    return [
        rule(here, (x, "loss_top"), (x, "loss_bottom"), color=ACCENT, strokeWidth=2),
        here.mark_point(**at((x, height)), filled=True, size=130, color=ACCENT, opacity=1),
        written(
            here,
            (f"{x} + ({late} ? -10 : 10)", f"{height} - 13"),
            expr("format(datum.loss, '.2f')"),
            align=expr(f"{late} ? 'right' : 'left'"),
            fontWeight="bold",
        ),
    ]


def _button(words: FilmWords) -> list[alt.Chart]:
    place = {**at(("21", "(loss_top + loss_bottom) / 2")), "filled": True, "opacity": 1}
    sign = expr(f"playing ? '{PAUSE}' : '{PLAY}'")
    return [
        one().mark_point(**place, shape="circle", size=1200, color=ACCENT),
        one().mark_point(**place, shape=sign, size=520, color=WHITE),
        one("play").mark_point(
            **place,
            shape="circle",
            size=1700,
            fill=CLEAR,
            cursor="pointer",
            tooltip=words.play,
        ),
    ]
