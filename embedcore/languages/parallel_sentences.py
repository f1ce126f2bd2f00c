"""Sentences of the same meaning in English and in Chinese, written for this app, and their tokens.

What a tokenizer charges for a script is its premium: the tokens of a sentence in one language for
each token of the same sentence in another (Petrov et al. 2023, "Language Model Tokenizers
Introduce Unfairness Between Languages").
"""

import csv
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from embedcore import tokenizers
from embedcore.tokens import is_chinese

# Three vocabularies in the order of their years, and none at all.
TOKENIZERS = ("gpt2", "cl100k", "o200k", "bytes")
_FILE = Path(__file__).parent / "data" / "parallel_sentences.tsv"


class SentencePair(NamedTuple):
    """One meaning in two languages."""

    english: str
    chinese: str


@cache
def sentence_pairs() -> tuple[SentencePair, ...]:
    """All pairs of the file."""
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return tuple(SentencePair(row["en"], row["zh"]) for row in rows)


def count_tokens(pairs: Sequence[SentencePair]) -> np.ndarray:
    """How many tokens each sentence takes: int ``[tokenizers, pairs, 2]``, in their orders.

    Raises ``MissingPackageError`` where a vocabulary is not installed.
    """
    loaded = [tokenizers.load(name) for name in TOKENIZERS]
    counts = [[[len(each.encode(text)) for text in pair] for pair in pairs] for each in loaded]
    return np.array(counts).reshape(len(TOKENIZERS), len(pairs), 2)


def count_characters(pairs: Sequence[SentencePair]) -> np.ndarray:
    """How many characters (code points) each sentence has: int ``[pairs, 2]``."""
    return np.array([[len(text) for text in pair] for pair in pairs]).reshape(len(pairs), 2)


def chinese_tokens(name: str) -> int:
    """How many tokens of a vocabulary are Chinese characters only, one or several.

    >>> chinese_tokens("bytes")
    0
    """
    tokenizer = tokenizers.load(name)
    return sum(_is_all_chinese(tokenizer, token_id) for token_id in range(tokenizer.vocab_size))


def _is_all_chinese(tokenizer: tokenizers.Tokenizer, token_id: int) -> bool:
    try:
        token = tokenizer.token_bytes(token_id).removeprefix(b" ")
        may_be = token > b"\xe2"  # quicker: most tokens are plain ASCII
        return may_be and is_chinese(token.decode("utf-8"))
    except ValueError:  # an id without a token, or a part of a character
        return False


def premium(counts: np.ndarray) -> np.ndarray:
    """Tokens in Chinese for each in English: ``[…, 2]`` to ``[…]``."""
    return counts[..., 1] / counts[..., 0]
