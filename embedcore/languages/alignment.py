"""Two spaces that never met, laid on each other by one rotation.

Two tables of word vectors, each trained on texts of its own language alone, are turned onto each
other by an orthogonal matrix learned from a few translated pairs, the anchors (orthogonal
Procrustes: Schönemann 1966; for word vectors Xing et al. 2015, Smith et al. 2017). Held-out pairs
tell whether the rotation says anything about words that it was not learned from.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from embedcore.geometry import highest, principal_axes, unit_rows
from embedcore.progress import Progress

WIDTH = 50  # numbers a word in both spaces: as many as the narrower table has
MOST_ANCHORS, HELD_OUT, SPLITS = 150, 200, 10
ENOUGH = 10  # words nearer than the right one: who has so many is not looked at further
_BLOCK = 5_000  # words of a table compared at once


class PairSplit(NamedTuple):
    """Pairs by their number: the anchors in the order in which they are taken, and the held-out."""

    anchors: np.ndarray
    held_out: np.ndarray


class Spaces(NamedTuple):
    """Two spaces and the pairs: row ``source_rows[i]`` of ``source`` means ``target_rows[i]``.

    ``source [n, d]`` and ``target [m, d]`` hold unit rows, as ``comparable`` makes them.
    """

    source: np.ndarray
    target: np.ndarray
    source_rows: np.ndarray
    target_rows: np.ndarray

    def reversed(self) -> "Spaces":
        """The other way round."""
        return Spaces(self.target, self.source, self.target_rows, self.source_rows)


class LearningCurve(NamedTuple):
    """At which place each held-out translation was found, 0 for the nearest of all.

    ``among_pairs`` and ``among_all [splits, numbers of anchors, held-out]``: among the held-out
    translations alone, and among all words of the target table, where 10 means 10 or more.
    """

    anchors: tuple[int, ...]
    among_pairs: np.ndarray
    among_all: np.ndarray


def comparable(vectors: np.ndarray, width: int = WIDTH) -> np.ndarray:
    """A table ``[n, d]`` made ready for a rotation: float32 ``[n, width]``, unit rows.

    Centred, cut to its ``width`` principal axes, and each row scaled to length 1. A row that is
    exactly the mean stays 0.
    """
    centred = vectors - vectors.mean(axis=0)
    axes, _ = principal_axes(centred)
    return unit_rows(centred @ axes[:, :width]).astype(np.float32)


def rotation(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """The orthogonal ``W [d, d]`` with the least ``|source @ W - target|``; both are ``[k, d]``.

    Fewer than d anchors leave directions free; of all the best matrices this is then the one that
    turns those least. Without anchors it is the identity: no rotation learned.
    """
    source, target = source.astype(np.float64), target.astype(np.float64)
    u, _, vt = np.linalg.svd(source.T @ target + 1e-6 * np.eye(source.shape[1]))
    return (u @ vt).astype(np.float32)


def splits(pairs: int, count: int = SPLITS) -> list[PairSplit]:
    """``count`` ways to part the numbers of the pairs: at most 150 anchors, 200 held-out."""
    orders = [np.random.default_rng(seed).permutation(pairs) for seed in range(count)]
    return [PairSplit(order[:-HELD_OUT][:MOST_ANCHORS], order[-HELD_OUT:]) for order in orders]


def splits_of_own(own: int, pairs: int, count: int = SPLITS) -> list[PairSplit]:
    """As ``splits``, where the anchors are given: the first ``own`` of the pairs, shuffled."""
    generators = [np.random.default_rng(seed) for seed in range(count)]
    return [
        PairSplit(g.permutation(own), own + g.permutation(pairs - own)[:HELD_OUT])
        for g in generators
    ]


def learned(spaces: Spaces, anchors: np.ndarray) -> np.ndarray:
    """The rotation of the source onto the target from the pairs numbered ``anchors``."""
    source, target, source_rows, target_rows = spaces
    return rotation(source[source_rows[anchors]], target[target_rows[anchors]])


def curve(
    spaces: Spaces,
    parts: Sequence[PairSplit],
    anchors: Sequence[int],
    progress: Progress | None = None,
) -> LearningCurve:
    """Learn from the first ``k`` anchors of each split, for each ``k``; look the held-out up.

    ``progress(done, steps)`` is called after each.
    """
    among_pairs, among_all = [], []
    for done, part in enumerate(parts):
        for place, k in enumerate(anchors):
            found = _places(spaces, part.held_out, learned(spaces, part.anchors[:k]))
            among_pairs.append(found[0])
            among_all.append(found[1])
            if progress:
                progress(done * len(anchors) + place + 1, len(parts) * len(anchors))
    shape = len(parts), len(anchors), -1
    return LearningCurve(
        tuple(anchors), np.reshape(among_pairs, shape), np.reshape(among_all, shape)
    )


def shares(places: np.ndarray, within: int) -> np.ndarray:
    """P@``within``: the share of ``places [..., held-out]`` that are among the first."""
    return (places < within).mean(axis=-1)


def nearest(query: np.ndarray, table: np.ndarray, k: int) -> list[tuple[int, float]]:
    """The ``k`` rows of ``table [n, d]`` with the highest cosine with ``query [d]``, best first.

    All are unit rows.
    """
    cosines = table @ query
    best = highest(cosines, min(k, len(cosines)))
    return list(zip(best.tolist(), cosines[best].tolist(), strict=True))


def place_of(query: np.ndarray, table: np.ndarray, row: int) -> int:
    """How many rows of ``table [n, d]`` have a higher cosine with ``query [d]`` than ``row``."""
    cosines = table @ query
    return int(np.count_nonzero(cosines > cosines[row]))


def nearest_is_right(queries: np.ndarray, translations: np.ndarray) -> np.ndarray:
    """Whether the row nearest to each of ``queries [n, d]`` is its own: bool ``[n]``."""
    return (queries @ translations.T).argmax(axis=1) == np.arange(len(queries))


def _places(
    spaces: Spaces, held_out: np.ndarray, turn: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """How many words are nearer than the translation: among the held-out, and among all."""
    target, source_rows = spaces.target, spaces.source_rows[held_out]
    queries = spaces.source[source_rows] @ turn
    translations = target[spaces.target_rows[held_out]]
    # A translation is not nearer than itself, whatever the rounding.
    right = (queries * translations).sum(axis=1, keepdims=True) + 1e-6
    among_pairs = np.count_nonzero(queries @ translations.T > right, axis=1)
    among_all = np.zeros_like(among_pairs)
    for start in range(0, len(target), _BLOCK):
        open_ones = np.flatnonzero(among_all < ENOUGH)
        cosines = queries[open_ones] @ target[start : start + _BLOCK].T  # (queries, words)
        among_all[open_ones] += np.count_nonzero(cosines > right[open_ones], axis=1)
    return among_pairs, np.minimum(among_all, ENOUGH)
