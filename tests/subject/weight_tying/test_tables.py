"""Both tables of several seeds, and what they say of near and far."""

import numpy as np
import pytest
import torch
from torch.nn import functional

from embedcore.config import TrainingConfig
from embedcore.corpus import corpus
from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix, of_pairs
from embedcore.groups import Groups
from embedcore.model import initial_parameters
from embedcore.training import DivergedError, train_seeds
from embedcore.weight_tying.tables import (
    Tables,
    answer_differences,
    correlation,
    in_one_group,
    train_tables,
)

from ..plain import PlainModel, plain_run

SMALL = Groups(("abc", "xyz"))
both = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])


def random_tables(tokens=7, d_model=4, seeds=3):
    draw = np.random.default_rng(0).standard_normal
    rows = draw((seeds, tokens, d_model)), draw((seeds, tokens, d_model))
    return Tables(*rows, draw((seeds, tokens)))


@both
def test_every_seed_is_the_plain_run(tied):
    config = TrainingConfig(SMALL, steps=30, d_model=4, tied=tied)
    runs = train_tables(config, [3, 8])
    for place, seed in enumerate((3, 8)):
        own = TrainingConfig(SMALL, steps=30, d_model=4, tied=tied, seed=seed)
        losses, inputs, outputs = plain_run(own)
        np.testing.assert_allclose(runs.losses[place], losses, rtol=1e-4)
        for tables, frame in ((runs.before, 0), (runs.after, -1)):
            np.testing.assert_allclose(tables.inputs[place], inputs[frame], atol=2e-5)
            np.testing.assert_allclose(tables.outputs[place], outputs[frame], atol=2e-5)


@both
def test_the_bias_moves_as_in_pytorch(tied):
    config = TrainingConfig(SMALL, steps=1, optimizer="sgd", learning_rate=0.5, tied=tied)
    runs = train_tables(config, [0])
    rows = SMALL.token_ids(256)
    start = initial_parameters([0], 256, 8, tied).bias[0, rows]
    np.testing.assert_array_equal(runs.before.bias[0], start)
    model = PlainModel(config)
    sequence = next(iter(corpus(config)))[0, 0]
    loss = functional.cross_entropy(model(sequence[:-1]), sequence[1:])
    loss.backward()
    stepped = model.lm_head.bias.detach() - 0.5 * model.lm_head.bias.grad
    np.testing.assert_allclose(runs.after.bias[0], stepped[rows], atol=1e-6)


def test_before_is_a_copy_that_training_does_not_touch():
    runs = train_tables(TrainingConfig(SMALL, steps=5), [0])
    assert (runs.before.inputs != runs.after.inputs).any()


def test_no_step_is_allowed_and_changes_nothing():
    runs = train_tables(TrainingConfig(SMALL, steps=0), [0, 1])
    assert runs.losses.shape == (2, 0)
    np.testing.assert_array_equal(runs.before.inputs, runs.after.inputs)


def test_what_cannot_be_trained_is_refused():
    with pytest.raises(InputError):
        train_tables(TrainingConfig(SMALL), [])
    with pytest.raises(InputError, match="too long"):
        train_tables(TrainingConfig(SMALL, steps=5_000, d_model=128, batch_size=64), range(8))
    with pytest.raises(DivergedError):
        train_tables(TrainingConfig(SMALL, optimizer="sgd", learning_rate=1e6), [0])


@pytest.mark.parametrize("steps", [0, 130])
def test_the_final_losses_are_those_of_the_runs(steps):
    config, seeds = TrainingConfig(SMALL, steps=steps), [0, 3]
    expected = [run.final_loss for run in train_seeds(config, seeds)]
    np.testing.assert_allclose(train_tables(config, seeds).final_losses, expected, rtol=1e-6)


def test_progress_counts_to_the_end():
    seen = []
    train_tables(TrainingConfig(SMALL, steps=4), [0], lambda *done: seen.append(done))
    assert seen == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_pairs_are_those_above_the_diagonal():
    matrix = np.arange(16).reshape(4, 4)
    assert of_pairs(matrix).tolist() == [1, 2, 3, 6, 7, 11]
    assert of_pairs(np.stack([matrix, -matrix])).shape == (2, 6)


def test_a_bridge_is_in_no_group_of_its_own():
    # Pairs of a b c d: ab, ac, ad, bc, bd, cd; c is the bridge.
    assert in_one_group([0, 0, -1, -1]).tolist() == [True, False, False, False, False, False]


def test_correlation_is_numpys_seed_by_seed():
    first, second = np.random.default_rng(1).standard_normal((2, 5, 30))
    second = second + first
    expected = [np.corrcoef(a, b)[0, 1] for a, b in zip(first, second, strict=True)]
    np.testing.assert_allclose(correlation(first, second), expected)


def test_what_does_not_vary_has_no_correlation():
    assert np.isnan(correlation(np.ones(5), np.arange(5.0)))


def test_a_turned_table_is_as_near_and_far_as_before():
    rows = np.random.default_rng(2).standard_normal((9, 4))
    turned = rows @ np.linalg.qr(np.random.default_rng(3).standard_normal((4, 4)))[0]
    first, second = (of_pairs(cosine_matrix(table)) for table in (rows, turned))
    assert correlation(first, second) == pytest.approx(1)


def test_differences_are_those_of_the_log_softmax():
    tables = random_tables()
    found = answer_differences(tables)
    inputs, outputs, bias = (torch.from_numpy(array) for array in tables)
    for seed in range(3):
        logits = inputs[seed] @ outputs[seed].T + bias[seed]
        expected = functional.log_softmax(logits, dim=1).numpy()  # (contexts, tokens)
        for i in range(7):
            for j in range(7):
                gap = np.mean([abs(row[i] - row[j]) for row in expected])
                assert found[seed, i, j] == pytest.approx(gap)


def test_tokens_that_no_group_uses_do_not_change_the_differences():
    """The sum of the softmax is the same for both tokens of a pair, whatever else is in it."""
    config = TrainingConfig(SMALL, steps=20)
    after = train_tables(config, [0]).after
    model = PlainModel(config)
    rows = SMALL.token_ids(256)
    with torch.no_grad():
        model.embedding.weight[rows] = torch.from_numpy(after.inputs[0])
        model.lm_head.weight[rows] = torch.from_numpy(after.outputs[0])
        model.lm_head.bias[rows] = torch.from_numpy(after.bias[0])
        logs = functional.log_softmax(model(torch.as_tensor(rows)), dim=1)[:, rows].numpy()
    expected = np.abs(logs[:, :, None] - logs[:, None, :]).mean(axis=0)
    np.testing.assert_allclose(answer_differences(after)[0], expected, atol=1e-5)


def test_the_same_output_row_and_bias_is_the_same_probability():
    tables = random_tables()
    tables.outputs[:, 3], tables.bias[:, 3] = tables.outputs[:, 5], tables.bias[:, 5]
    assert (answer_differences(tables)[:, 3, 5] == 0).all()
    assert (answer_differences(tables)[:, 3, 4] > 0).all()


def test_the_shared_table_takes_after_the_output_table():
    """As Press & Wolf (2017) found; with another seed's shared table the more clearly so."""
    untied, tied = (
        train_tables(TrainingConfig(tied=tied), range(8)).after for tied in (False, True)
    )
    inputs, outputs, one, other = (
        of_pairs(cosine_matrix(rows))
        for rows in (untied.inputs, untied.outputs, tied.inputs, np.roll(tied.inputs, 1, axis=0))
    )
    assert (correlation(one, outputs) > correlation(one, inputs)).all()
    assert (correlation(other, outputs) > correlation(other, inputs) + 0.05).all()
