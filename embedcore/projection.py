"""A map of vectors on a page: PCA or UMAP to two dimensions, and how far to trust it.

A flat map cannot keep all the distances of a space with more dimensions. PCA turns the space and
looks at it from the side on which the points spread most; UMAP (McInnes et al. 2018) tries to
keep who is whose neighbour, and gives up on the rest: the size of a cluster on its map and the
distance between two clusters mean little.
"""

import threading
from functools import cache
from typing import NamedTuple

import numpy as np

from embedcore.bounds import check_number, check_range
from embedcore.errors import InputError
from embedcore.geometry import neighbours

METHODS = ("pca", "umap")
FEWEST_FOR_UMAP = 4
MOST_POINTS = 2_000
AROUND = 3  # frames before and after a snapshot that are about the same time

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
    ``not_finite``, ``out_of_range`` (``min_dist`` is in 0 … 1, the scale of the map).
    """
    vectors = np.asarray(vectors, dtype=np.float64)
    _check(vectors, method)
    check_range("seed", seed, 0, 2**32 - 1)
    check_number("min_dist", min_dist, highest=1, zero=True)
    if method == "pca":
        return _pca(vectors)
    return _umap(vectors, seed, max(2, min(n_neighbors, len(vectors) - 1)), min_dist)


def project_frames(
    frames: np.ndarray,
    method: str = "pca",
    seed: int = 0,
    n_neighbors: int = 15,
    min_dist: float = 0.1,
) -> np.ndarray:
    """One map for all snapshots of a run: ``[frames, n, d]`` to float64 ``[frames, n, 2]``.

    PCA looks at all of them from one side. For UMAP a row's own snapshots do not count as its
    neighbours, and of the others only those of about the same time: the nearest to a snapshot is
    nearly always the same row a little earlier or later, and a map that keeps those shows each
    row as a knot of its own, at rest whatever it learns. Where no row has changed since the frame
    before, no point moves. Settings and errors are those of ``project``.
    """
    _, n, d = frames.shape
    changed = [True, *(frames[1:] != frames[:-1]).any(axis=(1, 2))]
    kept = np.asarray(frames, dtype=np.float64)[changed]
    flat = kept.reshape(len(kept) * n, d)
    if method != "umap" or len(kept) == 1:
        points = project(flat, method, seed, n_neighbors, min_dist)
    else:
        _check(flat, method)
        k = min(n_neighbors, 1 + (n - 1) * min(AROUND + 1, len(kept)))  # itself is the first
        near = _neighbours_in_time(flat / (np.abs(flat).max() or 1), n, k)
        points = _umap(flat, seed, k, min_dist, near)
    return points.reshape(len(kept), n, 2)[np.cumsum(changed) - 1]


def _neighbours_in_time(flat: np.ndarray, n: int, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Of each of ``flat [frames * n, d]`` itself and the nearest others: ids and distances.

    Each is ``[frames * n, k]``. Others are other rows, at most ``AROUND`` frames away; of two that
    are as near, first the one that is nearer in time.
    """
    frame, row = np.divmod(np.arange(len(flat)), n)
    ids, distances = [], []
    for here, vector in enumerate(flat):
        distance = np.linalg.norm(flat - vector, axis=1)
        away = np.abs(frame - frame[here])
        distance[(row == row[here]) | (away > AROUND)] = np.inf
        distance[here] = -1  # the first, even among copies of itself
        nearest = np.lexsort((away, distance))[:k]
        ids.append(nearest)
        distances.append(np.maximum(distance[nearest], 0))
    return np.array(ids, dtype=np.int32), np.array(distances, dtype=np.float32)


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


def compile_umap() -> None:
    """Fit a few points in each way that this module does, so that the next fit takes milliseconds.

    On a new installation this compiles for half a minute; what it compiled is kept on disk, and
    the next process reads it in a second.
    """
    frames = np.random.default_rng(0).normal(size=(3, 40, 8))
    for points in (6, 40):
        project(frames[0, :points], "umap")
    project_frames(frames, "umap")


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


def _umap(
    vectors: np.ndarray,
    seed: int,
    n_neighbors: int,
    min_dist: float,
    known: tuple[np.ndarray, np.ndarray] | None = None,
) -> np.ndarray:
    """``known`` are the neighbours and their distances, where they are not for UMAP to find."""
    # The spectral start solves for 3 eigenvectors, which a handful of points does not have.
    start = "spectral" if len(vectors) > 8 else "random"
    # It computes in float32, where squares of very long or very short vectors are Inf or 0.
    vectors = vectors / (np.abs(vectors).max() or 1)
    with _one_fit_at_a_time:
        from pynndescent import NNDescent  # comes with umap-learn

        # What would find the neighbours of further points. None are coming: it is never filled.
        index = NNDescent.__new__(NNDescent) if known else None
        fit = _umap_kept_on_disk()(
            n_neighbors=n_neighbors,
            min_dist=min_dist,
            random_state=seed,
            n_jobs=1,  # as the seed demands
            init=start,
            precomputed_knn=(*(known or (None, None)), index),
        )
        return fit.fit_transform(vectors).astype(np.float64)


@cache
def _umap_kept_on_disk() -> type:
    """umap-learn's UMAP, of which numba keeps on disk what the fits of this module compile.

    umap-learn asks numba to keep what is compiled at its import, but not these: each process would
    compile them anew, for 10 seconds and 100 MB of LLVM that it never gives back.
    """
    from umap import UMAP, distances, layouts, umap_, utils

    for module, name in (
        (distances, "euclidean"),
        (utils, "fast_knn_indices"),
        (umap_, "smooth_knn_dist"),
        (umap_, "compute_membership_strengths"),
        (layouts, "_nb_optimize_layout_euclidean_single_epoch"),
    ):
        if hasattr(module, name):  # another version of umap-learn may lack one: it compiles, then
            getattr(module, name).enable_caching()
    return UMAP
