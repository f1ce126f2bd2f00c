"""Is a near id a near meaning? |id - id| against the cosine of real word vectors.

An id is a place in a list. The test: draw pairs of words, and ask whether pairs that stand near in
the list are nearer in meaning than others. If an id meant nothing at all, the correlation would be
that of ids dealt out at random.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from embedcore import tokenizers
from embedcore.samples import spearman
from embedcore.tokens import is_chinese
from embedcore.words import WordVectors

ROW = "row"  # the id of a word is its row in the table of vectors
PAIRS, DRAWS = 4_000, 8
# Tables hold words of other scripts, numbers and signs too: only the words of its own count.
OWN_SCRIPT = {"glove": re.compile("[a-z]+").fullmatch, "chinese": is_chinese}


class WordIds(NamedTuple):
    """The words of a table that have an id, in the order of their ids."""

    rows: np.ndarray  # in the table: [words]
    ids: np.ndarray  # [words]


class NearIds(NamedTuple):
    """What ``DRAWS`` draws of ``PAIRS`` pairs of words came to."""

    words: int  # to draw from
    gaps: np.ndarray  # |id - id|: [draws, pairs]
    cosines: np.ndarray  # of the same pairs: [draws, pairs]
    correlations: np.ndarray  # Spearman's, of gap and cosine: [draws]
    dealt_at_random: np.ndarray  # the same with each word given another word's id: [draws]
    neighbours: float  # the mean cosine of words that stand side by side in the list
    frequency: float  # Spearman's, of the ids with the words' places by frequency


class OwnPair(NamedTuple):
    """A pair of the visitor's: its ids, and the cosine of its vectors."""

    first: str
    second: str
    first_id: int
    second_id: int
    cosine: float

    @property
    def gap(self) -> int:
        return abs(self.first_id - self.second_id)


def word_ids(table: WordVectors, id_name: str, space: bool = False) -> WordIds:
    """The words of the table's own script whose id is a single number.

    ``id_name`` is ``ROW`` or the name of a tokenizer, for which a word must be one token: alone, or
    with the ``space`` before it that it has in the middle of a sentence (another token).
    """
    in_script = OWN_SCRIPT[table.name]
    rows = np.array([row for row, word in enumerate(table.words) if in_script(word)])
    if id_name == ROW:
        return WordIds(rows, rows)
    tokenizer = tokenizers.load(id_name)
    before = " " if space else ""
    tokens = [tokenizer.encode(before + table.words[row]) for row in rows]
    single = np.array([len(ids) == 1 for ids in tokens])
    ids = np.array([ids[0] for ids in tokens])[single]
    order = np.argsort(ids)
    return WordIds(rows[single][order], ids[order])


def near_ids(
    table: WordVectors, id_name: str, space: bool = False, pairs: int = PAIRS, draws: int = DRAWS
) -> NearIds:
    """Draw pairs of different words, and correlate the gap of their ids with their cosine.

    The ids are those of ``word_ids``; the same call draws the same pairs.
    """
    rows, ids = word_ids(table, id_name, space)
    rng = np.random.default_rng(0)
    first = rng.integers(len(rows), size=(draws, pairs))
    second = (first + rng.integers(1, len(rows), size=(draws, pairs))) % len(rows)
    cosines = np.array(
        [_cosines(table, rows[a], rows[b]) for a, b in zip(first, second, strict=True)]
    )
    gaps = np.abs(ids[first] - ids[second])
    other = [rng.permutation(ids) for _ in range(draws)]
    other_gaps = [np.abs(i[a] - i[b]) for i, a, b in zip(other, first, second, strict=True)]
    return NearIds(
        words=len(rows),
        gaps=gaps,
        cosines=cosines,
        correlations=np.array(list(map(spearman, gaps, cosines))),
        dealt_at_random=np.array(list(map(spearman, other_gaps, cosines))),
        neighbours=float(_cosines(table, rows[1:], rows[:-1]).mean()),
        frequency=spearman(ids, rows),
    )


def _cosines(table: WordVectors, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Of pairs of rows; some thousand at a time, as copies of all rows would swell the server."""
    parts = len(first) // PAIRS + 1
    pairs = zip(np.array_split(first, parts), np.array_split(second, parts), strict=True)
    dots = [np.einsum("pd,pd->p", table.vectors[a], table.vectors[b]) for a, b in pairs]
    return np.concatenate(dots) / (table.lengths[first] * table.lengths[second])


def own_pairs(
    table: WordVectors, id_name: str, space: bool, sets: Iterable[Sequence[str]]
) -> tuple[list[OwnPair], list[str], list[str]]:
    """All pairs within each set of words; then the words without a vector, and without one id.

    A table of lower-case words is asked for ``Monday`` as ``monday``; the id is of what was typed
    (with the ``space`` of ``word_ids`` before it).
    """
    found, no_vector, no_id = [], [], []
    before = " " if space else ""
    for words in sets:
        known = {}
        for word in dict.fromkeys(words):
            row = table.index.get(word, table.index.get(word.lower()))
            ids = [row] if id_name == ROW else tokenizers.load(id_name).encode(before + word)
            if row is None:
                no_vector.append(word)
            elif len(ids) > 1:
                no_id.append(word)
            else:
                known[word] = (row, ids[0])
        for first, second in combinations(known, 2):
            (a, first_id), (b, second_id) = known[first], known[second]
            (cosine,) = _cosines(table, np.array([a]), np.array([b])).tolist()
            found.append(OwnPair(first, second, first_id, second_id, cosine))
    return found, list(dict.fromkeys(no_vector)), list(dict.fromkeys(no_id))
