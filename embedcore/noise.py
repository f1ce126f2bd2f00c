"""Cosines of rows that nobody has trained: how far chance alone spreads them around 0.

The direction of a row of d independent normal numbers is uniform on the sphere. The cosine of two
such directions has mean 0 and standard deviation exactly 1 / sqrt(d); its density is proportional
to (1 - c²) ** ((d - 3) / 2), which for large d is a normal curve (e.g. Vershynin 2018, High-
Dimensional Probability, section 3.3).
"""

import numpy as np

from embedcore.geometry import cosine_matrix, of_pairs

ROWS = 200  # whose pairs are counted: 19,900
_STEPS = 40_000  # of the angle, in the integral


def random_cosines(d_model: int, seed: int = 0, rows: int = ROWS) -> np.ndarray:
    """The cosines of all pairs of ``rows`` random rows: ``[rows * (rows - 1) / 2]``."""
    vectors = np.random.default_rng(seed).standard_normal((rows, d_model))
    return of_pairs(cosine_matrix(vectors))


def predicted_spread(d_model: int) -> float:
    """The standard deviation of the cosine of two random directions in ``d_model`` dimensions."""
    return d_model**-0.5


def predicted_shares(d_model: int, edges: np.ndarray) -> np.ndarray:
    """The share of pairs that chance puts between each two of ``edges``; ``d_model`` at least 2.

    The integral runs over the angle: its density, sin(angle) ** (d - 2), stays finite where
    that of the cosine does not (d = 2).
    """
    angles, weights = _angles(d_model)
    shares, _ = np.histogram(np.cos(angles), edges, weights=weights)
    return shares


def highest_by_chance(rows: int, d_model: int) -> float:
    """About the highest cosine that a random row has with any of ``rows`` others.

    The cosine that one random pair in ``rows`` exceeds.
    """
    angles, weights = _angles(d_model)
    return float(np.cos(angles[np.searchsorted(np.cumsum(weights), 1 / rows)]))


def _angles(d_model: int) -> tuple[np.ndarray, np.ndarray]:
    """Angles from 0 to pi, and the share of random pairs at each."""
    angles = (np.arange(_STEPS) + 0.5) * np.pi / _STEPS
    weights = np.sin(angles) ** (d_model - 2)
    return angles, weights / weights.sum()
