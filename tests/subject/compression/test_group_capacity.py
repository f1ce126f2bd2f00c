"""How many groups fit: the runs against the training lab's, the planes against geometry."""

import math

import numpy as np
import pytest

from embedcore.compression.group_capacity import (
    NumberedGroups,
    fit,
    group_masses,
    separable,
    separable_share,
)
from embedcore.config import TrainingConfig
from embedcore.groups import Groups
from embedcore.training import Trainer, train_seeds


def test_numbered_groups_are_groups():
    numbered, spelt = NumberedGroups(3, 4), Groups(("abcd", "efgh", "ijkl"))
    np.testing.assert_array_equal(numbered.group_of, spelt.group_of)
    assert numbered.members == spelt.members
    assert numbered.loss_floor == pytest.approx(spelt.loss_floor)
    assert len(set(numbered.tokens)) == len(spelt.tokens)
    np.testing.assert_array_equal(numbered.token_ids(12), spelt.token_ids(12))


def test_the_run_is_that_of_the_training_lab():
    """With letters for numbers, the lab's own run gives the same rows from the same seeds."""
    found = fit(2, 4, steps=60, seeds=range(3))
    config = TrainingConfig(
        Groups(("abcde", "fghij")), 60, 4, vocab_size=10, sequence_length=3, batch_size=2
    )
    for run, result in enumerate(train_seeds(config, range(3))):
        np.testing.assert_allclose(found.before[run], result.vectors[0], atol=1e-6)
        np.testing.assert_allclose(found.after[run], result.vectors[-1], atol=1e-5)
        within, across = result.similarity(-1)
        assert found.within[run] == pytest.approx(within, abs=1e-5)
        assert found.across[run] == pytest.approx(across, abs=1e-5)


def test_masses_are_softmax_by_hand():
    groups = NumberedGroups(3, 2)
    config = TrainingConfig(groups, d_model=2, vocab_size=6, sequence_length=3, batch_size=3)
    parameters = Trainer(config, [5]).parameters
    masses = group_masses(parameters, groups)
    assert masses.shape == (1, 6, 3)
    row, head, bias = parameters.embedding[0, 4], parameters.unembedding[0], parameters.bias[0]
    weights = [math.exp(float(row @ head[:, token] + bias[token])) for token in range(6)]
    expected = np.array(weights).reshape(3, 2).sum(axis=1) / sum(weights)
    np.testing.assert_allclose(masses[0, 4], expected, rtol=1e-5)
    np.testing.assert_allclose(masses.sum(axis=2), 1, rtol=1e-5)


def test_training_finds_the_groups_and_no_training_does_not():
    trained, untrained = fit(4, 8, 300, range(4)), fit(4, 8, 0, range(4))
    assert trained.all_told_apart == 4
    assert (trained.own_share > 0.9).all()
    assert (trained.within - trained.across > 0.5).all()
    np.testing.assert_array_equal(untrained.before, untrained.after)
    assert untrained.all_told_apart == 0
    assert untrained.own_share.mean() == pytest.approx(1 / 4, abs=0.1)


def test_more_than_the_labs_six_groups_and_its_bound_stays():
    assert fit(8, 3, 5, range(2)).before.shape == (2, 40, 3)
    with pytest.raises(ValueError, match="at most 6"):
        Groups(("ab", "cd", "ef", "gh", "ij", "kl", "mn"))


SQUARE = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], dtype=float)


@pytest.mark.parametrize(
    ("inside", "expected"),
    [((1, 1, 0, 0), True), ((1, 0, 0, 0), True), ((1, 0, 0, 1), False), ((1, 1, 1, 1), True)],
)
def test_a_line_in_a_square(inside, expected):
    assert separable(SQUARE, np.array(inside, dtype=bool)) is expected


def test_points_within_others_cannot_be_parted_and_many_dimensions_part_anything():
    circle = np.array([[math.cos(a), math.sin(a)] for a in np.linspace(0, 6, 9)] + [[0, 0]])
    assert not separable(circle, np.arange(10) == 9)
    rng = np.random.default_rng(0)
    assert all(
        separable(rng.standard_normal((10, 9)), rng.random(10) < 0.5) for _ in range(10)
    )  # Cover 1965: ten points in nine dimensions


def test_the_share_counts_groups_of_all_seeds():
    apart = np.array([[0.0, 0], [0, 1], [5, 0], [5, 1]])
    crossed = np.array([[0.0, 0], [1, 1], [0, 1], [1, 0]])
    assert separable_share(np.stack([apart, crossed]), groups=2, size=2) == 0.5
    assert separable_share(crossed[None], groups=2, size=2) == 0


def test_the_seeds_decide(global_randomness):
    before = global_randomness()
    first, again = (fit(2, 2, 5, [7]) for _ in range(2))
    np.testing.assert_array_equal(first.after, again.after)
    assert global_randomness() == before
