"""The finished runs of skip-gram, for all visitors, and whose turn it is to train.

One run at a time: two would take both cores of a small machine, and everybody's page would wait
for them. A visitor who waits, or trains, can leave.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from embedcore.ui.kept import Store, size_of
from embedcore.word_vectors.skipgram import SkipGramConfig, SkipGramResult

KEPT_BYTES = 48_000_000  # a run on the Bible with the settings at first has 8 million
SECONDS_BETWEEN = 0.25  # two looks at whether it is one's turn


class Run(NamedTuple):
    """A finished run, and how long it took."""

    result: SkipGramResult
    seconds: float


class Runs:
    """The last runs, whoever asked for them."""

    def __init__(self) -> None:
        self.turn = threading.Lock()
        self._kept = Store(KEPT_BYTES)

    def get(self, key: tuple[str, SkipGramConfig]) -> Run | None:
        """The run of that text and those settings, if it is still kept."""
        return self._kept.get(key)

    def keep(self, key: tuple[str, SkipGramConfig], run: Run) -> None:
        """Keep it, and let go of those that nobody has asked for the longest."""
        self._kept.keep(key, run, size_of(run))

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
        self._kept.forget()


RUNS = Runs()
