"""Real vectors in fewer numbers, and what survives: the nearest words, the analogies.

Two ways down. Principal component analysis (Pearson 1901) looks at the table and keeps the
directions in which it spreads most. Random projection looks at nothing. Both start from the table
with its mean taken off, and near means a high cosine there.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from embedcore.analogies import accuracy
from embedcore.compression.random_projection import project_randomly
from embedcore.geometry import highest, principal_axes, unit_rows
from embedcore.progress import Progress

BLOCK = 100  # words at a time: their cosines with 50,000 words are 20 MB
NEAREST = 10


class Survival(NamedTuple):
    """What a table keeps at each width; of random projection at each seed, too. All are shares."""

    variance: np.ndarray  # of the first principal components together: [widths]
    kept_pca: np.ndarray  # of the nearest words: [widths]
    kept_random: np.ndarray  # [seeds, widths]
    right_pca: np.ndarray  # of the analogies; NaN without questions: [widths]
    right_random: np.ndarray  # [seeds, widths]
    right_before: float  # of the analogies, at full width


def centred(vectors: np.ndarray) -> np.ndarray:
    """``vectors [n, d]`` with their mean taken off: float32."""
    return np.asarray(vectors, dtype=np.float32) - vectors.mean(axis=0)


def nearest_rows(vectors: np.ndarray, rows: np.ndarray, k: int = NEAREST) -> np.ndarray:
    """The ``k`` rows of ``vectors [n, d]`` with the highest cosine to each of ``rows``.

    ``[rows, k]``, the nearest first; a row is not its own neighbour.
    """
    return np.concatenate([highest(cosines, k) for cosines in _cosines(vectors, rows)])


def kept_neighbours(nearest: np.ndarray, vectors: np.ndarray, rows: np.ndarray) -> float:
    """The share of the ``nearest [rows, k]`` that are among the ``k`` nearest in ``vectors``, too.

    By chance it would be k / n.
    """
    kept, first, k = 0, 0, nearest.shape[1]
    for cosines in _cosines(vectors, rows):
        block = nearest[first : first + len(cosines)]
        lowest = np.partition(cosines, -k, axis=1)[:, -k, None]
        kept += int((np.take_along_axis(cosines, block, axis=1) >= lowest).sum())
        first += len(cosines)
    return kept / nearest.size


def survival(
    vectors: np.ndarray,
    rows: np.ndarray,
    questions: np.ndarray,
    widths: Sequence[int],
    seeds: int,
    progress: Progress,
) -> Survival:
    """What ``vectors [n, d]`` keep when they are reduced to each of ``widths``.

    Asked are the nearest words of ``rows``, and the analogies ``questions [q, 4]`` (rows; there
    may be none). ``progress(done, all)`` is called after each reduction.
    """
    vectors = centred(vectors)
    axes, spread = principal_axes(vectors)
    nearest = nearest_rows(vectors, rows)
    kept, right = np.empty((2, seeds + 1, len(widths)))
    for column, width in enumerate(widths):
        for line in range(seeds + 1):
            pca = line == seeds
            reduced = vectors @ axes[:, :width] if pca else project_randomly(vectors, width, line)
            kept[line, column] = kept_neighbours(nearest, reduced, rows)
            right[line, column] = _share_right(reduced, questions)
            progress(column * (seeds + 1) + line + 1, len(widths) * (seeds + 1))
    variance = np.cumsum(spread)[np.array(widths) - 1]
    before = _share_right(vectors, questions)
    return Survival(variance, kept[-1], kept[:-1], right[-1], right[:-1], before)


def _share_right(vectors: np.ndarray, questions: np.ndarray) -> float:
    return float(accuracy(vectors, questions).mean()) if len(questions) else float("nan")


def _cosines(vectors: np.ndarray, rows: np.ndarray):
    """The cosines of a block of ``rows`` with all, itself left out: ``[block, n]`` each."""
    unit = unit_rows(vectors)
    for first in range(0, len(rows), BLOCK):
        block = rows[first : first + BLOCK]
        cosines = unit[block] @ unit.T
        cosines[np.arange(len(block)), block] = -np.inf
        yield cosines
