"""The finished runs of skip-gram, for all visitors, and whose turn it is to train.

One run at a time: two would take both cores of a small machine, and everybody's page would wait
for them. Who asks first trains first. A visitor who waits, or trains, can leave.
"""

import threading
from collections import deque
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
        self._line: deque[object] = deque()  # the first of them trains
        self._moved = threading.Condition()
        self._kept = Store(KEPT_BYTES)

    def get(self, key: tuple[str, SkipGramConfig]) -> Run | None:
        """The run of that text and those settings, if it is still kept."""
        return self._kept.get(key)

    def keep(self, key: tuple[str, SkipGramConfig], run: Run) -> None:
        """Keep it, and let go of those that nobody has asked for the longest."""
        self._kept.keep(key, run, size_of(run))

    @contextmanager
    def my_turn(
        self, wait: Callable[[int], object], enough: Callable[[], bool] = lambda: False
    ) -> Iterator[None]:
        """Wait until all who asked before have trained or left.

        ``wait(ahead)`` is called meanwhile with how many those are: it may say so, and ends the
        waiting of a visitor who left. Nor does anyone wait longer once there is ``enough()``, as
        when one of those ahead has trained the same.
        """
        ticket = object()
        with self._moved:
            self._line.append(ticket)
        try:
            while (ahead := self._ahead(ticket)) and not enough():
                wait(ahead)
            yield
        finally:
            with self._moved:
                self._line.remove(ticket)
                self._moved.notify_all()

    @property
    def waiting(self) -> int:
        """How many train or wait."""
        return len(self._line)

    def _ahead(self, ticket: object) -> int:
        """How many are before this one, after a moment in which one of them may have left."""
        with self._moved:
            if self._line.index(ticket):
                self._moved.wait(SECONDS_BETWEEN)
            return self._line.index(ticket)

    def clear(self) -> None:
        """Keep none."""
        self._kept.forget()


RUNS = Runs()
