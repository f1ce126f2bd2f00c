"""Do two models agree on who is near whom? Mutual nearest neighbours.

The measure of Huh, Cheung, Wang and Isola (2024, "The Platonic Representation Hypothesis"): each
model arranges the same things in its own space; of each thing take the k nearest others in either
space, and count how many are in both. No rotation is learned and no coordinates are compared, so
the two spaces may have different widths.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from embedcore.geometry import cosine_matrix

DRAWS, DRAWN = 20, 150  # so many times that many things are drawn, for a mean with a spread


def neighbour_places(vectors: np.ndarray) -> np.ndarray:
    """``[i, j]`` tells which nearest neighbour of row i row j is, 1 for the nearest: ``[n, n]``.

    By cosine; ties go to the lower index. A row comes last in its own line, as number n.
    """
    cosines = cosine_matrix(vectors)
    np.fill_diagonal(cosines, -np.inf)
    order = np.argsort(-cosines, axis=1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.arange(1, len(order) + 1)[None, :], axis=1)
    return places


def shared_neighbours(first: np.ndarray, second: np.ndarray, most: int) -> np.ndarray:
    """The mean share of common neighbours among the k nearest, for k from 1 to ``most``.

    ``first`` and ``second [n, n]`` are the places that two models give; ``most`` is below n. A row
    is a common neighbour from the k on that is the later of its two places.
    """
    later = np.maximum(first, second)
    counts = np.bincount(later.ravel(), minlength=most + 1)[1 : most + 1]
    return np.cumsum(counts) / (len(first) * np.arange(1, most + 1))


def by_chance(rows: int, most: int) -> np.ndarray:
    """What pairs without any relation share on average, for k from 1 to ``most``: k / (n - 1)."""
    return np.arange(1, most + 1) / (rows - 1)


def agreement(models: Sequence[np.ndarray], most: int, draws: int = DRAWS) -> np.ndarray:
    """Every two of the ``models``, each ``[n, d]`` with the same things in the same rows.

    Of each draw of 150 things, or of all if there are fewer: the shared neighbours of the pairs as
    they are, and of the same pairs shuffled: ``[pairs of models, 2, draws, most]``. The pairs of
    models come in the order of ``itertools.combinations``.
    """
    things = len(models[0])
    found = []
    for seed in range(draws):
        generator = np.random.default_rng(seed)
        drawn = generator.permutation(things)[:DRAWN]
        mixed = generator.permutation(len(drawn))
        places = [neighbour_places(model[drawn]) for model in models]
        found.append(
            [
                (
                    shared_neighbours(first, second, most),
                    shared_neighbours(first, second[np.ix_(mixed, mixed)], most),
                )
                for first, second in combinations(places, 2)
            ]
        )
    return np.moveaxis(np.array(found), 0, 2)  # (pairs of models, 2, draws, most)
