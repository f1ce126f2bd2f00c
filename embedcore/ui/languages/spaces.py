"""The two spaces of the rotation, and what has been learned between them: shared by visitors."""

from typing import NamedTuple

import numpy as np

from embedcore import words
from embedcore.languages.alignment import (
    LearningCurve,
    PairSplit,
    Spaces,
    comparable,
    curve,
    learned,
    splits,
    splits_of_own,
)
from embedcore.languages.translations import Pair, our_pairs
from embedcore.ui.kept import kept, kept_and_shared
from embedcore.ui.progress import Bar

ANCHORS = (0, 1, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 100, 125, 150)
TABLES = {"en": "glove", "zh": "chinese"}
DIRECTIONS = ("en_zh", "zh_en")


class Setup(NamedTuple):
    """What the visitor chose: from which language to which, how many anchors, and whose.

    ``own`` are the visitor's pairs, all of which are anchors; empty for our list.
    """

    direction: str
    k: int
    own: tuple[Pair, ...] = ()

    @property
    def languages(self) -> tuple[str, str]:
        """The codes of the source and the target."""
        return tuple(self.direction.split("_"))

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """The visitor's own first, then ours of which no word is in those."""
        used = {word for pair in self.own for word in (pair.english, pair.chinese)}
        return (*self.own, *(p for p in our_pairs() if not used & {p.english, p.chinese}))

    @property
    def parts(self) -> list[PairSplit]:
        """The ways to part the pairs; the pictures show the first."""
        count = len(self.pairs)
        return splits_of_own(len(self.own), count) if self.own else splits(count)

    @property
    def spaces(self) -> Spaces:
        """The two tables and the pairs' rows, from the source to the target."""
        pairs, english, chinese = self.pairs, words.load("glove"), words.load("chinese")
        spaces = Spaces(
            cached_space("glove"),
            cached_space("chinese"),
            np.array([english.index[pair.english] for pair in pairs]),
            np.array([chinese.index[pair.chinese] for pair in pairs]),
        )
        return spaces if self.direction == "en_zh" else spaces.reversed()

    @property
    def turn(self) -> np.ndarray:
        """The rotation of the first split."""
        return learned(self.spaces, self.parts[0].anchors[: self.k])

    def named(self, pair: Pair) -> tuple[str, str]:
        """A pair as source and target."""
        both = pair.english, pair.chinese
        return both if self.direction == "en_zh" else both[::-1]


@kept_and_shared
def cached_space(name: str) -> np.ndarray:
    """The table of that name made ready for a rotation: 10 MB that all visitors share."""
    return comparable(words.load(name).vectors)


def cached_curve(setup: Setup, label: str) -> LearningCurve:
    """What each number of anchors finds over all splits, whatever the number on the slider."""
    return _curve(setup.direction, setup.own, label)


@kept
def _curve(direction: str, own: tuple[Pair, ...], _label: str) -> LearningCurve:
    setup = Setup(direction, 0, own)
    anchors = ANCHORS
    if own:
        anchors = (*(k for k in ANCHORS if k < len(own)), len(own))
    bar = Bar(_label)
    result = curve(setup.spaces, setup.parts, anchors, bar)
    bar.close()
    return result
