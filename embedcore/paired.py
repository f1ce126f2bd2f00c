"""Two designs tried from the same seeds: is the one that came out ahead really better?

Each seed gives one difference between the two. Were it mere chance which of them is ahead, every
difference could as well have had the other sign. So all patterns of signs are tried, and the share
of those whose mean lies at least as far from 0 says how easily chance makes such a difference
(Fisher's sign-flip test, *The Design of Experiments*, 1935).
"""

import numpy as np

from embedcore.errors import check_range

MOST_DIFFERENCES = 16  # 65,536 patterns


def chance_of(differences: np.ndarray) -> float:
    """The share of sign patterns whose mean is at least as far from 0: ``differences [seeds]``.

    >>> chance_of(np.array([1.0, 2.0, 1.5]))  # all ahead, or all behind: 2 of 8
    0.25

    Raises ``InputError`` unless there are 1 to 16 differences.
    """
    count = len(differences)
    check_range("differences", count, 1, MOST_DIFFERENCES)
    signs = 1 - 2 * (np.arange(2**count)[:, None] >> np.arange(count) & 1)  # (patterns, seeds)
    means = np.abs(signs @ np.asarray(differences, dtype=np.float64)) / count
    return float(np.mean(means >= means[0] * (1 - 1e-9)))  # the first pattern changes no sign
