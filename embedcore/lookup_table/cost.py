"""What a lookup costs: by index, and as a one-hot vector times the table.

Counted for n tokens in a table ``[vocab_size, d_model]`` of float32, ids in 8 bytes. Timed in
PyTorch on the machine that runs this.
"""

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
import torch
from torch.nn import functional

NUMBER, ID = 4, 8  # bytes
SIZES = (256, 1_000, 10_000, 30_000, 100_000)
REPEATS = 7
AT_LEAST = 0.004  # seconds of a repeat: shorter ones measure the clock


class Cost(NamedTuple):
    """Counts of one lookup."""

    multiplications: int
    bytes_touched: int


class Times(NamedTuple):
    """Seconds of one lookup, the best of several, for each size of the vocabulary."""

    sizes: tuple[int, ...]
    index: np.ndarray  # weight[ids]
    product: np.ndarray  # one_hot @ weight, the one-hot matrix already made
    by_torch: np.ndarray  # torch.nn.functional.embedding

    @property
    def ratio(self) -> np.ndarray:
        """How many times as long the product takes."""
        return self.product / self.index


def index_cost(n: int, d_model: int) -> Cost:
    """Read n ids and n rows, write n rows. The size of the vocabulary has no say in it."""
    return Cost(0, n * ID + 2 * n * d_model * NUMBER)


def product_cost(n: int, vocab_size: int, d_model: int) -> Cost:
    """Multiply ``[n, vocab_size]`` by ``[vocab_size, d_model]``: read both, write n rows."""
    numbers = n * vocab_size + vocab_size * d_model + n * d_model
    return Cost(n * vocab_size * d_model, numbers * NUMBER)


def measure(n: int, d_model: int, sizes: Sequence[int] = SIZES, seed: int = 0) -> Times:
    """Time the three ways for n random ids at each size, about 0.1 s a size.

    The largest table is made once and the others are its first rows: with 16 tokens, 64 numbers
    a row and 100,000 rows that is 32 MB with the one-hot matrix.
    """
    generator = torch.Generator().manual_seed(seed)
    whole = torch.randn(max(sizes), d_model, generator=generator)
    seconds = []
    for size in sizes:
        weight = whole[:size]
        ids = torch.randint(size, (n,), generator=generator)
        one_hot = torch.zeros(n, size).scatter_(1, ids[:, None], 1)
        ways = (
            lambda weight=weight, ids=ids: weight[ids],
            lambda weight=weight, one_hot=one_hot: one_hot @ weight,
            lambda weight=weight, ids=ids: functional.embedding(ids, weight),
        )
        seconds.append([seconds_of(way) for way in ways])
    return Times(tuple(sizes), *np.array(seconds).T)


def seconds_of(call: Callable[[], object]) -> float:
    """The time of one call: the best of 7 repeats, each of as many calls as fill 4 ms.

    Other work on the machine can only make a repeat longer.
    """
    call()
    start = time.perf_counter()
    call()
    calls = max(1, round(AT_LEAST / max(time.perf_counter() - start, 1e-7)))
    repeats = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        for _ in range(calls):
            call()
        repeats.append((time.perf_counter() - start) / calls)
    return min(repeats)
