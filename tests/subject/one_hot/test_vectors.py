"""One-hot vectors: a dimension a token, and every two tokens equally far apart."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.metrics.pairwise import euclidean_distances

from embedcore.embedding import Embedding
from embedcore.one_hot.vectors import (
    id_gaps,
    one_hot,
    one_hot_bytes,
    pairwise_distances,
    row_bytes,
    sparse_bytes,
)

IDS = st.lists(st.integers(0, 299), min_size=1, max_size=12)


@given(IDS)
def test_one_hot_times_a_table_is_the_rows_of_the_table(ids):
    table = np.random.default_rng(0).normal(size=(300, 7)).astype(np.float32)
    np.testing.assert_array_equal(one_hot(ids, 300) @ table, table[ids])


@given(IDS)
def test_each_vector_is_a_one_among_zeros(ids):
    assert [np.flatnonzero(row).tolist() for row in one_hot(ids, 300)] == [[i] for i in ids]
    assert set(np.unique(one_hot(ids, 300))) == {0, 1}


@given(IDS)
def test_any_two_different_tokens_are_exactly_the_root_of_two_apart(ids):
    expected = [[0.0 if a == b else math.sqrt(2) for b in ids] for a in ids]
    np.testing.assert_array_equal(pairwise_distances(one_hot(ids, 300)), expected)


def test_distances_are_those_of_scikit_learn():
    vectors = np.random.default_rng(1).normal(size=(20, 5))
    np.testing.assert_allclose(
        pairwise_distances(vectors), euclidean_distances(vectors), rtol=0, atol=1e-7
    )


def test_no_tokens_have_no_vectors_and_no_distances():
    assert one_hot([], 256).shape == (0, 256)
    assert pairwise_distances(one_hot([], 256)).shape == (0, 0)


@pytest.mark.parametrize("outside", [-1, 256, 10**30])
def test_an_id_outside_the_vocabulary_is_named(outside):
    with pytest.raises(IndexError, match=f"token id {outside} is not in 0 … 255"):
        one_hot([3, outside], 256)


def test_id_gaps_are_the_differences_of_the_numbers():
    assert id_gaps([97, 98, 65]).tolist() == [[0, 1, 32], [1, 0, 33], [32, 33, 0]]


def test_bytes_are_those_that_the_arrays_take():
    assert one_hot_bytes(256) == one_hot([5], 256).nbytes
    assert one_hot_bytes(256, 3) == one_hot([5, 5, 7], 256).nbytes
    assert row_bytes(8) == Embedding(256, 8)(5).detach().numpy().nbytes
    assert row_bytes(8, 2) == Embedding(256, 8)([5, 9]).detach().numpy().nbytes
    sparse = csr_matrix(one_hot([5, 5, 7], 256))
    assert sparse_bytes(3) == sparse.data.nbytes + sparse.indices.nbytes


def test_bytes_of_a_sentence_by_hand():
    assert one_hot_bytes(50_257, 1_024) == 205_852_672  # 1,024 * 50,257 * 4
    assert row_bytes(768, 1_024) == 3_145_728
    assert row_bytes(768, 50_257) == 154_389_504  # GPT-2's whole table
    assert (sparse_bytes(), sparse_bytes(1_024)) == (8, 8_192)
