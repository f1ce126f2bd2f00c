"""Something slow is done once, whoever asks for it at once."""

import threading
from collections.abc import Callable
from functools import wraps
from typing import TypeVar

Result = TypeVar("Result")


def once(read: Callable[..., Result]) -> Callable[..., Result]:
    """``read``, but each answer is made once and kept for ever: for a closed set of arguments.

    As ``functools.cache``, which lets all who come before the first answer make it again: here
    they wait for it, and only those who want the same. Arguments are given by their place. What
    raises is not kept, and the next who asks tries again. ``cache_clear()`` forgets all.

    >>> @once
    ... def letters(word):
    ...     print("read")
    ...     return sorted(word)
    >>> letters("cat") is letters("cat")
    read
    True
    """
    kept: dict[tuple, Result] = {}
    turns: dict[tuple, threading.Lock] = {}

    @wraps(read)
    def kept_or_read(*key: object) -> Result:
        if key not in kept:
            with turns.setdefault(key, threading.Lock()):
                if key not in kept:
                    kept[key] = read(*key)
        return kept[key]

    kept_or_read.cache_clear = kept.clear
    return kept_or_read
