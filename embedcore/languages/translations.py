"""Pairs of an English word and its Chinese translation: our own list, and those a visitor writes.

The list (``data/en_zh.tsv``) was written by hand: common nouns, verbs, adjectives, places, months
and colours. No word stands in it twice, so a translation is right or wrong. It has no numerals:
the Chinese table was made without 一, 二, 三.
"""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from embedcore.spelling import normal_form
from embedcore.tokens import has_chinese

_LIST = Path(__file__).parent / "data" / "en_zh.tsv"


class Pair(NamedTuple):
    """A word and its translation; ``kind`` is what sort of word it is (``"animal"``), or empty."""

    english: str
    chinese: str
    kind: str = ""


class Written(NamedTuple):
    """What a text of pairs came to: the pairs, and the lines that are none, with their numbers."""

    pairs: tuple[Pair, ...]
    malformed: tuple[tuple[int, str], ...]


@cache
def our_pairs() -> tuple[Pair, ...]:
    """The list, in the order of its kinds."""
    lines = _LIST.read_text(encoding="utf-8").splitlines()[1:]
    return tuple(Pair(english, chinese, kind) for kind, english, chinese in map(str.split, lines))


def read_pairs(text: str) -> Written:
    """Pairs written one a line, ``cat 猫`` or ``猫 cat``, each once; blank lines count as none.

    The two words may be parted by spaces, a comma, or ``=``.

    >>> read_pairs("cat 猫\\nnonsense").malformed
    ((2, 'nonsense'),)
    """
    pairs, malformed = {}, []
    for number, line in enumerate(text.splitlines(), start=1):
        words = normal_form(line).replace(",", " ").replace("=", " ").split()
        chinese = [word for word in words if has_chinese(word)]
        if len(words) == 2 and len(chinese) == 1:
            (english,) = [word for word in words if word not in chinese]
            pairs[Pair(english, *chinese)] = None
        elif words:
            malformed.append((number, line.strip()))
    return Written(tuple(pairs), tuple(malformed))
