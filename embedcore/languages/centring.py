"""What all vectors of a model have in common, and what is left without it.

The vectors of a trained encoder all point about one way, so that any two of them have a high
cosine (Ethayarajh 2019; for E5, its authors name the low temperature of its training as the
reason). Subtracting the mean of many vectors takes the shared part out (Mu and Viswanath 2018).
"""

from typing import NamedTuple

import numpy as np

from embedcore.geometry import cosine_matrix, unit_rows


class Search(NamedTuple):
    """How each source fared among the targets; the target of the same place is its own."""

    own: np.ndarray  # cosine with its own target [n]
    other: np.ndarray  # the highest cosine with another target [n]
    found: np.ndarray  # the place of that other target [n]

    @property
    def right(self) -> np.ndarray:
        """Whether its own target is the nearest of all: bool ``[n]``."""
        return self.own > self.other

    @property
    def nearest(self) -> np.ndarray:
        """The place of the target that each source finds ``[n]``."""
        return np.where(self.right, np.arange(len(self.own)), self.found)


def centred_directions(vectors: np.ndarray, mean: np.ndarray) -> np.ndarray:
    """``vectors [n, d]`` without ``mean [d]``, each again of length 1; a row of zeros stays so."""
    return unit_rows(np.asarray(vectors, dtype=np.float64) - mean)


def search(sources: np.ndarray, targets: np.ndarray) -> Search:
    """Each of ``sources [n, d]`` among ``targets [n, d]`` by cosine; n at least 2."""
    cosines = cosine_matrix(np.concatenate([sources, targets]))[: len(sources), len(sources) :]
    own = np.diagonal(cosines).copy()
    others = cosines - np.where(np.eye(len(own), dtype=bool), np.inf, 0)
    found = others.argmax(axis=1)
    return Search(own, others.max(axis=1), found)
