"""One text, cut into tokens in three ways: a character, a word or a byte is a token.

Each way has its list of tokens, and the place in that list is the token's id. Characters have the
list of Unicode, bytes the numbers 0 to 255; the words of a text are numbered as they come in it.
"""

from typing import NamedTuple

from embedcore.tokenizers import CodePoints
from embedcore.tokens import ByteTokenizer, visible

UNITS = ("characters", "words", "bytes")
LONGEST_LABEL = 12  # characters of a word
_BELOW = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class Cut(NamedTuple):
    """A text as tokens."""

    ids: list[int]
    labels: list[str]
    vocab_size: int
    parts: list[tuple[str, int]]  # what a reader sees as one, and of how many tokens it is


def cut(text: str, unit: str) -> Cut:
    """``text`` in tokens of one of ``UNITS``.

    >>> cut("cat dog cat", "words").ids
    [0, 1, 0]
    >>> cut("A猫", "bytes").labels
    ['A', '猫₁', '猫₂', '猫₃']
    """
    return {"characters": _characters, "words": _words, "bytes": _bytes}[unit](text)


def _characters(text: str) -> Cut:
    labels = list(map(visible, text))
    ids = CodePoints().encode(text)
    return Cut(ids, labels, CodePoints.vocab_size, [(label, 1) for label in labels])


def _words(text: str) -> Cut:
    words = text.split()
    places = {word: place for place, word in enumerate(dict.fromkeys(words))}
    labels = [_short(word) for word in words]
    ids = [places[word] for word in words]
    return Cut(ids, labels, len(places), [(label, 1) for label in labels])


def _short(word: str) -> str:
    return word if len(word) <= LONGEST_LABEL else f"{word[: LONGEST_LABEL - 1]}…"


def _bytes(text: str) -> Cut:
    """Of a character of several bytes, each byte has its number at the foot: 猫₁ 猫₂ 猫₃."""
    ids, labels, parts = [], [], []
    for char in text:
        own = ByteTokenizer().encode(char)
        ids += own
        parts.append((visible(char), len(own)))
        numbers = [str(n).translate(_BELOW) if len(own) > 1 else "" for n in range(1, len(own) + 1)]
        labels += [visible(char) + number for number in numbers]
    return Cut(ids, labels, ByteTokenizer.vocab_size, parts)
