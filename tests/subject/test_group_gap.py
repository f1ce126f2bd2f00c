"""How far apart groups stand, and how near the nearest is: by hand, and as sizes must behave."""

import numpy as np
import pytest

from embedcore.geometry import crowding, group_gap


def test_two_groups_by_hand():
    points = [[-1, 0], [1, 0], [9, 0], [11, 0]]
    # The centres are 0 and 10; each token is 1 from its centre, so a group is 2 wide.
    assert group_gap(points, [0, 0, 1, 1]) == pytest.approx(10 / 2)


def test_three_groups_have_the_mean_of_their_three_gaps_and_one_width():
    points = [[0, -1], [0, 1], [3, -2], [3, 2], [0, 4], [0, 4]]
    # Centres (0, 0), (3, 0), (0, 4) stand 3, 4 and 5 apart; squared distances 1, 1, 4, 4, 0, 0.
    width = 2 * np.sqrt(10 / 6)
    assert group_gap(points, [0, 0, 1, 1, 2, 2]) == pytest.approx(4 / width)


def test_a_token_of_two_groups_is_left_out():
    points = [[-1, 0], [1, 0], [500, 500], [9, 0], [11, 0]]
    assert group_gap(points, [0, 0, -1, 1, 1]) == pytest.approx(5)


def test_turning_moving_and_scaling_change_nothing():
    generator = np.random.default_rng(0)
    points, group_of = generator.normal(size=(12, 3)), np.repeat([0, 1, 2], 4)
    turn, _ = np.linalg.qr(generator.normal(size=(3, 3)))
    moved = 70 * points @ turn + 9
    assert group_gap(moved, group_of) == pytest.approx(group_gap(points, group_of))


@pytest.mark.parametrize(
    ("points", "group_of"),
    [
        pytest.param([[0, 0], [1, 1], [2, 0]], [0, 0, 0], id="one group"),
        pytest.param([[0, 0], [0, 0], [3, 3], [3, 3]], [0, 0, 1, 1], id="no width"),
        pytest.param([[0, 0], [1, 1]], [0, -1], id="one group and a bridge"),
    ],
)
def test_where_there_is_no_gap_there_is_none(points, group_of):
    assert group_gap(points, group_of) is None


def test_crowding_by_hand():
    # Nearest distances 1, 1, 3, so 1 in the middle; pairs 1, 3, 4, so 3.
    assert crowding([[0, 0], [1, 0], [4, 0]]) == pytest.approx(1 / 3)


def test_points_in_clumps_are_more_crowded_than_points_at_random():
    generator = np.random.default_rng(0)
    strewn = generator.normal(size=(20, 2))
    clumped = np.repeat(generator.normal(size=(5, 2)), 4, axis=0) + strewn / 100
    assert crowding(clumped) < crowding(strewn) / 5
    assert crowding(1000 * strewn) == pytest.approx(crowding(strewn))


def test_all_points_in_one_place_have_no_crowding():
    assert crowding(np.ones((5, 2))) is None
