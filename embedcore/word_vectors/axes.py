"""Axes of meaning: where words lie between the two words of a pair, as between man and woman.

The difference of two vectors is a direction, and a word's place along it can be measured
(Bolukbasi et al. 2016; Grand et al. 2022 call it semantic projection). A pair carries all that its
two words are used for, of which the meaning that one has in mind may be a small part.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

import numpy as np

from embedcore.geometry import unit_rows
from embedcore.words import WordVectors


def directions(table: WordVectors, words: Sequence[str]) -> np.ndarray:
    """The vectors of ``words``, each of length 1: ``[n, d]``; a vector of zeros stays zeros."""
    return unit_rows(np.asarray(table.rows(words), dtype=np.float64))


def semantic_projection(
    table: WordVectors, low: str, high: str, words: Sequence[str]
) -> np.ndarray:
    """Where ``words`` lie on the axis from ``low``, which lies at -1, to ``high``, at +1: ``[n]``.

    ``(cos(word, high) - cos(word, low)) / (1 - cos(low, high))``: how much nearer a word is to
    one end than to the other, which is its projection on the difference of the ends. All are 0
    if the ends are of one direction.
    """
    axis = _difference(table, low, high)
    square = axis @ axis  # 2 - 2 cos(low, high)
    return 2 * (directions(table, words) @ axis) / (square or 1.0)


def cosine_of_axes(table: WordVectors, first: Sequence[str], second: Sequence[str]) -> float:
    """The cosine between two axes, each given by its ends: 0 if they have nothing in common."""
    a, b = _difference(table, *first), _difference(table, *second)
    lengths = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / (lengths or 1.0)


def in_order(position: Mapping[str, float], chains: Iterable[Sequence[str]]) -> tuple[int, int]:
    """Of the pairs in each chain, how many stand in the chain's order, and how many there are.

    ``position`` is the place of each word; words of a chain without a place are left out.
    """
    pairs = [
        pair for chain in chains for pair in combinations(chain, 2) if set(pair) <= {*position}
    ]
    return sum(position[a] < position[b] for a, b in pairs), len(pairs)


def _difference(table: WordVectors, low: str, high: str) -> np.ndarray:
    start, end = directions(table, (low, high))
    return end - start
