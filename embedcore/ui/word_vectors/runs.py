"""The finished runs of skip-gram, for all visitors, and whose turn it is to train.

One run at a time: two would take both cores of a small machine, and everybody's page would wait
for them. A visitor who waits, or trains, can leave.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from embedcore.word_vectors.skipgram import SkipGramConfig, SkipGramResult

KEPT_RUNS = 6
SECONDS_BETWEEN = 0.25  # two looks at whether it is one's turn


class Run(NamedTuple):
    """A finished run, and how long it took."""

    result: SkipGramResult
    seconds: float


class Runs:
    """The last runs, whoever asked for them."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self._kept: OrderedDict[tuple[str, SkipGramConfig], Run] = OrderedDict()
        self._changing = threading.Lock()

    def get(self, key: tuple[str, SkipGramConfig]) -> Run | None:
        """The run of that text and those settings, if it is still kept."""
        with self._changing:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: tuple[str, SkipGramConfig], run: Run) -> None:
        """Keep it, and let go of the one that nobody has asked for the longest."""
        with self._changing:
            self._kept[key] = run
            while len(self._kept) > KEPT_RUNS:
                self._kept.popitem(last=False)

    @contextmanager
    def my_turn(self, wait: Callable[[], object]) -> Iterator[None]:
        """Wait until nobody else trains. ``wait()`` is called meanwhile: it may say so, and ends
        the waiting of a visitor who left.
        """
        while not self.turn.acquire(timeout=SECONDS_BETWEEN):
            wait()
        try:
            yield
        finally:
            self.turn.release()

    def clear(self) -> None:
        """Keep none."""
        with self._changing:
            self._kept.clear()


RUNS = Runs()
