"""Texts made by rule, so small that word vectors form in seconds, in each language of the app.

A text of a few hundred real words is too short to learn from. Here a few patterns say which words
keep the same company, and thousands of sentences are drawn from them, as in the first examples of
most demonstrations of word2vec (Rong's wevi): what the vectors ought to find is known.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from embedcore.word_vectors.text_corpus import TextCorpus, read_text

SMALL_TEXTS = ("farm", "court", "opposites")
SENTENCES = 1_200
_FILE = Path(__file__).parent / "data" / "small_texts.toml"


class SmallText(NamedTuple):
    """The rule of a text, and what to look for in its vectors."""

    kinds: dict[str, tuple[str, ...]]  # words that stand in for one another
    patterns: tuple[str, ...]  # of sentences, with {kind} for a word of a kind
    watched: str  # words whose neighbours show the rule
    sum: tuple[str, ...] = ()  # three words, start - minus + plus, whose answer is known
    found: str = ""  # that answer


def small_text(name: str, language: str) -> SmallText:
    """One of ``SMALL_TEXTS``, in English for a language that has none of its own."""
    rule = _rules()[name].get(language) or _rules()[name]["en"]
    return SmallText(
        {kind: tuple(words) for kind, words in rule["kinds"].items()},
        tuple(rule["rules"]["patterns"]),
        rule["watched"],
        tuple(rule.get("sum", ())),
        rule.get("found", ""),
    )


def drawn_sentences(text: SmallText, count: int = SENTENCES, seed: int = 0) -> list[str]:
    """``count`` sentences: each of a pattern drawn at random, with words drawn at random.

    >>> drawn_sentences(SmallText({"pet": ("cat",)}, ("a {pet} sleeps",), ""), count=2)
    ['a cat sleeps', 'a cat sleeps']
    """
    random = np.random.default_rng(seed)
    patterns = random.choice(text.patterns, count)
    return [
        pattern.format(**{kind: random.choice(words) for kind, words in text.kinds.items()})
        for pattern in patterns
    ]


@cache
def small_corpus(name: str, language: str) -> TextCorpus:
    """The sentences of that text, read."""
    return read_text(". ".join(drawn_sentences(small_text(name, language))))


@cache
def _rules() -> dict:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))
