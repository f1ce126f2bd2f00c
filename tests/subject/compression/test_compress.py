"""Fewer numbers: PCA against scikit-learn, neighbours against brute force, what survives."""

import numpy as np
import pytest
from sklearn.decomposition import PCA

from embedcore.analogy_questions import known_questions, load_sections
from embedcore.compression.compress import (
    centred,
    kept_neighbours,
    nearest_rows,
    survival,
)
from embedcore.compression.random_projection import project_randomly
from embedcore.geometry import cosine_matrix, principal_axes
from embedcore.words import load

NO_QUESTIONS = np.empty((0, 4), dtype=int)


@pytest.fixture
def vectors():
    rng = np.random.default_rng(0)
    return (rng.standard_normal((300, 6)) * [9, 5, 3, 2, 1, 0.5] + 4).astype(np.float32)


def quiet(done, steps):
    assert 0 < done <= steps


def test_the_axes_are_those_of_scikit_learn(vectors):
    axes, spread = principal_axes(centred(vectors))
    expected = PCA().fit(vectors)
    np.testing.assert_allclose(spread, expected.explained_variance_ratio_, rtol=1e-4)
    cosines = (axes.T * expected.components_).sum(axis=1)
    np.testing.assert_allclose(np.abs(cosines), 1, atol=1e-4)
    np.testing.assert_allclose(axes.T @ axes, np.eye(6), atol=1e-5)


def brute_nearest(vectors, row, k):
    cosines = cosine_matrix(vectors)[row]
    cosines[row] = -2
    return set(np.argsort(-cosines)[:k].tolist())


def test_nearest_rows_and_what_is_kept_of_them_by_brute_force(vectors):
    rows = np.arange(0, 300, 2)  # more than a block
    nearest = nearest_rows(vectors, rows, 7)
    assert nearest.shape == (150, 7)
    for row, found in zip(rows, nearest, strict=True):
        assert set(found.tolist()) == brute_nearest(vectors, row, 7)
    reduced = project_randomly(vectors, 3, seed=0)
    shared = [
        len(set(found.tolist()) & brute_nearest(reduced, row, 7))
        for row, found in zip(rows, nearest, strict=True)
    ]
    assert kept_neighbours(nearest, reduced, rows) == pytest.approx(np.mean(shared) / 7)
    assert kept_neighbours(nearest, vectors, rows) == 1
    assert kept_neighbours(nearest, vectors * 3, rows) == 1


def test_a_row_of_zeros_is_near_to_nothing(vectors):
    vectors[5] = 0
    assert 5 not in nearest_rows(vectors, np.array([7]), 3)


def test_pca_keeps_all_at_full_width_and_random_projection_does_not(vectors):
    rows = np.arange(100)
    found = survival(vectors, rows, NO_QUESTIONS, (2, 4, 6), 3, quiet)
    assert found.kept_pca[-1] == 1
    assert (np.diff(found.kept_pca) > 0).all()
    assert found.kept_random.shape == (3, 3)
    assert (found.kept_random[:, -1] < 1).all()
    assert (found.kept_pca[1:] > found.kept_random[:, 1:].mean(axis=0)).all()
    assert found.variance[-1] == pytest.approx(1)
    assert np.isnan(found.right_before)
    assert np.isnan(found.right_pca).all()
    reduced = project_randomly(centred(vectors), 4, seed=1)
    nearest = nearest_rows(centred(vectors), rows)
    assert found.kept_random[1, 1] == kept_neighbours(nearest, reduced, rows)


def test_analogies_made_of_the_widest_direction_survive_in_it():
    """A square of four words per family: the two steps lie in the first two axes, noise beyond."""
    rng = np.random.default_rng(1)
    square = np.array([[-9, -4], [-9, 4], [9, -4], [9, 4]])
    words = np.concatenate([square, rng.uniform(-2, 2, (50, 2))])
    vectors = np.column_stack([words, 0.01 * rng.standard_normal((54, 4))])
    found = survival(vectors, np.arange(4), np.array([[0, 1, 2, 3]]), (1, 2, 6), 2, quiet)
    assert found.right_before == found.right_pca[1] == found.right_pca[2] == 1
    assert found.right_random.shape == (2, 3)


def test_of_the_real_table_pca_keeps_more_than_chance_and_less_than_all():
    table = load("glove")
    known = known_questions(table, load_sections()).rows[::200]
    found = survival(table.vectors, np.arange(500, 5_000, 150), known, (2, 20), 1, quiet)
    assert found.kept_pca[0] < 0.05  # a flat map
    assert 0.3 < found.kept_pca[1] < 0.6
    assert found.kept_random[0, 1] < found.kept_pca[1]
    assert 0.4 < found.right_before < 0.6
    assert found.right_pca[0] < 0.05 < found.right_pca[1] < found.right_before
