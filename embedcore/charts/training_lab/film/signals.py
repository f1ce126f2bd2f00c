"""What moves the film: the signals of its chart, as parameters of Vega-Lite.

``step`` is what the visitor chose, in training steps. ``shown`` is what is on screen: a frame, or
a place between two; it runs after ``step``, or in play with the clock. ``token`` and ``pair`` are
under the pointer. Vega-Lite hands the ``on`` of a parameter through to Vega's signal, where a
timer is an event like any other; the server is not asked. The other signals are places in pixels,
for the width that the chart has just then.
"""

import numpy as np

SECONDS = 3.0  # of play
PAUSE = 0.4  # seconds before a film plays by itself
STACKED_BELOW = 540  # pixels of width: the heatmap stands below the map


def signals(
    steps: np.ndarray,
    cells: int,
    equal_units: bool,
    autoplay: bool,
    step_title: str,
    play_title: str,
) -> list[dict]:
    """The parameters of a film with snapshots at ``steps [frames]``.

    ``cells`` is how many tokens the heatmap shows; with ``equal_units`` both axes of the map have
    one scale. A run of a single snapshot has nothing to move and gets no controls.
    """
    last, last_step = len(steps) - 1, int(steps[-1])
    stride = slider_stride(last_step, last)
    stops = np.arange(0, last_step + 1, stride)
    values = {
        "steps": steps.tolist(),
        "last": last,
        "last_step": max(last_step, 1),
        "stride": stride,
        "frame_at": np.interp(stops, steps, range(last + 1)).round(3).tolist(),
    }
    derived = {**NOW, **PLACES, "cell": f"side / {cells}"}
    if equal_units:
        derived["unit_x"] = derived["unit_y"] = f"min({PLACES['unit_x']}, {PLACES['unit_y']})"
    moved = {**_clock(autoplay and last > 0), **_pointer()}
    if last:
        slider = {"input": "range", "min": 0, "max": last_step, "step": stride, "name": step_title}
        moved["step"]["bind"] = slider
        moved["playing"]["bind"] = {"input": "checkbox", "name": play_title}
    return [
        *({"name": name, "value": value} for name, value in values.items()),
        *({"name": name, **signal} for name, signal in moved.items()),
        *({"name": name, "expr": expression} for name, expression in derived.items()),
    ]


def slider_stride(last_step: int, last: int) -> int:
    """Training steps between two stops of the slider: from snapshot to snapshot if that is whole.

    Else the longest that divides the run, so that the slider reaches both ends.
    """
    longest = -(-last_step // last) if last else 1
    return max(part for part in range(1, longest + 1) if last_step % part == 0)


def between(first: str, second: str, share: str = "mix") -> str:
    """An expression: on the way from ``first`` to ``second``."""
    return f"({first} + {share} * ({second} - {first}))"


def map_x(value: str) -> str:
    """An expression: where ``value``, from -1 to 1, stands on the map."""
    return f"map_x + unit_x * {value}"


def map_y(value: str) -> str:
    """An expression: where ``value``, from -1 to 1, stands on the map; up is more."""
    return f"map_y - unit_y * {value}"


def _clock(autoplay: bool) -> dict[str, dict]:
    """The signals that time and the visitor's hand move. None may listen in a circle."""
    seconds = f"{SECONDS * 1000:g}"
    played = f"clamp((now() - began) / {seconds}, 0, 1) * last"
    followed = "abs(frame - shown) < 0.03 ? frame : shown + 0.3 * (frame - shown)"
    again = f"now() - (frame < last ? frame / last * {seconds} : 0)"
    drawn = "round((x() - loss_left) / loss_width * last_step / stride) * stride"
    drag = "[@timeline_marks:pointerdown, window:pointerup] > window:pointermove"
    return {
        "shown": {
            "init": "0" if autoplay else "last",
            "on": [
                {
                    "events": {"type": "timer", "throttle": 30},
                    "update": f"playing ? {played} : {followed}",
                }
            ],
        },
        "step": {
            "init": "0" if autoplay else "steps[last]",
            "on": [
                {"events": {"signal": "shown"}, "update": "playing ? steps[round(shown)] : step"},
                {
                    "events": f"@timeline_marks:pointerdown, {drag}",
                    "update": f"clamp({drawn}, 0, steps[last])",
                },
            ],
        },
        "playing": {
            "value": autoplay,
            "on": [
                {"events": "@play_marks:click", "update": "!playing"},
                {"events": {"signal": "shown"}, "update": "playing && shown < last"},
                # The visitor, and not the clock, moved it.
                {"events": {"signal": "step"}, "update": "playing && step === steps[round(shown)]"},
            ],
        },
        "began": {
            "init": f"now() + {PAUSE * 1000:g}",
            "on": [{"events": {"signal": "playing"}, "update": again}],
        },
    }


def _pointer() -> dict[str, dict]:
    """A mouse that leaves takes the trail with it. A finger leaves it, until it taps elsewhere."""
    left = [
        {"type": "pointerout", "markname": name, "filter": "event.pointerType === 'mouse'"}
        for name in ("hits_marks", "pairs_marks")
    ]
    elsewhere = {"type": "pointerdown", "filter": "!event.item || event.item.cursor !== 'pointer'"}
    gone = [*left, elsewhere]
    return {
        "token": {
            "value": -1,
            "on": [
                {"events": gone, "update": "-1"},
                {"events": "@hits_marks:pointerover", "update": "datum.index"},
            ],
        },
        "pair": {
            "value": None,
            "on": [
                {"events": gone, "update": "null"},
                {"events": "@pairs_marks:pointerover", "update": "datum"},
            ],
        },
    }


NOW = {
    "frame": "frame_at[round(step / stride)]",
    "now_at": "floor(shown)",
    "next_at": "min(now_at + 1, last)",
    "mix": "shown - now_at",
    "nearest": "round(shown)",
    "past": "max(shown - 1.5, 0)",
    "past_at": "floor(past)",
    "past_mix": "past - past_at",
    "hovered": "pair ? cell_tokens[pair.row] : token",
    "partner": "pair ? cell_tokens[pair.column] : token",
}

# The loss lies across the bottom; above it the map, and the heatmap beside it or below it.
PLACES = {
    "stacked": f"width < {STACKED_BELOW}",
    "loss_left": "58",
    "loss_width": "width - loss_left - 12",
    "loss_top": "height - 94",
    "loss_bottom": "height - 22",
    "side": "stacked ? min(width - 26, (height - 358) * 0.54)"
    " : min(height - 274, width * 0.44 - 34)",
    "map_width": "stacked ? width : width - side - 58",
    "map_top": "28",
    "map_height": "stacked ? height - side - 338 : height - 252",
    "map_bottom": "map_top + map_height",
    "text_top": "map_bottom + (wraps ? 62 : 46)",
    "map_x": "map_width / 2",
    "map_y": "map_top + map_height / 2",
    "unit_x": "map_width / 2 - 26",
    "unit_y": "map_height / 2 - 24",
    "heat_left": "stacked ? (width - side + 22) / 2 : width - side - 2",
    "heat_top": "stacked ? map_bottom + 140 : map_top + 22",
    "heat_bottom": "heat_top + side",
}
