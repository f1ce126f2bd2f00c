"""WordSim-353 and the correlation of ranks, against scipy and gensim."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from embedcore.packages import package_file
from embedcore.word_vectors.word_similarity import (
    Judged,
    cosines_of,
    known_pairs,
    load_judged,
    rank_correlation,
    ranks,
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


values = st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 1)), min_size=3, max_size=30)


@given(values)
def test_ranks_and_their_correlation_are_those_of_scipy(pairs):
    first, second = (np.array(column, dtype=float) for column in zip(*pairs, strict=True))
    for column in (first, second):
        np.testing.assert_array_equal(ranks(column), stats.rankdata(column))
    if len(set(first)) > 1 and len(set(second)) > 1:
        expected = stats.spearmanr(first, second).statistic
        assert rank_correlation(first, second) == pytest.approx(expected, abs=1e-12)


def test_only_the_order_counts():
    values = np.array([0.1, 0.5, 0.2, 0.9])
    assert rank_correlation(values, np.exp(9 * values)) == pytest.approx(1)
    assert rank_correlation(values, -(values**3)) == pytest.approx(-1)


def test_glove_has_the_correlation_that_gensim_finds():
    models = pytest.importorskip("gensim.models")
    table = load("glove")
    known = known_pairs(table, load_judged())
    ours = rank_correlation(known.judgements, cosines_of(table, known.pairs))
    needed = sorted({word for pair in known.pairs for word in pair})
    keyed = models.KeyedVectors(table.vectors.shape[1])
    keyed.add_vectors(needed, table.rows(needed))
    path = package_file("gensim", "gensim/test/test_data/wordsim353.tsv")
    _, spearman, missing = keyed.evaluate_word_pairs(str(path))
    assert ours == pytest.approx(spearman.statistic, abs=1e-6)
    assert missing == pytest.approx(100 * (353 - len(known.pairs)) / 353)
    assert ours == pytest.approx(0.52, abs=0.01)
