"""A map of vectors on a page: PCA or UMAP to two dimensions, and how far to trust it.

A flat map cannot keep all the distances of a space with more dimensions. PCA turns the space and
looks at it from the side on which the points spread most; UMAP (McInnes et al. 2018) tries to
keep who is whose neighbour, and gives up on the rest: the size of a cluster on its map and the
distance between two clusters mean little.
"""

import threading
import warnings
from typing import NamedTuple

import numpy as np

from embedcore.errors import InputError
from embedcore.geometry import neighbours

METHODS = ("pca", "umap")
FEWEST_FOR_UMAP = 4
MOST_POINTS = 2_000

# Two fits at once can end the process (numba's workqueue is not safe between threads).
_one_fit_at_a_time = threading.Lock()


class Trust(NamedTuple):
    """How much of the space a map kept, both 1 for a perfect map.

    ``trustworthiness``: 1 less a penalty for neighbours on the map that are far apart in the
    space (Venna & Kaski 2001). ``kept_neighbours``: the share of each row's ``k`` nearest that are
    among its ``k`` nearest on the map. ``k`` is how many were looked at.
    """

    trustworthiness: float
    kept_neighbours: float
    k: int


def project(
    vectors: np.ndarray,
    method: str = "pca",
    seed: int = 0,
    n_neighbors: int = 15,
    min_dist: float = 0.1,
) -> np.ndarray:
    """Points of a flat map: ``[n, d]`` to float64 ``[n, 2]``.

    ``seed``, ``n_neighbors`` (cut to 2 … n - 1) and ``min_dist`` concern UMAP only, which needs 4
    points. Raises ``InputError``: ``unknown_method``, ``too_few_points``, ``too_many_points``,
    ``not_finite``.
    """
    vectors = np.asarray(vectors, dtype=np.float64)
    _check(vectors, method)
    if method == "pca":
        return _pca(vectors)
    return _umap(vectors, seed, max(2, min(n_neighbors, len(vectors) - 1)), min_dist)


def trust(vectors: np.ndarray, points: np.ndarray, k: int = 5) -> Trust:
    """How far ``points [n, 2]`` keep the neighbours of ``vectors [n, d]``.

    ``k`` is cut to less than half of n, where trustworthiness is defined; NaN for fewer than 3
    points, of which each has all the others as neighbours.
    """
    from sklearn.manifold import trustworthiness

    k = min(k, (len(vectors) - 1) // 2)
    if k < 1:
        return Trust(float("nan"), float("nan"), 0)
    in_space, on_map = neighbours(vectors, k), neighbours(points, k)
    kept = [len(set(a) & set(b)) / k for a, b in zip(in_space, on_map, strict=True)]
    return Trust(float(trustworthiness(vectors, points, n_neighbors=k)), float(np.mean(kept)), k)


def _check(vectors: np.ndarray, method: str) -> None:
    fewest = FEWEST_FOR_UMAP if method == "umap" else 2
    if method not in METHODS:
        raise InputError(
            "unknown_method",
            "method is {value!r}, but must be one of {known}",
            value=method,
            known=", ".join(METHODS),
        )
    if not fewest <= len(vectors) <= MOST_POINTS:
        few = len(vectors) < fewest
        raise InputError(
            "too_few_points" if few else "too_many_points",
            "{method} was given {count} points, but takes {fewest} to {most}",
            method=method,
            count=len(vectors),
            fewest=fewest,
            most=MOST_POINTS,
        )
    if not np.isfinite(vectors).all():
        raise InputError("not_finite", "the vectors hold Inf or NaN, which have no place on a map")


def _pca(vectors: np.ndarray) -> np.ndarray:
    from sklearn.decomposition import PCA

    if vectors.shape[1] == 1:
        vectors = np.pad(vectors, [(0, 0), (0, 1)])  # a line has no second direction
    if np.ptp(vectors, axis=0).max() == 0:
        return np.zeros((len(vectors), 2))  # all the same point: no direction at all
    return PCA(n_components=2, svd_solver="full").fit_transform(vectors)


def _umap(vectors: np.ndarray, seed: int, n_neighbors: int, min_dist: float) -> np.ndarray:
    # The spectral start solves for 3 eigenvectors, which a handful of points does not have.
    start = "spectral" if len(vectors) > 8 else "random"
    # It computes in float32, where squares of very long or very short vectors are Inf or 0.
    vectors = vectors / (np.abs(vectors).max() or 1)
    with _one_fit_at_a_time, warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Tensorflow not installed", ImportWarning)
        from umap import UMAP

        warnings.filterwarnings("ignore", "n_jobs value .* overridden", UserWarning)
        warnings.filterwarnings("ignore", "Spectral initialisation failed", UserWarning)
        fit = UMAP(n_neighbors=n_neighbors, min_dist=min_dist, random_state=seed, init=start)
        return fit.fit_transform(vectors).astype(np.float64)
