"""Text to token ids and back.

The simplest tokenizer there is: a token is one byte of the text's UTF-8 form, its id the byte's
value. Every text in every script can be written with these 256 ids, and none of the ids says
anything about what its token means.
"""

import unicodedata
from collections.abc import Iterable

import regex

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
HAN = r"\p{Han}"  # a Chinese character, as the package `regex` writes it: U+20BB7 is one, too
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and a symbol by category, nothing to see


class ByteTokenizer:
    """UTF-8 bytes as tokens.

    >>> ByteTokenizer().encode("A猫")
    [65, 231, 140, 171]
    >>> ByteTokenizer().decode([65, 231, 140, 171])
    'A猫'
    """

    vocab_size = 256

    def encode(self, text: str) -> list[int]:
        """The ids of ``text``, one a byte: each in 0 … 255.

        Raises ``UnicodeEncodeError`` for half a surrogate pair, which UTF-8 has no bytes for;
        ``repair`` replaces those.
        """
        return list(text.encode("utf-8"))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ``ids``; bytes that are not valid UTF-8 become U+FFFD.

        Raises ``ValueError`` naming the first id outside 0 … 255.
        """
        ids = list(ids)
        for token_id in ids:
            self._check(token_id)
        return bytes(ids).decode("utf-8", errors="replace")

    def label(self, token_id: int) -> str:
        """How to show one id to a reader: an ASCII character, ``␣`` for a space, else ``\\xe7``."""
        self._check(token_id)
        if token_id == 0x20:
            return "␣"
        return chr(token_id) if 0x21 <= token_id <= 0x7E else f"\\x{token_id:02x}"

    def _check(self, token_id: int) -> None:
        if not 0 <= token_id < self.vocab_size:
            raise ValueError(f"token id {token_id} is not in 0 … {self.vocab_size - 1}")


def repair(text: str) -> str:
    """``text`` with each half of a surrogate pair made U+FFFD, so that it has a UTF-8 form."""
    return "".join(REPLACEMENT if "\ud800" <= char <= "\udfff" else char for char in text)


def is_chinese(text: str) -> bool:
    """Whether ``text`` is of Chinese characters, one or several, and of nothing else.

    >>> [is_chinese(text) for text in ("猫", "𠮷㐂", "猫s", "の", "")]
    [True, True, False, False, False]
    """
    return _CHINESE.fullmatch(text) is not None


def has_chinese(text: str) -> bool:
    """Whether a Chinese character stands in ``text``."""
    return _A_CHINESE.search(text) is not None


_A_CHINESE, _CHINESE = regex.compile(HAN), regex.compile(f"{HAN}+")


def stands_alone(char: str) -> bool:
    """Whether one character can be seen without a neighbour.

    Marks, joiners, skin tones and the letters of which flags are made lean on the character
    beside them; spaces and control characters show nothing.
    """
    leans = "\U0001f1e6" <= char <= "\U0001f1ff" or "\U0001f3fb" <= char <= "\U0001f3ff"
    # L letters, N numbers, P punctuation, S symbols
    return unicodedata.category(char)[0] in "LNPS" and not leans and char not in BLANKS


def visible(char: str) -> str:
    """How to show one character to a reader: itself if it can be seen alone, else ``U+200D``."""
    if char == " ":
        return "␣"
    return char if stands_alone(char) else f"U+{ord(char):04X}"
