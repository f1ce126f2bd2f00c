"""A lookup in a random table, whole or in part."""

import numpy as np
import pytest

from embedcore.embedding import Embedding
from embedcore.lookup_table.edits import Edit
from embedcore.lookup_table.lookup import look_up, random_row


def test_a_small_table_is_whole_and_that_of_the_embedding():
    lookup = look_up([97, 98, 97], "aba", 256, 8, seed=3)
    assert lookup.is_whole
    table = Embedding(256, 8, seed=3)
    np.testing.assert_array_equal(lookup.weight, table.weight.detach().numpy())
    np.testing.assert_array_equal(lookup.result, table([97, 98, 97]).detach().numpy())


@pytest.mark.parametrize("vocab_size", [258, 200_019, 0x110000])
def test_of_a_large_table_only_the_rows_asked_for_are_made(vocab_size):
    ids = [vocab_size - 1, 5, 256, 5]
    lookup = look_up(ids, "abcb", vocab_size, 4)
    assert lookup.row_numbers.tolist() == [5, 256, vocab_size - 1]
    assert lookup.weight.shape == (3, 4)
    assert not lookup.is_whole
    np.testing.assert_array_equal(lookup.row_numbers[lookup.places], ids)
    np.testing.assert_array_equal(lookup.result[1], lookup.result[3])


def test_a_row_is_the_same_in_every_text_and_another_with_another_seed():
    first = look_up([7, 90_000], "ab", 100_000, 6, seed=1).result
    second = look_up([90_000, 8, 7], "abc", 100_000, 6, seed=1).result
    np.testing.assert_array_equal(first, second[[2, 0]])
    other = look_up([7, 90_000], "ab", 100_000, 6, seed=2).result
    assert not np.isclose(first, other).any()


def test_rows_made_one_by_one_are_independent_standard_normal_numbers():
    rows = np.array([random_row(row, 50, seed=0) for row in range(4_000)])
    assert rows.mean() == pytest.approx(0, abs=0.01)
    assert rows.std() == pytest.approx(1, abs=0.01)
    neighbours = (rows[1:] * rows[:-1]).mean()  # 0 if a row says nothing of the next
    assert neighbours == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("vocab_size", [256, 100_000])
def test_an_edit_changes_its_cell_at_every_place_and_nothing_else(vocab_size):
    ids = [9, 7, 9]
    before = look_up(ids, "aba", vocab_size, 4)
    after = look_up(ids, "aba", vocab_size, 4, edits=[Edit(9, 2, 5.5)])
    changed = before.result != after.result
    assert np.argwhere(changed).tolist() == [[0, 2], [2, 2]]
    assert after.result[0, 2] == after.result[2, 2] == 5.5
    assert (before.weight != after.weight).sum() == 1


@pytest.mark.parametrize("elsewhere", [Edit(9, 4, 1.0), Edit(99_999, 0, 1.0)])
def test_an_edit_of_what_is_not_at_hand_changes_nothing(elsewhere):
    before = look_up([9, 7], "ab", 5_000, 4)
    after = look_up([9, 7], "ab", 5_000, 4, edits=[elsewhere])
    np.testing.assert_array_equal(before.weight, after.weight)


@pytest.mark.parametrize("vocab_size", [256, 1_000])
@pytest.mark.parametrize("outside", [-1, 1_000, 2**40])
def test_an_id_outside_is_named(vocab_size, outside):
    with pytest.raises(IndexError, match=f"token id {outside} is not in 0 … {vocab_size - 1}"):
        look_up([3, outside], "ab", vocab_size, 4)


@pytest.mark.parametrize(
    ("ids", "most_used", "positions"),
    [([5, 3, 3], 3, [1, 2]), ([5, 3, 4], 5, [0]), ([9, 2, 9, 2], 9, [0, 2])],
)
def test_the_token_that_comes_most_often(ids, most_used, positions):
    lookup = look_up(ids, [str(i) for i in ids], 256, 2)
    assert lookup.most_used == most_used
    assert lookup.positions_of(most_used) == positions


@pytest.mark.parametrize("vocab_size", [256, 100_000])
def test_no_tokens_give_no_rows(vocab_size):
    assert look_up([], [], vocab_size, 4).result.shape == (0, 4)


def test_global_randomness_is_left_alone(global_randomness):
    before = global_randomness()
    look_up([5, 70_000], "ab", 100_000, 4)
    assert global_randomness() == before
