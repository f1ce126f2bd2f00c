"""WordSim-353: its pairs, and how the vectors order them, against gensim."""

import numpy as np
import pytest

from embedcore.packages import package_file
from embedcore.samples import spearman
from embedcore.word_vectors.word_similarity import (
    Judged,
    cosines_of,
    known_pairs,
    load_judged,
    rank_gaps,
)
from embedcore.words import WordVectors, load


def test_the_set_has_its_353_pairs():
    judged = load_judged()
    assert len(judged.pairs) == len(judged.judgements) == 353
    known = dict(zip(judged.pairs, judged.judgements, strict=True))
    assert known["tiger", "cat"] == 7.35
    assert known["tiger", "tiger"] == 10
    assert known["king", "cabbage"] == 0.23
    assert all(word == word.lower() for pair in judged.pairs for word in pair)


def test_pairs_with_a_missing_word_are_left_out():
    vectors = np.array([[1, 0], [3, 4]], dtype=np.float32)
    table = WordVectors("small", ("a", "b"), vectors)
    judged = Judged((("a", "b"), ("a", "c"), ("b", "b")), np.array([3.0, 5.0, 9.0]))
    known = known_pairs(table, judged)
    assert known.pairs == (("a", "b"), ("b", "b"))
    assert known.judgements.tolist() == [3, 9]
    np.testing.assert_allclose(cosines_of(table, known.pairs), [0.6, 1], atol=1e-7)


def test_who_is_nearer_by_the_vectors_gains_places():
    gaps = rank_gaps(np.array([9.0, 5.0, 5.0, 1.0]), np.array([0.2, 0.9, 0.1, 0.2]))
    assert gaps.tolist() == [2.5 - 4, 4 - 2.5, 1 - 2.5, 2.5 - 1]


def test_glove_has_the_correlation_that_gensim_finds():
    models = pytest.importorskip("gensim.models")
    table = load("glove")
    known = known_pairs(table, load_judged())
    ours = spearman(known.judgements, cosines_of(table, known.pairs))
    needed = sorted({word for pair in known.pairs for word in pair})
    keyed = models.KeyedVectors(table.vectors.shape[1])
    keyed.add_vectors(needed, table.rows(needed))
    path = package_file("gensim", "gensim/test/test_data/wordsim353.tsv")
    _, theirs, missing = keyed.evaluate_word_pairs(str(path))
    assert ours == pytest.approx(theirs.statistic, abs=1e-6)
    assert missing == pytest.approx(100 * (353 - len(known.pairs)) / 353)
    assert ours == pytest.approx(0.52, abs=0.01)
