"""What a step does to each row, held to autograd and ``torch.optim``."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from torch.nn import functional

from embedcore.config import TrainingConfig
from embedcore.corpus import corpus
from embedcore.errors import InputError
from embedcore.groups import Groups
from embedcore.training import train
from embedcore.training_lab.movement import row_movement

from ..plain import PYTORCH, PlainModel

SMALL = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4, vocab_size=128)


# Several steps in a row

TIED = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
KINDS = pytest.mark.parametrize("optimizer", ["sgd", "adam", "adamw"])


def plain_movement(config, first, count):
    """For each step: the rows read, the norm of each row's gradient, how far each row went."""
    model = PlainModel(config)
    optimizer = PYTORCH[config.optimizer](model.parameters(), lr=config.learning_rate)
    table, seen = model.embedding.weight, []
    for sequences in torch.cat(list(corpus(config)))[: first + count]:
        before = table.detach().clone()
        logits = model(sequences[:, :-1]).flatten(0, 1)
        optimizer.zero_grad()
        functional.cross_entropy(logits, sequences[:, 1:].flatten()).backward()
        optimizer.step()
        looked_up = torch.isin(torch.arange(config.vocab_size), sequences[:, :-1])
        moved = (table.detach() - before).norm(dim=1)
        seen.append((looked_up, table.grad.norm(dim=1), moved))
    return [torch.stack(part).numpy() for part in zip(*seen[first:], strict=True)]


@TIED
@KINDS
@pytest.mark.parametrize("first", [0, 37])
def test_the_rows_move_as_in_the_plain_loop(first, optimizer, tied):
    config = replace(SMALL, optimizer=optimizer, tied=tied, batch_size=2)
    movement = row_movement(config, first, 20)
    looked_up, gradients, moved = plain_movement(config, first, 20)
    assert movement.steps.tolist() == list(range(first + 1, first + 21))
    np.testing.assert_array_equal(movement.looked_up, looked_up)
    np.testing.assert_allclose(movement.gradients, gradients, atol=1e-5)
    np.testing.assert_allclose(movement.moved, moved, atol=1e-5)


def test_all_steps_together_lead_to_the_trained_rows():
    config = replace(SMALL, steps=1)
    result, movement = train(config), row_movement(config, 0, 1)
    rows = config.groups.token_ids(config.vocab_size)
    expected = np.linalg.norm(result.vectors[1] - result.vectors[0], axis=1)
    np.testing.assert_allclose(movement.moved[0, rows], expected, atol=1e-6)


def test_plain_descent_moves_the_rows_it_read_and_no_other():
    movement = row_movement(replace(SMALL, optimizer="sgd"), 5, 30)
    np.testing.assert_array_equal(movement.moved > 0, movement.looked_up)
    np.testing.assert_array_equal(movement.gradients > 0, movement.looked_up)


@KINDS
def test_a_tied_table_has_a_gradient_in_every_row_at_every_step(optimizer):
    movement = row_movement(replace(SMALL, optimizer=optimizer, tied=True), 0, 20)
    assert (movement.gradients > 0).all()
    assert (movement.moved > 0).all()


def test_adam_goes_on_moving_a_row_without_a_gradient_but_never_one_unread():
    movement = row_movement(SMALL, 0, 30)
    by_momentum = (movement.gradients == 0) & (movement.moved > 0)
    read_before = np.cumsum(movement.looked_up, axis=0) > 0
    assert by_momentum.any()
    np.testing.assert_array_equal(movement.moved > 0, read_before)


def test_adamw_shrinks_every_row():
    movement = row_movement(replace(SMALL, optimizer="adamw"), 0, 20)
    assert (movement.moved > 0).all()
    unread = ~movement.looked_up.any(axis=0)
    start = PlainModel(SMALL).embedding.weight.detach().norm(dim=1).numpy()
    expected = start[unread] * SMALL.learning_rate * 0.01  # AdamW's default decay
    np.testing.assert_allclose(movement.moved[0, unread], expected, rtol=1e-2)


@KINDS
def test_a_frozen_table_does_not_move_though_gradients_reach_it(optimizer):
    movement = row_movement(replace(SMALL, optimizer=optimizer, frozen=True), 0, 20)
    assert not movement.moved.any()
    assert movement.gradients.any()


@pytest.mark.parametrize(("first", "count"), [(0, 0), (0, 61), (-1, 5), (56, 5)])
def test_steps_that_the_run_does_not_have_are_refused(first, count):
    with pytest.raises(InputError) as caught:
        row_movement(SMALL, first, count)
    assert caught.value.reason == "out_of_range"
