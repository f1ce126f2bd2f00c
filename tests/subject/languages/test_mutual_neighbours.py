"""Mutual nearest neighbours, against scikit-learn, brute force and chance."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.neighbors import NearestNeighbors

from embedcore.languages.mutual_neighbours import (
    agreement,
    by_chance,
    neighbour_places,
    shared_neighbours,
)
from embedcore.languages.translations import our_pairs
from embedcore.words import load


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape)


def brute_force(first, second, k):
    """The measure as Huh et al. write it: the mean size of the common part of two sets, over k."""
    sets = []
    for vectors in (first, second):
        finder = NearestNeighbors(n_neighbors=k, metric="cosine").fit(vectors)
        sets.append([set(row) for row in finder.kneighbors(return_distance=False)])
    return np.mean([len(a & b) / k for a, b in zip(*sets, strict=True)])


def test_places_number_the_neighbours_from_the_nearest():
    vectors = np.array([[1, 0], [0.9, 0.1], [0, 1], [-1, 0]])
    assert neighbour_places(vectors).tolist() == [
        [4, 1, 2, 3],
        [1, 4, 2, 3],
        [2, 1, 4, 3],
        [3, 2, 1, 4],
    ]


@pytest.mark.parametrize("k", [1, 4, 17, 39])
def test_shared_neighbours_are_those_of_brute_force(k):
    first = normal(0, 40, 6)
    second = np.hstack([first[:, :4], normal(1, 40, 9)])
    places = neighbour_places(first), neighbour_places(second)
    assert shared_neighbours(*places, 39)[k - 1] == pytest.approx(brute_force(first, second, k))


def test_a_model_agrees_with_itself_turned_and_stretched():
    vectors = normal(2, 50, 5)
    turned = 7 * vectors @ np.linalg.qr(normal(3, 5, 5))[0]
    places = neighbour_places(vectors), neighbour_places(turned)
    np.testing.assert_array_equal(shared_neighbours(*places, 49), 1)


def test_all_neighbours_are_always_shared_and_strangers_share_what_chance_gives():
    found = agreement([normal(4, 120, 8), normal(5, 120, 30)], 119)
    assert found.shape == (1, 2, 20, 119)
    np.testing.assert_allclose(found[..., -1], 1)
    chance = by_chance(120, 119)
    assert chance[0] == 1 / 119
    for shown in found[0]:
        np.testing.assert_allclose(shown.mean(axis=0), chance, atol=0.02)


def test_every_two_models_are_compared_in_order():
    models = [normal(6, 60, 4), normal(7, 60, 4), normal(6, 60, 4)]
    found = agreement(models, 10, draws=2)
    assert found.shape == (3, 2, 2, 10)
    for place, (a, b) in enumerate(combinations(models, 2)):
        np.testing.assert_allclose(found[place, 0, 0, 9], brute_force(a, b, 10))
    np.testing.assert_array_equal(found[1, 0], 1)  # the first and the third are the same
    np.testing.assert_array_equal(agreement(models, 10, draws=2), found)


def test_two_tables_that_never_met_agree_far_more_than_chance():
    pairs = our_pairs()[::2]
    models = [
        load("glove").rows(pair.english for pair in pairs),
        load("chinese").rows(pair.chinese for pair in pairs),
    ]
    matched, shuffled = agreement(models, 10, draws=5)[0, ..., 9]
    assert 0.40 < matched.mean() < 0.55
    np.testing.assert_allclose(shuffled.mean(), 10 / 149, atol=0.02)
    assert matched.min() > shuffled.max()
