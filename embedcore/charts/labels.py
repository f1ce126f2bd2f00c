"""Names beside the points of a chart, none on top of another."""

from collections.abc import Callable, Sequence
from unicodedata import east_asian_width

import altair as alt
import numpy as np

# Where a name can stand, the best first, and how Vega is told.
SIDES = {
    "right": {"align": "left", "baseline": "middle", "dx": 9},
    "left": {"align": "right", "baseline": "middle", "dx": -9},
    "above": {"align": "center", "baseline": "bottom", "dy": -8},
    "below": {"align": "center", "baseline": "top", "dy": 9},
}
NO_ROOM = ""
_DOT = 5.0  # half the width of a point's mark, in pixels


def sides_with_room(
    pixels: np.ndarray,
    names: Sequence[str],
    box: Sequence[float],
    font_sizes: Sequence[float],
    *,
    must: int = 0,
    first: Sequence[int] = (),
) -> list[str]:
    """For each point the side on which its name has room, or ``NO_ROOM``; the first come first.

    ``pixels [n, 2]`` are right and down of the corner of a chart of the size ``box``. A name must
    lie inside the chart, on no point, and on no name placed before: those of the points ``first``,
    then the others in their order. The first ``must`` names get a side all the same: the one on
    which they cover least. A point whose name is empty takes room and gets no side.
    """
    taken = [(x - _DOT, x + _DOT, y - _DOT, y + _DOT) for x, y in pixels]
    chosen = [NO_ROOM] * len(names)
    for turn, place in enumerate(dict.fromkeys([*first, *range(len(names))])):
        name, size = names[place], font_sizes[place]
        if not name:
            continue
        boxes = _boxes(*pixels[place], width_of(name, size), size * 1.15)
        covered = {side: _covered(boxes[side], taken, box) for side in SIDES}
        side = min(SIDES, key=covered.get)
        if turn < must or not covered[side]:
            taken.append(boxes[side])
            chosen[place] = side
    return chosen


def position(
    values: Sequence[float], domain: Sequence[float], scale: Callable = np.asarray
) -> np.ndarray:
    """Where values lie between the ends of an axis, 0 to 1; ``scale`` is np.log or np.sqrt."""
    lowest, highest = scale(domain)
    return (scale(values) - lowest) / (highest - lowest)


def in_pixels(shares: np.ndarray, box: Sequence[float]) -> np.ndarray:
    """``shares [n, 2]`` of a chart's width and height, right and up, as pixels right and down."""
    return np.column_stack([shares[:, 0], 1 - shares[:, 1]]) * box


def width_of(name: str, font_size: float) -> float:
    """About how wide a name is: a Chinese character is as wide as high, a letter 0.58 of that."""
    return font_size * sum(
        1.0 if east_asian_width(character) in ("W", "F") else 0.58 for character in name
    )


def name_layers(base: alt.Chart, field: str, **style: object) -> list[alt.Chart]:
    """A layer a side with the names of the points whose column ``side`` has it."""
    return [
        base.transform_filter(f"datum.side == '{side}'")
        .mark_text(**place, **style)
        .encode(text=f"{field}:N")
        for side, place in SIDES.items()
    ]


def _boxes(x: float, y: float, wide: float, high: float) -> dict[str, tuple[float, ...]]:
    """Of each side the left, right, top and bottom of a name that stands there."""
    middle, centre = (y - high / 2, y + high / 2), (x - wide / 2, x + wide / 2)
    return {
        "right": (x + 9, x + 9 + wide, *middle),
        "left": (x - 9 - wide, x - 9, *middle),
        "above": (*centre, y - 8 - high, y - 8),
        "below": (*centre, y + 9, y + 9 + high),
    }


def _covered(place: tuple[float, ...], taken: list[tuple], box: Sequence[float]) -> int:
    """How many points and names a name would lie on; to be cut off is worse than all of them."""
    left, right, top, bottom = place
    if left < 0 or top < 0 or right > box[0] or bottom > box[1]:
        return len(taken) + 1
    return sum(
        other_left < right and other_right > left and other_top < bottom and other_bottom > top
        for other_left, other_right, other_top, other_bottom in taken
    )
