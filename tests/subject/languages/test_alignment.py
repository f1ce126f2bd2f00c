"""The rotation between two spaces, against scipy, scikit-learn, hand arithmetic and real words."""

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes
from scipy.stats import ortho_group
from sklearn.decomposition import PCA

from embedcore.languages.alignment import (
    ENOUGH,
    HELD_OUT,
    MOST_ANCHORS,
    PairSplit,
    Spaces,
    comparable,
    curve,
    learned,
    nearest,
    nearest_is_right,
    place_of,
    rotation,
    shares,
    splits,
    splits_of_own,
)
from embedcore.languages.clouds import on_one_plane, spread_out
from embedcore.languages.translations import our_pairs
from embedcore.words import load

ANCHORS = (0, 10, 25, 50, 100, 150)


def normal(seed, *shape):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def unit(vectors):
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


# Making two tables comparable


def test_a_table_is_centred_reduced_and_of_unit_length():
    vectors = normal(0, 300, 8) * np.arange(1, 9, dtype=np.float32) + 5
    made = comparable(vectors, 3)
    expected = unit(PCA(3, svd_solver="full").fit_transform(vectors))
    np.testing.assert_allclose(abs(made), abs(expected), atol=1e-4)
    assert made.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1, atol=1e-6)


def test_an_axis_has_the_same_sign_whatever_the_order_of_the_rows():
    vectors = normal(1, 200, 6) * np.arange(1, 7, dtype=np.float32)
    order = np.random.default_rng(0).permutation(200)
    np.testing.assert_allclose(
        comparable(vectors[order], 4), comparable(vectors, 4)[order], atol=1e-4
    )


def test_a_row_that_is_the_mean_stays_without_a_direction():
    vectors = np.array([[1, 0], [-1, 0], [0, 2], [0, -2], [0, 0]], dtype=np.float32)
    assert comparable(vectors, 2)[-1].tolist() == [0, 0]
    assert comparable(vectors, 2)[2].tolist() == [1, 0]  # the widest axis comes first


# The rotation


def test_a_hidden_rotation_is_found_again():
    source, hidden = normal(2, 60, 10), ortho_group.rvs(10, random_state=0)
    found = rotation(source, (source @ hidden).astype(np.float32))
    np.testing.assert_allclose(found, hidden, atol=1e-5)


@pytest.mark.parametrize("seed", range(3))
def test_it_is_the_one_of_scipy(seed):
    source, target = normal(seed, 40, 7), normal(seed + 10, 40, 7)
    expected, _ = orthogonal_procrustes(source, target)
    np.testing.assert_allclose(rotation(source, target), expected, atol=1e-4)


@pytest.mark.parametrize("k", [0, 1, 3, 20])
def test_distances_are_kept_whatever_the_number_of_anchors(k):
    turn = rotation(normal(3, k, 6), normal(4, k, 6))
    np.testing.assert_allclose(turn @ turn.T, np.eye(6), atol=1e-5)


def test_without_anchors_nothing_is_turned_and_one_anchor_lies_on_its_partner():
    np.testing.assert_array_equal(rotation(normal(0, 0, 4), normal(0, 0, 4)), np.eye(4))
    source, target = unit(normal(5, 1, 9)), unit(normal(6, 1, 9))
    turn = rotation(source, target)
    np.testing.assert_allclose(source @ turn, target, atol=1e-3)
    # A direction at right angles to both is left where it is.
    other = np.linalg.svd(np.vstack([source, target]))[2][-1]
    np.testing.assert_allclose(other @ turn, other, atol=1e-3)


def test_backwards_it_is_its_transpose():
    spaces = Spaces(unit(normal(7, 50, 5)), unit(normal(8, 50, 5)), np.arange(50), np.arange(50))
    anchors = np.arange(30)
    forth, back = learned(spaces, anchors), learned(spaces.reversed(), anchors)
    np.testing.assert_allclose(back, forth.T, atol=1e-4)


# Splits


def test_anchors_and_held_out_never_meet_and_splits_differ():
    parts = splits(498)
    assert len(parts) == 10
    for part in parts:
        assert (len(part.anchors), len(part.held_out)) == (MOST_ANCHORS, HELD_OUT)
        assert len({*part.anchors, *part.held_out}) == MOST_ANCHORS + HELD_OUT
    assert len({tuple(part.held_out) for part in parts}) == 10
    np.testing.assert_array_equal(splits(498)[3].anchors, parts[3].anchors)


@pytest.mark.parametrize("own", [1, 7, 150])
def test_given_anchors_are_all_used_and_never_held_out(own):
    for part in splits_of_own(own, own + 300):
        assert sorted(part.anchors) == list(range(own))
        assert min(part.held_out) >= own
        assert len(set(part.held_out)) == HELD_OUT


# Looking up


def test_places_are_counted_as_by_hand():
    """Four target words; the source words lie near, between and far from their translations."""
    target = np.array([[1, 0], [0.8, 0.6], [0, 1], [-1, 0]], dtype=np.float32)
    source = np.array([[1, 0], [0.9, 0.4358899], [1, 0]], dtype=np.float32)
    spaces = Spaces(source, target, np.array([0, 1, 2]), np.array([0, 2, 3]))
    found = curve(spaces, [PairSplit(np.array([], int), np.array([0, 1, 2]))], (0,))
    # cosines with all words: (1, .8, 0, -1), (.9, .98, .44, -.9), (1, .8, 0, -1)
    assert found.among_all.tolist() == [[[0, 2, 3]]]
    # with the translations 1, 3, 4 alone: (1, 0, -1), (.9, .44, -.9), (1, 0, -1)
    assert found.among_pairs.tolist() == [[[0, 1, 2]]]
    assert shares(found.among_pairs, 1).tolist() == [[1 / 3]]
    assert shares(found.among_pairs, 2).tolist() == [[2 / 3]]


def test_many_places_are_those_of_a_full_sort():
    source, target = unit(normal(9, 80, 5)), unit(normal(10, 12_000, 5))
    rows = np.random.default_rng(0).permutation(12_000)[:80]
    target[rows[:60]] = unit(source[:60] + 0.05 * normal(11, 60, 5))
    spaces = Spaces(source, target, np.arange(80), rows)
    part = PairSplit(np.arange(40), np.arange(20, 80))
    found = curve(spaces, [part, part], (0, 40))
    for at, k in enumerate((0, 40)):
        turn = orthogonal_procrustes(source[:k], target[rows[:k]])[0] if k else np.eye(5)
        cosines = (source[20:] @ turn) @ target.T
        order = np.argsort(-cosines, axis=1)
        places = np.argmax(order == rows[20:, None], axis=1)
        assert (np.minimum(places, ENOUGH) == found.among_all[0, at]).mean() > 0.95  # rounding
        np.testing.assert_array_equal(
            shares(found.among_all, 10)[:, at], [(places < 10).mean()] * 2
        )


def test_the_nearest_are_those_of_a_full_sort():
    table, query = unit(normal(12, 500, 6)), unit(normal(13, 1, 6))[0]
    order = np.argsort(-(table @ query))
    found = nearest(query, table, 7)
    assert [row for row, _ in found] == order[:7].tolist()
    np.testing.assert_allclose(
        [cosine for _, cosine in found], (table @ query)[order[:7]], atol=1e-6
    )
    assert place_of(query, table, int(order[4])) == 4
    assert len(nearest(query, table[:3], 10)) == 3


def test_a_row_is_right_if_its_own_partner_is_the_nearest():
    targets = np.eye(3, dtype=np.float32)
    queries = unit(np.array([[1, 0.2, 0], [0.9, 0.5, 0], [0, 0, 1]]))
    assert nearest_is_right(queries, targets).tolist() == [True, False, True]


# Two clouds on one plane


def test_the_plane_is_the_principal_one_of_the_target():
    target, other = normal(14, 90, 6) * np.array([5, 3, 1, 1, 1, 1], np.float32), normal(15, 90, 6)
    (moved, fixed), kept = on_one_plane((other,), target)
    pca = PCA(2, svd_solver="full").fit(target)
    np.testing.assert_allclose(abs(fixed), abs(pca.transform(target)), atol=1e-3)
    np.testing.assert_allclose(abs(moved), abs(pca.transform(other)), atol=1e-3)
    assert kept == pytest.approx(pca.explained_variance_ratio_.sum(), abs=1e-5)


def test_chosen_points_lie_far_apart():
    points = np.array([[0, 0], [0.1, 0], [10, 0], [0, 9], [10, 9], [5, 5]], dtype=float)
    assert set(spread_out(points, 4)) >= {2, 3, 4}
    assert not {0, 1} <= set(spread_out(points, 5))
    assert len(spread_out(points, 99)) == 6


# Real words


@pytest.fixture(scope="module")
def real():
    english, chinese, pairs = load("glove"), load("chinese"), our_pairs()
    return Spaces(
        comparable(english.vectors),
        comparable(chinese.vectors),
        np.array([english.index[pair.english] for pair in pairs]),
        np.array([chinese.index[pair.chinese] for pair in pairs]),
    )


def test_more_anchors_find_more_in_both_directions(real):
    for spaces in (real, real.reversed()):
        found = curve(spaces, splits(len(our_pairs()), 3), ANCHORS)
        first, five = shares(found.among_pairs, 1), shares(found.among_pairs, 5)
        ten = shares(found.among_all, 10)
        for measure in (first, five, ten):
            assert (np.diff(measure.mean(axis=0)) > 0).all()
        assert first.mean(axis=0)[0] < 0.02
        assert ten.mean(axis=0)[0] < 0.01
        assert 0.55 < first.mean(axis=0)[-1] < 0.75
        assert 0.80 < five.mean(axis=0)[-1] < 0.97
        assert 0.55 < ten.mean(axis=0)[-1] < 0.75
