"""Near and far, held to scikit-learn and to arithmetic on paper."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from sklearn.decomposition import PCA
from sklearn.metrics.pairwise import cosine_similarity
from sklearn.neighbors import NearestNeighbors

from embedcore.geometry import (
    cosine_matrix,
    group_similarity,
    highest,
    neighbours,
    principal_axes,
    unit_rows,
)

SIDES = st.tuples(st.integers(1, 9), st.integers(1, 9))
WHOLE = arrays(np.float64, SIDES, elements=st.integers(-9, 9))  # [n, d], zero rows among them
SCALES = st.lists(st.sampled_from([0.0, 1e-9, 1.0, 1e30]), min_size=9, max_size=9)


@given(WHOLE, SCALES)
def test_cosines_are_those_of_scikit_learn(vectors, scales):
    vectors = vectors * np.array(scales)[: len(vectors), None]
    np.testing.assert_allclose(cosine_matrix(vectors), cosine_similarity(vectors), atol=1e-12)


@given(WHOLE)
def test_cosines_are_never_beyond_one(vectors):
    assert np.abs(cosine_matrix(vectors)).max() <= 1


@pytest.mark.parametrize("scale", [1e-300, 1e300])
def test_length_does_not_count_even_where_its_square_is_no_number(scale):
    vectors = np.array([[1.0, 2.0], [-2.0, 1.0], [3.0, 4.0]])
    np.testing.assert_allclose(cosine_matrix(vectors * scale), cosine_matrix(vectors), atol=1e-15)


def test_a_row_of_zeros_has_no_direction():
    assert cosine_matrix([[0, 0], [1, 2]])[0].tolist() == [0, 0]


def test_likeness_is_the_mean_over_pairs():
    a, b, c = (1, 0), (3, 4), (-2, 0)  # cos(a, b) = .6, cos(a, c) = -1, cos(b, c) = -.6
    within, across = group_similarity(np.array([a, b, c]), np.array([0, 0, 1]))
    assert within == pytest.approx(0.6)
    assert across == pytest.approx(-0.8)


def test_a_large_group_counts_by_its_pairs():
    vectors = np.array([(1, 0), (1, 0), (0, 1), (1, 0), (-1, 0)])
    within, _ = group_similarity(vectors, [0, 0, 0, 1, 1])  # pairs: 1, 0, 0 and -1
    assert within == pytest.approx(0)


def test_a_single_group_has_nothing_across():
    within, across = group_similarity(np.eye(3), [0, 0, 0])
    assert within == 0
    assert math.isnan(across)


def test_groups_of_one_have_nothing_within():
    within, across = group_similarity(np.eye(3), [0, 1, 2])
    assert math.isnan(within)
    assert across == 0


def test_a_unit_row_keeps_its_direction_and_a_row_of_zeros_its_place():
    rows = np.array([[3.0, 4], [0, 0], [0, -0.5]])
    np.testing.assert_allclose(unit_rows(rows), [[0.6, 0.8], [0, 0], [0, -1]])
    batch = np.stack([rows, 2 * rows])
    np.testing.assert_allclose(unit_rows(batch), np.stack([unit_rows(rows)] * 2))
    assert unit_rows(rows.astype(np.float32)).dtype == np.float32


@given(
    st.lists(st.integers(-9, 9), min_size=1, max_size=20, unique=True).flatmap(
        lambda scores: st.tuples(st.just(scores), st.integers(0, len(scores)))
    )
)
def test_the_highest_come_first(scores_and_k):
    scores, k = scores_and_k
    expected = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)[:k]
    assert highest(np.array(scores), k).tolist() == expected
    both = np.array([scores, scores[::-1]])
    assert highest(both, k)[0].tolist() == expected
    assert highest(both, k)[1].tolist() == [len(scores) - 1 - place for place in expected]


def test_principal_axes_are_those_of_scikit_learn_signs_included():
    vectors = np.random.default_rng(0).normal(size=(200, 5)) * [1, 5, 3, 0.5, 2]
    axes, shares = principal_axes(vectors - vectors.mean(axis=0))
    expected = PCA().fit(vectors)
    np.testing.assert_allclose(axes.T, expected.components_, atol=1e-10)
    np.testing.assert_allclose(shares, expected.explained_variance_ratio_)


def test_neighbours_are_those_of_scikit_learn():
    vectors = np.random.default_rng(0).normal(size=(60, 5))
    reference = NearestNeighbors(n_neighbors=7).fit(vectors).kneighbors(return_distance=False)
    np.testing.assert_array_equal(neighbours(vectors, 7), reference)


def test_a_tie_goes_to_the_lower_index():
    vectors = np.random.default_rng(0).integers(3, size=(60, 2))  # nine places for sixty rows
    squares = ((vectors[:, None] - vectors[None]) ** 2).sum(axis=2).tolist()
    for row, found in enumerate(neighbours(vectors, 20).tolist()):
        others = [other for other in range(60) if other != row]
        assert found == sorted(others, key=lambda other: (squares[row][other], other))[:20]


@pytest.mark.parametrize("k", [-1, 0, 3])
def test_a_number_of_neighbours_that_there_are_not_is_refused(k):
    with pytest.raises(ValueError, match=f"k is {k}, but must be in 1 … 2"):
        neighbours(np.eye(3), k)


def test_neighbours_take_memory_for_pairs_and_not_for_every_number_of_every_pair():
    vectors = np.zeros((800, 64))
    tracemalloc.start()
    neighbours(vectors, 5)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 5 * 800 * 800 * 8  # bytes; 64 times 800 x 800 numbers would be 328 MB
