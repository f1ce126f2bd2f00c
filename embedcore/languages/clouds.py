"""Two clouds of points that belong together in pairs, on one plane."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from embedcore.geometry import principal_axes


class Clouds(NamedTuple):
    """The held-out pairs as points on one plane: ``source [n, 2]`` and ``target [n, 2]``.

    ``drawn`` are the pairs with names and a line, ``found`` of them those whose nearest is right.
    """

    source: np.ndarray
    target: np.ndarray
    drawn: np.ndarray
    found: np.ndarray


def on_one_plane(turned: Sequence[np.ndarray], target: np.ndarray) -> tuple[list, float]:
    """Points on the plane on which ``target [n, d]`` spreads most, and the share that it keeps.

    ``turned`` are clouds ``[n, d]`` laid on the same plane; the target's points come last. The
    share is that of the target's squared distances from its mean.
    """
    middle = target.mean(axis=0)
    axes, shares = principal_axes(target - middle)
    points = [(cloud - middle) @ axes[:, :2] for cloud in (*turned, target)]
    return points, float(shares[:2].sum())


def spread_out(points: np.ndarray, count: int) -> np.ndarray:
    """The numbers of ``count`` of the ``points [n, 2]`` that lie far from one another.

    The first is the farthest from the middle, each next the farthest from all before.
    """
    chosen = [int(np.argmax(((points - points.mean(axis=0)) ** 2).sum(axis=1)))]
    while len(chosen) < min(count, len(points)):
        gaps = ((points[:, None] - points[chosen]) ** 2).sum(axis=2).min(axis=1)
        chosen.append(int(np.argmax(gaps)))
    return np.array(chosen)
