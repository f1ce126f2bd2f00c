"""What a sample says: its mean, its spread, its order, and whether a difference is chance."""

from typing import NamedTuple

import numpy as np

from embedcore.bounds import check_range

SEEDS = 8  # in every mean with a spread, where the visitor does not choose
MOST_DIFFERENCES = 16  # 65,536 patterns


class Mean(NamedTuple):
    """A mean with its spread: the sample standard deviation, as every ± in the app."""

    mean: float
    spread: float


def mean_and_spread(values: np.ndarray) -> Mean:
    """Of ``values [n]``, n at least 2: divided by n - 1, as they are a sample.

    >>> mean_and_spread(np.array([1.0, 2.0, 3.0]))
    Mean(mean=2.0, spread=1.0)
    """
    return Mean(float(values.mean()), float(values.std(ddof=1)))


def clearly_above(high: np.ndarray | float, low: np.ndarray | float) -> bool:
    """Whether the mean of one sample ``[seeds]`` is more than two standard errors above another's.

    Either may be a plain number. Never of a single seed, which has no standard error.
    """
    samples = [np.atleast_1d(sample) for sample in (high, low)]
    several = [sample for sample in samples if len(sample) > 1]
    error = np.sqrt(sum(sample.var(ddof=1) / len(sample) for sample in several))
    return bool(several) and samples[0].mean() - samples[1].mean() > 2 * error


def side_of_zero(values: np.ndarray) -> str:
    """Whether the mean of ``values [n]`` is clearly ``below`` 0, ``above`` it, or only ``at`` it.

    Of one value nothing is clear: ``single``.
    """
    if len(values) == 1:
        return "single"
    if clearly_above(0, values):
        return "below"
    return "above" if clearly_above(values, 0) else "at"


def spearman(first: np.ndarray, second: np.ndarray) -> float:
    """Spearman's rank correlation of ``first [n]`` and ``second [n]``: 1 for the same order.

    That is Pearson's of the ranks, equal values sharing their mean rank; NaN where one of the two
    is constant.

    >>> spearman([1, 2, 3], [10, 1000, 100])
    0.5
    """
    from scipy.stats import spearmanr  # here, as it takes a second to import

    return float(spearmanr(first, second).statistic)


def chance_of(differences: np.ndarray) -> float:
    """How easily chance alone puts one of two designs ahead: ``differences [seeds]`` of the two.

    Each seed gives one difference. Were it mere chance which design is ahead, every difference
    could as well have had the other sign. So all patterns of signs are tried; the answer is the
    share of those whose mean lies at least as far from 0 (Fisher's sign-flip test, *The Design of
    Experiments*, 1935).

    >>> chance_of(np.array([1.0, 2.0, 1.5]))  # all ahead, or all behind: 2 of 8
    0.25

    Raises ``InputError`` unless there are 1 to 16 differences.
    """
    count = len(differences)
    check_range("differences", count, 1, MOST_DIFFERENCES)
    signs = 1 - 2 * (np.arange(2**count)[:, None] >> np.arange(count) & 1)  # (patterns, seeds)
    means = np.abs(signs @ np.asarray(differences, dtype=np.float64)) / count
    return float(np.mean(means >= means[0] * (1 - 1e-9)))  # the first pattern changes no sign


def means_and_spreads(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Of ``values [n, places]`` at each place, as ``mean_and_spread``; one alone spreads by 0.

    >>> means_and_spreads(np.array([[1.0, 5.0], [3.0, 5.0]]))
    (array([2., 5.]), array([1.41421356, 0.        ]))
    """
    mean = values.mean(axis=0)
    return mean, values.std(axis=0, ddof=1) if len(values) > 1 else np.zeros_like(mean)
