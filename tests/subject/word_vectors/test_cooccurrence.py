"""Counting pairs against a plain loop, PMI by hand, the SVD against numpy's."""

import math

import numpy as np
import pytest
from scipy import sparse

from embedcore.word_vectors.cooccurrence import (
    count_pairs,
    dot_products,
    frequent_pairs,
    pmi,
    positive,
    svd_vectors,
)
from embedcore.word_vectors.skipgram import SkipGramConfig, readings, train_skipgram
from embedcore.word_vectors.text_corpus import read_text

TEXT = "the king sat on a throne. the queen sat on a throne. a dog ran in the park. " * 40
CONFIG = SkipGramConfig(window=2, d_model=4, epochs=2)
COUNTS = sparse.csr_array(np.array([[0, 6, 2], [6, 0, 0], [2, 0, 4]]))


def test_counts_are_those_of_a_plain_loop():
    corpus = read_text(TEXT)
    expected = np.zeros((len(corpus.words),) * 2, dtype=int)
    for text in readings(corpus, CONFIG):
        ids, sentences = text.token_ids, text.sentences
        for place in range(len(ids)):
            for other in range(max(0, place - 2), min(len(ids), place + 3)):
                if other != place and sentences[other] == sentences[place]:
                    expected[ids[place], ids[other]] += 1
    counts = count_pairs(corpus, CONFIG)
    np.testing.assert_array_equal(counts.toarray(), expected)
    assert counts.sum() == train_skipgram(corpus, CONFIG).pairs


def test_pmi_by_hand():
    """Of 20 pairs: p(0, 1) = 6/20, p(0) = 8/20, p(1) = 6/20, and the ratio is 1 / 0.4."""
    found = pmi(COUNTS, np.array([8, 6, 6]) / 20).toarray()
    assert found[0, 1] == pytest.approx(math.log(1 / 0.4))
    assert found[0, 2] == pytest.approx(math.log((2 / 20) / (8 / 20 * 6 / 20)))
    assert found[2, 2] == pytest.approx(math.log((4 / 20) / (6 / 20 * 6 / 20)))
    np.testing.assert_allclose(found, found.T)


def test_pmi_against_another_chance():
    found = pmi(COUNTS, np.array([0.5, 0.25, 0.25])).toarray()
    assert found[0, 1] == pytest.approx(math.log((6 / 8) / 0.25))


def test_positive_leaves_out_what_is_below():
    shifted = positive(sparse.csr_array(np.array([[0.0, 2.0], [-1.0, 0.5]])), shift=0.5)
    np.testing.assert_allclose(shifted.toarray(), [[0, 1.5], [0, 0]])
    assert shifted.nnz == 1


def test_the_svd_is_numpys():
    random = np.random.default_rng(0)
    dense = random.normal(size=(30, 30)) * (random.random((30, 30)) < 0.5)
    dense = dense + dense.T
    found = svd_vectors(sparse.csr_array(dense), 30)
    left, values, _ = np.linalg.svd(dense)
    expected = left * np.sqrt(values)
    np.testing.assert_allclose(found @ found.T, expected @ expected.T, atol=1e-3)
    top = svd_vectors(sparse.csr_array(dense), 3)
    lengths = np.linalg.norm(top, axis=0)
    np.testing.assert_allclose(lengths, np.sqrt(values[:3]), rtol=0.05)
    assert svd_vectors(sparse.csr_array(dense), 100).shape == (30, 30)


def test_frequent_pairs_and_their_products():
    pairs = frequent_pairs(COUNTS, np.array([0.4, 0.3, 0.3]), least=4)
    assert sorted(zip(pairs.rows, pairs.columns, strict=True)) == [(0, 1), (1, 0), (2, 2)]
    assert sorted(pairs.counts) == [4, 6, 6]
    inputs, outputs = np.arange(6.0).reshape(3, 2), np.arange(6.0, 12).reshape(3, 2)
    for row, column, product in zip(
        pairs.rows, pairs.columns, dot_products(inputs, outputs, pairs), strict=True
    ):
        assert product == inputs[row] @ outputs[column]


def test_with_enough_dimensions_the_products_come_near_the_counts():
    """Levy and Goldberg's point, on a text so small that nothing but the frequent is in it."""
    corpus = read_text(TEXT * 5)
    config = SkipGramConfig(window=2, d_model=16, negatives=2, epochs=20)
    result, counts = train_skipgram(corpus, config), count_pairs(corpus, config)
    from embedcore.word_vectors.skipgram import noise_distribution

    pairs = frequent_pairs(counts, noise_distribution(corpus.counts), least=20)
    products = dot_products(result.inputs, result.outputs, pairs)
    theory = pairs.pmi - math.log(2)
    assert np.corrcoef(products, theory)[0, 1] > 0.9
