"""What a film is given, and what its parts have in common."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from embedcore.charts.style import ACCENT, BRIDGE_SHAPE, GROUP_COLOURS, GROUP_SHAPES

POINTED = "(datum.index === hovered || datum.index === partner)"  # a row of tokens


class Film(NamedTuple):
    """The numbers of a film."""

    points: np.ndarray  # on the map: [frames, rows, 2], a row a token, or a token of each table
    tokens: Sequence[str]
    group_of: np.ndarray  # [tokens], -1 for a token of two groups
    shown: np.ndarray  # which tokens the heatmap shows: [cells]
    cosines: np.ndarray  # of their input rows: [frames, cells, cells]
    steps: np.ndarray  # training steps done at each frame: [frames]
    losses: np.ndarray  # [steps]
    floor: float  # of the loss
    through_origin: bool  # the map is the space itself


class FilmWords(NamedTuple):
    """Its words, in the visitor's language."""

    group_names: Sequence[str]
    bridge: str  # the name of a token of two groups
    tables: Sequence[str]  # where a row is from: input, output
    below: Sequence[str]  # under the map, a line for each frame
    trust: Sequence[str]  # another, which may be empty
    map: str
    pairs: str
    loss: str
    floor: str
    step: str
    play: str
    group: str


def look(group: int) -> tuple[str, str]:
    """Colour and shape of a group; -1 is a token of two."""
    return (ACCENT, BRIDGE_SHAPE) if group < 0 else (GROUP_COLOURS[group], GROUP_SHAPES[group])


def evenly(items: np.ndarray, most: int) -> np.ndarray:
    """At most so many of the items, both ends included."""
    places = np.linspace(0, len(items) - 1, min(most, len(items))).round().astype(int)
    return items[places]
