"""Flat maps of vectors, each computed once for all visitors."""

import numpy as np

from embedcore import projection
from embedcore.ui.kept import kept


@kept
def cached_map(
    frames: np.ndarray, method: str, n_neighbors: int = 15, min_dist: float = 0.1, seed: int = 0
) -> tuple[np.ndarray, list[projection.Trust]]:
    """One map of all ``frames [frames, tokens, d_model]``: points ``[frames, tokens, 2]``.

    The frames share the map, so that a token can be followed from one to the next; each frame
    has its own measure of trust. The ``"raw"`` method shows two-dimensional vectors as they are.
    """
    count, tokens, d_model = frames.shape
    flat = frames.reshape(count * tokens, d_model)
    if method == "raw":
        points = flat
    else:
        points = projection.project(flat, method, seed, n_neighbors, min_dist)
    points = points.reshape(count, tokens, 2)
    trusts = [projection.trust(a, b) for a, b in zip(frames, points, strict=True)]
    return points, trusts
