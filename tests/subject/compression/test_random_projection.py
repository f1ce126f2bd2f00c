"""Random projection: against scikit-learn, distances by hand, and the laws of chance."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from scipy.stats import chi2
from sklearn.random_projection import johnson_lindenstrauss_min_dim

from embedcore.compression.random_projection import (
    EDGES,
    MARKS,
    chance_shares,
    chance_worst,
    distortion,
    one_hot_distortion,
    project_randomly,
    promised_dimensions,
    promised_distortion,
    random_matrix,
)

WIDTHS = (2, 5, 16, 64)


@pytest.mark.parametrize("points", [2, 100, 1_000, 50_000, 10**9])
@pytest.mark.parametrize("eps", [0.01, 0.1, 0.39, 0.5, 0.99])
def test_the_promise_is_that_of_scikit_learn(points, eps):
    assert promised_dimensions(points, eps) == johnson_lindenstrauss_min_dim(points, eps=eps)


@pytest.mark.parametrize("points", [2, 1_000, 50_000])
@pytest.mark.parametrize("eps", [0.05, 0.2, 0.39, 0.8])
def test_the_inverse_undoes_it(points, eps):
    width = promised_dimensions(points, eps)
    found = promised_distortion(points, width)
    assert found >= eps  # the width was rounded down
    assert promised_distortion(points, width + 1) <= eps


def test_768_numbers_promise_39_per_cent_of_50_000_points_and_few_promise_nothing():
    assert promised_distortion(50_000, 768) == pytest.approx(0.39, abs=0.005)
    least = int(np.ceil(24 * np.log(50_000)))
    assert least == 260
    assert promised_distortion(50_000, least) == pytest.approx(1, abs=0.05)
    assert promised_distortion(50_000, least - 1) is None
    assert promised_distortion(50_000, 50) is None


def test_a_projected_one_hot_vector_is_a_row_of_the_matrix():
    matrix = random_matrix(30, 7, seed=3)
    np.testing.assert_allclose(
        project_randomly(np.eye(30), 7, seed=3), matrix / np.sqrt(7), rtol=1e-6
    )


def by_hand(vectors, projected):
    """The relative change of every squared distance, in rising order."""
    return np.sort(pdist(projected.astype(float)) ** 2 / pdist(vectors.astype(float)) ** 2 - 1)


def test_one_hot_changes_are_those_of_the_whole_vectors():
    found = one_hot_distortion(40, WIDTHS, seed=1)
    assert found.pairs == 40 * 39 / 2
    matrix = random_matrix(40, WIDTHS[-1], seed=1)
    for place, width in enumerate(WIDTHS):
        changes = by_hand(np.eye(40), np.eye(40) @ matrix[:, :width] / np.sqrt(width))
        quantiles = np.quantile(changes, MARKS, method="nearest")
        np.testing.assert_allclose(found.marks[place], quantiles, atol=2e-3)
        inside = ((changes >= -1) & (changes < 2)).mean()
        assert found.shares[place].sum() == pytest.approx(inside, abs=0.005)


@pytest.mark.parametrize("far", [0, 100])
def test_changes_of_real_vectors_are_those_of_all_differences(far):
    vectors = np.random.default_rng(0).standard_normal((30, 8)).astype(np.float32) + far
    found = distortion(vectors, WIDTHS, seed=2)
    matrix = random_matrix(8, WIDTHS[-1], seed=2)
    for place, width in enumerate(WIDTHS):
        changes = by_hand(vectors, (vectors - far) @ matrix[:, :width] / np.sqrt(width))
        quantiles = np.quantile(changes, MARKS, method="nearest")
        np.testing.assert_allclose(found.marks[place], quantiles, atol=2e-2 if far else 1e-3)
        singular = np.linalg.svd(matrix[:, :width], compute_uv=False) ** 2 / width - 1
        least = -1 if width < 8 else singular[-1]
        np.testing.assert_allclose(found.limits[place], [least, singular[0]], atol=1e-4)
        assert found.limits[place, 0] <= found.marks[place, 0] + 1e-4
        assert found.marks[place, -1] <= found.limits[place, 1] + 1e-4


def test_twins_have_no_distance_to_change():
    found = distortion(np.array([[1, 0], [1, 0], [0, 2]]), (2,), seed=0)
    assert found.pairs == 2
    assert np.isfinite(found.marks).all()


@pytest.mark.parametrize("width", WIDTHS)
def test_chance_is_the_chi_square_law(width):
    law = chi2(width, scale=1 / width)
    np.testing.assert_allclose(chance_shares(width), np.diff(law.cdf(1 + EDGES)), atol=1e-12)
    low, high = chance_worst(width, 1e9)
    np.testing.assert_allclose([low, high], [law.ppf(1e-9) - 1, law.isf(1e-9) - 1], rtol=1e-6)


def test_measured_shares_and_worst_pairs_are_those_of_chance():
    runs = [one_hot_distortion(400, (50,), seed) for seed in range(6)]
    shares = np.mean([run.shares[0] for run in runs], axis=0)
    np.testing.assert_allclose(shares, chance_shares(50), atol=2e-3)
    worst = np.mean([run.marks[0, [0, -1]] for run in runs], axis=0)
    np.testing.assert_allclose(worst, chance_worst(50, runs[0].pairs), rtol=0.12)


def test_the_seed_decides(global_randomness):
    before = global_randomness()
    first, again, other = (one_hot_distortion(20, (4,), seed) for seed in (0, 0, 1))
    np.testing.assert_array_equal(first.marks, again.marks)
    assert not np.array_equal(first.marks, other.marks)
    assert global_randomness() == before
