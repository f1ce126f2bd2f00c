"""What was computed, kept for all visitors: each answer is computed once, and memory is bounded.

Streamlit's own caches count entries, and one entry may be a thousand times another. Here it is
bytes that count: whatever was asked for longest ago goes first. Only settings go in, and every
visitor gets a copy, so that none can change what another sees.
"""

import hashlib
import pickle
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import wraps
from io import BytesIO
from typing import Any

import numpy as np

ANSWERS_BYTES = 48_000_000  # of what the pages show: a film has 0.5 MB, most charts 10 kB
SHARED_BYTES = 80_000_000  # of large tables, counts and texts, which nobody changes


class Store:
    """Values by their key, the last used, up to ``most`` bytes in all."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.bytes = 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._changing = threading.Lock()
        self._turns: dict[Hashable, threading.Lock] = {}
        self._waiting: Counter[Hashable] = Counter()

    def get(self, key: Hashable) -> Any:
        """The value of that key; None if it is not, or no longer, kept."""
        with self._changing:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            return self._kept[key][0]

    def keep(self, key: Hashable, value: Any, size: int) -> None:
        """Keep a value of so many bytes, and let go of what nobody has asked for the longest.

        One that is larger than all the room is not kept at all.
        """
        with self._changing:
            self._drop(key)
            if size > self.most:
                return
            self._kept[key] = value, size
            self.bytes += size
            while self.bytes > self.most:
                self._drop(next(iter(self._kept)))

    def forget(self, chosen: Callable[[Hashable], bool] = lambda key: True) -> None:
        """Keep none of those whose key is ``chosen``."""
        with self._changing:
            for key in [key for key in self._kept if chosen(key)]:
                self._drop(key)

    @contextmanager
    def turn(self, key: Hashable) -> Iterator[None]:
        """One at a time for each key: who comes second waits, and finds what the first computed."""
        with self._changing:
            turn = self._turns.setdefault(key, threading.Lock())
            self._waiting[key] += 1
        try:
            with turn:
                yield
        finally:
            with self._changing:
                self._waiting[key] -= 1
                if not self._waiting[key]:
                    del self._waiting[key], self._turns[key]

    def _drop(self, key: Hashable) -> None:
        _, size = self._kept.pop(key, (None, 0))
        self.bytes -= size


ANSWERS, SHARED = Store(ANSWERS_BYTES), Store(SHARED_BYTES)


def kept(function: Callable) -> Callable:
    """Compute each answer of ``function`` once; every caller gets a copy of its own.

    An argument whose name begins with ``_`` is not part of the question. A run that is broken off,
    by its visitor or by an error, keeps nothing. ``clear()`` forgets all answers of the function.
    """
    return _kept(function, ANSWERS, pickle.dumps, pickle.loads, len)


def kept_and_shared(function: Callable) -> Callable:
    """As ``kept``, for what is large and never changed: all callers get the same object."""
    return _kept(function, SHARED, _itself, _itself, size_of)


def size_of(value: object) -> int:
    """Bytes of a value: of its arrays, and of all else as ``pickle`` writes it."""
    arrays = []
    rest = pickle.dumps(value, protocol=5, buffer_callback=arrays.append)
    return len(rest) + sum(array.raw().nbytes for array in arrays)


def _itself(value: Any) -> Any:
    return value


def _kept(function: Callable, store: Store, write: Callable, read: Callable, size: Callable):
    code = function.__code__
    apart = [n for n, name in enumerate(code.co_varnames[: code.co_argcount]) if name[0] == "_"]
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def answer(*arguments: object, **named: object) -> Any:
        question = [one for number, one in enumerate(arguments) if number not in apart]
        question += [item for item in sorted(named.items()) if item[0][0] != "_"]
        key = name, code.co_code, digest(question)  # the code: it may change while a server runs
        found = store.get(key)
        if found is not None:
            return read(found)
        with store.turn(key):
            found = store.get(key)
            if found is not None:
                return read(found)
            value = function(*arguments, **named)
            written = write(value)
            store.keep(key, written, size(written))
            return value

    answer.clear = lambda: store.forget(lambda key: key[0] == name)
    return answer


class _Writer(pickle.Pickler):
    """Writes equal values alike: whatever they keep besides, and however they lie in memory."""

    def reducer_override(self, value: object) -> Any:
        if is_dataclass(value) and not isinstance(value, type):
            return type(value), tuple(getattr(value, field.name) for field in fields(value))
        if type(value) is np.ndarray and not value.dtype.hasobject:
            return np.ndarray, (value.shape, value.dtype.str, value.tobytes())
        return NotImplemented


def digest(value: object) -> bytes:
    """A short name of a value: the same for equal ones of one type, another for any other."""
    written = BytesIO()
    writer = _Writer(written, protocol=5)
    writer.fast = True  # an object that stands twice is written twice, as two equal ones are
    writer.dump(value)
    return hashlib.sha256(written.getbuffer()).digest()
