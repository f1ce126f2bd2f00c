"""SGD, Adam and AdamW, held to ``torch.optim`` with its defaults."""

import pytest
import torch

from embedcore.optimizers import SGD, Adam, AdamW

PAIRS = [(SGD, torch.optim.SGD), (Adam, torch.optim.Adam), (AdamW, torch.optim.AdamW)]
STEPS = 50


def normal(*shape, seed):
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed))


def after(optimizer_class, start, gradients, learning_rate):
    """Where ``start`` is after a step along each of the gradients."""
    parameter = start.clone()
    optimizer = optimizer_class([parameter], learning_rate)
    for gradient in gradients:
        optimizer.step([gradient])
    return parameter


@pytest.mark.parametrize("learning_rate", [1e-3, 0.1])
@pytest.mark.parametrize(("ours", "pytorch"), PAIRS)
def test_fifty_steps_are_those_of_pytorch(ours, pytorch, learning_rate):
    starts = normal(5, 4, seed=1), normal(4, seed=2)
    mine = [start.clone() for start in starts]
    theirs = [start.clone() for start in starts]
    my_optimizer, their_optimizer = ours(mine, learning_rate), pytorch(theirs, lr=learning_rate)
    for step in range(STEPS):
        # Large and tiny gradients, and steps without one for the last row.
        gradients = [normal(*p.shape, seed=step) * 10.0 ** (step % 5 - 3) for p in mine]
        gradients[0][-1] *= step % 3 == 0
        for parameter, gradient in zip(theirs, gradients, strict=True):
            parameter.grad = gradient.clone()
        my_optimizer.step(gradients)
        their_optimizer.step()
    torch.testing.assert_close(mine, theirs, atol=1e-6, rtol=1e-6)


@pytest.mark.parametrize("ours", [SGD, Adam, AdamW])
def test_a_step_changes_the_tensors_in_place_and_not_the_gradients(ours):
    parameter, gradient = normal(3, seed=1), normal(3, seed=2)
    optimizer = ours([parameter], 0.1)
    optimizer.step([gradient])
    assert not torch.equal(parameter, normal(3, seed=1))
    assert torch.equal(gradient, normal(3, seed=2))


def test_sgd_leaves_a_row_without_a_gradient_where_it_is():
    row = normal(8, seed=1)
    assert torch.equal(after(SGD, row, [torch.zeros(8)] * STEPS, 0.1), row)


def test_adam_leaves_a_row_that_never_had_a_gradient_where_it_is():
    row = normal(8, seed=1)
    assert torch.equal(after(Adam, row, [torch.zeros(8)] * STEPS, 0.1), row)


def test_adam_moves_a_row_on_after_its_gradient_has_gone():
    row, gradient = normal(8, seed=1), normal(8, seed=2)
    looked_up_once = after(Adam, row, [gradient], 0.1)
    later = after(Adam, row, [gradient, torch.zeros(8)], 0.1)
    assert torch.all((later - looked_up_once) * gradient < 0)


def test_adamw_shrinks_a_row_that_never_had_a_gradient():
    row = normal(8, seed=1)
    shrunk = after(AdamW, row, [torch.zeros(8)] * STEPS, 0.1)
    torch.testing.assert_close(shrunk, row * (1 - 0.1 * 0.01) ** STEPS)
