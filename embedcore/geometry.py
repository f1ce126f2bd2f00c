"""Near and far among vectors: cosines, neighbours, principal axes, likeness within groups.

All in numpy, on any table of row vectors ``[n, d]``.
"""

from typing import NamedTuple

import numpy as np


class GroupSimilarity(NamedTuple):
    """Mean cosine over the pairs of tokens in one group, and over the pairs from two groups."""

    within: float | np.ndarray
    across: float | np.ndarray


def unit_rows(vectors: np.ndarray) -> np.ndarray:
    """Each row of ``vectors […, n, d]`` brought to length 1; a row of zeros stays zeros.

    In the precision that ``vectors`` have.
    """
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return vectors / np.where(lengths == 0, 1, lengths)


def cosine_matrix(vectors: np.ndarray) -> np.ndarray:
    """Cosine of the angle between every two rows: ``[…, n, d]`` to ``[…, n, n]``, in [-1, 1].

    1 is the same direction, 0 a right angle, -1 the opposite direction; length does not count.
    A row of zeros has no direction: its cosines are 0, as in scikit-learn.
    """
    vectors = np.asarray(vectors, dtype=np.float64)
    # Divided by the largest number first: squares of very long rows would overflow.
    scale = np.abs(vectors).max(axis=-1, keepdims=True, initial=0)
    directions = unit_rows(vectors / np.where(scale == 0, 1, scale))
    return np.clip(directions @ directions.swapaxes(-1, -2), -1, 1)


def group_similarity(vectors: np.ndarray, group_of: np.ndarray) -> GroupSimilarity:
    """Mean cosine within and across groups; ``vectors [n, d]``, ``group_of [n]``.

    Each pair counts once and no token is paired with itself; a token of two groups (-1) is left
    out. NaN where there is no such pair (a single group has nothing across). Further axes in front,
    ``[…, n, d]``, give arrays ``[…]``.
    """
    group_of = np.asarray(group_of)
    first, second = np.triu_indices(len(group_of), k=1)
    alone = (group_of[first] >= 0) & (group_of[second] >= 0)
    first, second = first[alone], second[alone]
    cosines = cosine_matrix(vectors)[..., first, second]
    same = group_of[first] == group_of[second]
    return GroupSimilarity(_mean(cosines[..., same]), _mean(cosines[..., ~same]))


def of_pairs(matrices: np.ndarray) -> np.ndarray:
    """Every two different rows once: the upper triangles of ``[…, n, n]`` as ``[…, pairs]``."""
    first, second = np.triu_indices(matrices.shape[-1], k=1)
    return matrices[..., first, second]


def highest(scores: np.ndarray, k: int) -> np.ndarray:
    """The places of the ``k`` highest of ``scores […, n]``, the highest first: ``[…, k]``."""
    n = scores.shape[-1]
    best = np.argpartition(scores, min(n - k, n - 1), axis=-1)[..., n - k :]
    order = np.argsort(-np.take_along_axis(scores, best, axis=-1), axis=-1)
    return np.take_along_axis(best, order, axis=-1)


def principal_axes(centred: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of ``centred [n, d]``, whose mean is 0: the axes as columns ``[d, d]``, the widest first.

    Also the share of the variance along each, ``[d]`` (Pearson 1901). Found from the products
    ``[d, d]``, which is quick for a long table. An axis has no sign of its own: its number
    farthest from 0 is made to be above 0, so that it is the same on every machine.
    """
    values, axes = np.linalg.eigh(centred.T @ centred)  # those of the smallest spread first
    axes, values = axes[:, ::-1], values[::-1]
    farthest = np.take_along_axis(axes, np.abs(axes).argmax(axis=0)[None], axis=0)
    return axes * np.sign(farthest), values / values.sum()


def neighbours(vectors: np.ndarray, k: int) -> np.ndarray:
    """The ``k`` rows nearest to each row by Euclidean distance: ``[n, d]`` to ids ``[n, k]``.

    Nearest first, a row is not its own neighbour, ties go to the lower index. Raises
    ``ValueError`` unless 1 <= k < n.
    """
    if not 1 <= k < len(vectors):
        raise ValueError(f"k is {k}, but must be in 1 … {len(vectors) - 1}")
    vectors = np.asarray(vectors, dtype=np.float64)
    # Row by row: all differences at once, [n, n, d], would take gigabytes for a few thousand rows.
    squares = np.stack([((vectors - row) ** 2).sum(axis=1) for row in vectors])  # (n, n)
    np.fill_diagonal(squares, np.inf)
    return np.argsort(squares, axis=1, kind="stable")[:, :k]


def group_gap(points: np.ndarray, group_of: np.ndarray) -> float | None:
    """How far apart the groups stand, in widths of a group; ``points [n, d]``, ``group_of [n]``.

    The mean distance between the centres of two groups, divided by the width of a group: twice
    the root mean square distance of its tokens from its centre. The scale of a map has no say in
    it, so a map can be compared with the space it shows. A token of two groups (-1) is left out.
    None for a single group, and for groups without any width.
    """
    points, group_of = np.asarray(points, dtype=np.float64), np.asarray(group_of)
    groups = [points[group_of == group] for group in np.unique(group_of[group_of >= 0])]
    centres = np.array([group.mean(axis=0) for group in groups])
    apart = np.concatenate([g - centre for g, centre in zip(groups, centres, strict=True)])
    width = 2 * np.sqrt((apart**2).sum(axis=1).mean())
    if len(groups) < 2 or width == 0:
        return None
    first, second = np.triu_indices(len(groups), k=1)
    return float(np.linalg.norm(centres[first] - centres[second], axis=1).mean() / width)


def crowding(points: np.ndarray) -> float | None:
    """How near the nearest is: ``points [n, d]``, n at least 2.

    The median distance of a point to its nearest, as a share of the median distance of two points:
    about 0.25 for 20 random points on a map, near 0 where points stand in clumps. None if most
    points are in one place.
    """
    points = np.asarray(points, dtype=np.float64)
    nearest = np.linalg.norm(points - points[neighbours(points, 1)[:, 0]], axis=1)
    first, second = np.triu_indices(len(points), k=1)
    typical = np.median(np.linalg.norm(points[first] - points[second], axis=1))
    return float(np.median(nearest) / typical) if typical else None


def _mean(values: np.ndarray) -> float | np.ndarray:
    """Over the last axis; a plain number if there is no other."""
    if not values.shape[-1]:
        values = np.full((*values.shape[:-1], 1), np.nan)
    means = values.mean(axis=-1)
    return means if means.ndim else float(means)
