"""Cosines of random rows, against what is known of them."""

import math

import numpy as np
import pytest

from embedcore.noise import highest_by_chance, predicted_shares, predicted_spread, random_cosines

EDGES = np.linspace(-1, 1, 41)


@pytest.mark.parametrize("d_model", [2, 3, 8, 64, 512])
def test_the_spread_is_the_predicted_one(d_model):
    cosines = random_cosines(d_model)
    assert cosines.shape == (200 * 199 / 2,)
    assert cosines.std() == pytest.approx(predicted_spread(d_model), rel=0.03)
    assert predicted_spread(d_model) == pytest.approx(1 / math.sqrt(d_model))
    assert cosines.mean() == pytest.approx(0, abs=0.02)


@pytest.mark.parametrize("d_model", [2, 3, 8, 64])
def test_the_predicted_shares_have_the_predicted_spread(d_model):
    edges = np.linspace(-1, 1, 2_001)
    shares, middles = predicted_shares(d_model, edges), (edges[1:] + edges[:-1]) / 2
    assert shares.sum() == pytest.approx(1)
    assert math.sqrt((shares * middles**2).sum()) == pytest.approx(d_model**-0.5, rel=1e-3)


def test_two_dimensions_have_the_arcsine_law_and_three_are_even():
    arcsine = np.diff(1 - np.arccos(EDGES) / math.pi)
    np.testing.assert_allclose(predicted_shares(2, EDGES), arcsine, atol=1e-4)
    np.testing.assert_allclose(predicted_shares(3, EDGES), 1 / 40, atol=1e-4)


def test_many_dimensions_come_near_a_normal_curve():
    normal = np.diff([math.erf(edge * math.sqrt(400 / 2)) / 2 for edge in EDGES])
    np.testing.assert_allclose(predicted_shares(400, EDGES), normal, atol=2e-3)


@pytest.mark.parametrize("d_model", [2, 5, 16])
def test_the_measured_shares_are_the_predicted_ones(d_model):
    measured = np.histogram(random_cosines(d_model, seed=1), EDGES)[0] / 19_900
    np.testing.assert_allclose(measured, predicted_shares(d_model, EDGES), atol=0.01)


def test_the_highest_by_chance_is_about_what_random_rows_reach():
    rng = np.random.default_rng(0)
    best = []
    for _ in range(40):
        rows, one = rng.standard_normal((5_000, 50)), rng.standard_normal(50)
        best.append((rows @ one / np.linalg.norm(rows, axis=1) / np.linalg.norm(one)).max())
    assert highest_by_chance(5_000, 50) == pytest.approx(np.mean(best), rel=0.08)
    assert highest_by_chance(50_000, 50) > highest_by_chance(5_000, 50)


def test_the_seed_decides_the_rows(global_randomness):
    before = global_randomness()
    np.testing.assert_array_equal(random_cosines(8, 1), random_cosines(8, 1))
    assert not np.array_equal(random_cosines(8, 1), random_cosines(8, 2))
    assert global_randomness() == before
