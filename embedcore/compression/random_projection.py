"""Random projection: vectors times a matrix of random numbers, and how far distances move.

Johnson and Lindenstrauss (1984): n points in any number of dimensions can be put into
k = O(log n / eps²) so that every squared distance changes by a factor between 1 - eps and 1 + eps.
A matrix of normal random numbers does it, with the constants of Dasgupta and Gupta (2003); their
proof leaves it a chance of only 1 / n, which is why real draws do better.

A one-hot vector times the matrix is a row of the matrix. So nothing with 50,000 columns is made.
"""

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

EDGES = np.linspace(-1, 2, 301)  # of a histogram of relative changes: -100 % to +200 %
MARKS = (0.0, 0.01, 0.5, 0.99, 1.0)  # the quantiles that are kept, from the lowest to the highest


class Distortion(NamedTuple):
    """How much the squared distances of all pairs of a sample changed, at each width.

    A change is relative: 0.1 is ten per cent longer than before.
    """

    marks: np.ndarray  # the quantiles MARKS of the change: [widths, 5]
    shares: np.ndarray  # of the pairs between each two of EDGES: [widths, bins]
    limits: np.ndarray  # the change that no vector can exceed, least and most: [widths, 2]
    pairs: int


def promised_dimensions(points: int, eps: float) -> int:
    """The dimensions in which some matrix keeps ``points`` points to within ``eps``: the lemma.

    For ``eps`` in (0, 1); as ``sklearn.random_projection.johnson_lindenstrauss_min_dim``.
    """
    return int(4 * math.log(points) / (eps**2 / 2 - eps**3 / 3))


def promised_distortion(points: int, width: int) -> float | None:
    """The ``eps`` that the lemma gives ``points`` points (2 or more) in ``width`` numbers.

    Some matrix keeps to it; one that is drawn is proved to do so with a chance of 1 / points.

    The inverse of ``promised_dimensions``. None where it says nothing: below 24 ln(points).
    """
    wanted = 4 * math.log(points) / width
    low, high = 0.0, 1.0  # eps²/2 - eps³/3 rises from 0 to 1/6 between them
    if wanted > 1 / 6:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if middle**2 / 2 - middle**3 / 3 < wanted else (low, middle)
    return high


def random_matrix(rows: int, width: int, seed: int) -> np.ndarray:
    """Independent standard normal numbers, float32 ``[rows, width]``.

    Its first k columns, divided by √k, project to k numbers: one draw serves every width.
    """
    return np.random.default_rng(seed).standard_normal((rows, width), dtype=np.float32)


def project_randomly(vectors: np.ndarray, width: int, seed: int) -> np.ndarray:
    """``vectors [n, d]`` times a random matrix: ``[n, width]``, lengths kept on average."""
    return vectors @ random_matrix(vectors.shape[1], width, seed) / np.float32(math.sqrt(width))


def one_hot_distortion(sample: int, widths: Sequence[int], seed: int) -> Distortion:
    """Of ``sample`` one-hot vectors, however many words there are; ``widths`` rising.

    Each is projected to its own row of the matrix, so only these rows are drawn. All distances
    were √2. There is no limit: with as many directions as words, one may be hit arbitrarily badly.
    """
    projected = random_matrix(sample, widths[-1], seed)
    before = np.full(sample * (sample - 1) // 2, 2, dtype=np.float32)
    limits = np.tile([-1, np.inf], (len(widths), 1))
    return _distortion(before, projected, widths, limits)


def distortion(vectors: np.ndarray, widths: Sequence[int], seed: int) -> Distortion:
    """Of ``vectors [n, d]``; ``widths`` rising. Pairs without a distance are left out.

    The limits come from the matrix alone: its extreme singular values say how far *any* vector of
    d numbers can be shortened or lengthened.
    """
    vectors = np.asarray(vectors, dtype=np.float32)
    vectors = vectors - vectors.mean(axis=0)  # distances stay, rounding shrinks
    matrix = random_matrix(vectors.shape[1], widths[-1], seed)
    limits = [_limits(matrix[:, :width]) for width in widths]
    return _distortion(_squares(vectors @ vectors.T), vectors @ matrix, widths, np.array(limits))


def chance_shares(width: int) -> np.ndarray:
    """The share of pairs that chance puts between each two of ``EDGES``: ``[bins]``.

    The squared distance of one pair is multiplied by a chi-square number with ``width`` degrees of
    freedom, divided by ``width``: whatever the pair, and however many dimensions it comes from.
    """
    from scipy.special import gammainc

    return np.diff(gammainc(width / 2, (1 + EDGES) * width / 2))


def chance_worst(width: int, pairs: float) -> tuple[float, float]:
    """About the least and the greatest change among ``pairs`` independent pairs.

    What one pair in ``pairs`` falls below, and what one in ``pairs`` exceeds.
    """
    from scipy.special import gammainccinv, gammaincinv

    low, high = gammaincinv(width / 2, 1 / pairs), gammainccinv(width / 2, 1 / pairs)
    return float(2 * low / width - 1), float(2 * high / width - 1)


def _distortion(
    before: np.ndarray, projected: np.ndarray, widths: Sequence[int], limits: np.ndarray
) -> Distortion:
    apart = before > 0
    before = before[apart]
    marks, shares = [], []
    for width, after in zip(widths, _after(projected, widths), strict=True):
        changes = after[apart] / before / np.float32(width) - 1
        changes.sort()
        places = np.round(np.array(MARKS) * (len(changes) - 1)).astype(int)
        marks.append(changes[places])
        shares.append(np.diff(np.searchsorted(changes, EDGES)) / len(changes))
    return Distortion(np.array(marks), np.array(shares), limits, len(before))


def _after(projected: np.ndarray, widths: Sequence[int]) -> Iterator[np.ndarray]:
    """The squared distances of all pairs by the first ``width`` columns, not yet divided."""
    products = np.zeros((len(projected), len(projected)), dtype=np.float32)
    done = 0
    for width in widths:
        columns = projected[:, done:width]
        products += columns @ columns.T
        done = width
        yield _squares(products)


def _squares(products: np.ndarray) -> np.ndarray:
    """Squared distances of every two points from their dot products ``[n, n]``: ``[pairs]``."""
    lengths = np.diag(products)
    squares = lengths[:, None] + lengths - 2 * products
    return np.maximum(squares[np.triu_indices(len(products), k=1)], 0)


def _limits(matrix: np.ndarray) -> tuple[float, float]:
    """The least and the greatest change of a squared length by ``matrix [d, width]`` / √width."""
    rows, width = matrix.shape
    squares = np.linalg.eigvalsh(matrix.astype(np.float64) @ matrix.T) / width  # (d,), rising
    lowest = squares[0] if width >= rows else 0.0
    return float(lowest - 1), float(squares[-1] - 1)
