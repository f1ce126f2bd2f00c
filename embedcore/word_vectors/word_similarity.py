"""WordSim-353: how near two words are in meaning, as people say and as the vectors say.

353 pairs of English words, each judged by 13 to 16 people from 0 to 10 (Finkelstein et al. 2001,
"Placing search in context"). The package ``gensim`` (LGPL 2.1) ships the file; nothing of it is
imported.
"""

from typing import NamedTuple

import numpy as np

from embedcore.geometry import unit_rows
from embedcore.packages import package_file
from embedcore.words import WordVectors


class Judged(NamedTuple):
    """Pairs of words with the mean of what people said of them."""

    pairs: tuple[tuple[str, str], ...]
    judgements: np.ndarray  # 0 unrelated … 10 the same: [pairs]


def load_judged() -> Judged:
    """All pairs, in lower case and in the order of the file.

    Raises ``MissingPackageError`` where the package is not installed.
    """
    path = package_file("gensim", "gensim/test/test_data/wordsim353.tsv")
    lines = path.read_text(encoding="utf-8").lower().splitlines()
    cells = [line.split("\t") for line in lines if not line.startswith("#")]
    judgements = np.array([float(judgement) for *_, judgement in cells])
    return Judged(tuple((first, second) for first, second, _ in cells), judgements)


def known_pairs(table: WordVectors, judged: Judged) -> Judged:
    """Those pairs of which the table has both words."""
    known = [all(word in table.index for word in pair) for pair in judged.pairs]
    pairs = tuple(pair for pair, both in zip(judged.pairs, known, strict=True) if both)
    return Judged(pairs, judged.judgements[known])


def cosines_of(table: WordVectors, pairs: tuple[tuple[str, str], ...]) -> np.ndarray:
    """The cosine of the two words of each pair: ``[pairs]``; 0 where a row is of zeros."""
    first, second = (unit_rows(table.rows(words)) for words in zip(*pairs, strict=True))
    return np.einsum("pd,pd->p", first, second)


def rank_gaps(judgements: np.ndarray, cosines: np.ndarray) -> np.ndarray:
    """How many places nearer the vectors put each pair than people do: ``[pairs]``.

    Pairs that are as near share the mean of their places.
    """
    from scipy.stats import rankdata  # here, as it takes a second to import

    return rankdata(cosines) - rankdata(judgements)
