"""The gradient of a lookup: shares, their sum, and PyTorch's own table."""

import numpy as np
import pytest
import torch
from torch import nn

from embedcore.lookup_table.row_gradient import LOSSES, row_gradient, summed

BANANA = np.array([1, 0, 2, 0, 2, 0])
WEIGHT = np.random.default_rng(0).standard_normal((5, 3)).astype(np.float32)


def pytorch_gradient(loss, padding_idx=None):
    table = nn.Embedding(5, 3, padding_idx=padding_idx, _weight=torch.tensor(WEIGHT))
    loss(table(torch.tensor(BANANA))).backward()
    return table.weight.grad.numpy()


@pytest.mark.parametrize("loss", LOSSES)
def test_the_sum_of_the_shares_is_what_autograd_gives(loss):
    way = row_gradient(WEIGHT, BANANA, loss, seed=4)
    np.testing.assert_allclose(summed(way.contributions, BANANA, 5), way.gradient, rtol=1e-6)
    expected = np.zeros((5, 3))
    for row in range(5):
        expected[row] = way.contributions[row == BANANA].astype(np.float64).sum(axis=0)
    np.testing.assert_allclose(way.gradient, expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("loss", LOSSES)
def test_only_rows_that_were_looked_up_get_a_gradient(loss):
    gradient = row_gradient(WEIGHT, BANANA, loss).gradient
    assert gradient.any(axis=1).tolist() == [True, True, True, False, False]
    assert not gradient[3:].any()


def test_a_sum_counts_how_often_a_row_was_used():
    way = row_gradient(WEIGHT, BANANA, "sum")
    assert (way.contributions == 1).all()
    assert way.gradient[:, 0].tolist() == [3, 1, 2, 0, 0]
    np.testing.assert_array_equal(way.gradient, pytorch_gradient(torch.sum))
    assert way.loss == pytest.approx(WEIGHT[BANANA].sum(), rel=1e-6)


def test_of_squares_each_share_is_the_row_itself():
    way = row_gradient(WEIGHT, BANANA, "squares")
    np.testing.assert_array_equal(way.contributions, WEIGHT[BANANA])
    expected = pytorch_gradient(lambda result: result.square().sum() / 2)
    np.testing.assert_allclose(way.gradient, expected, rtol=1e-6)
    assert way.loss == pytest.approx((WEIGHT[BANANA] ** 2).sum() / 2, rel=1e-6)


def test_targets_pull_each_place_in_a_direction_of_its_own():
    way = row_gradient(WEIGHT, BANANA, "targets", seed=4)
    first, second, third = way.contributions[BANANA == 0]
    assert not np.allclose(first, second)
    assert not np.allclose(second, third)
    # half a squared distance: its gradient is the way from the target
    assert way.loss == pytest.approx((way.contributions**2).sum() / 2, rel=1e-6)
    again = row_gradient(WEIGHT, BANANA, "targets", seed=4)
    np.testing.assert_array_equal(way.contributions, again.contributions)
    assert not np.allclose(way.gradient, row_gradient(WEIGHT, BANANA, "targets", 5).gradient)


def test_in_a_batch_padding_gets_nothing():
    batch = np.array([[1, 0, 2], [3, 4, 4]])
    plain, padded = (row_gradient(WEIGHT, batch, padding_idx=p).gradient for p in (None, 4))
    assert plain[4].any()
    assert not padded[4].any()
    np.testing.assert_array_equal(plain[:4], padded[:4])


def test_another_loss_is_refused():
    with pytest.raises(ValueError, match="median"):
        row_gradient(WEIGHT, BANANA, "median")
