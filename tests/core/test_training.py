"""Training, held to a plain PyTorch loop, and what it is said to show."""

import random
import string
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional

from embedcore.errors import InputError
from embedcore.geometry import group_similarity
from embedcore.groups import Groups
from embedcore.model import initial_parameters
from embedcore.training import (
    DivergedError,
    TrainingConfig,
    corpus,
    first_step_gradients,
    parameter_count,
    train,
    train_seeds,
)

SMALL = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4, vocab_size=128)
EIGHT = list(range(8))
EVERY_KIND = [
    pytest.param({"optimizer": optimizer, "tied": tied}, id=f"{optimizer}-{name}")
    for optimizer in ("adam", "adamw", "sgd")
    for tied, name in ((False, "untied"), (True, "tied"))
]
PYTORCH = {"adam": torch.optim.Adam, "adamw": torch.optim.AdamW, "sgd": torch.optim.SGD}


class PlainModel(nn.Module):
    """The model as PyTorch's tutorials write it, with the first numbers of ours."""

    def __init__(self, config):
        super().__init__()
        start = initial_parameters([config.seed], config.vocab_size, config.d_model, config.tied)
        self.embedding = nn.Embedding(config.vocab_size, config.d_model)
        self.lm_head = nn.Linear(config.d_model, config.vocab_size)
        self.embedding.weight = nn.Parameter(start.embedding[0].clone())
        self.lm_head.weight = nn.Parameter(start.unembedding[0].T.clone())
        self.lm_head.bias = nn.Parameter(start.bias[0].clone())
        if config.tied:
            self.lm_head.weight = self.embedding.weight

    def forward(self, token_ids):
        return self.lm_head(self.embedding(token_ids))


def plain_run(config):
    """Losses and snapshots of the run, one ``backward`` and one ``torch.optim`` step a sequence."""
    model = PlainModel(config)
    optimizer = PYTORCH[config.optimizer](model.parameters(), lr=config.learning_rate)
    rows = config.groups.token_ids(config.vocab_size)
    losses, films = [], {0: [], 1: []}
    for step in range(config.steps + 1):
        if step in config.snapshot_steps:
            for film, layer in zip(films.values(), (model.embedding, model.lm_head), strict=True):
                film.append(layer.weight.detach()[rows].clone())
        if step == config.steps:
            return np.array(losses), *(torch.stack(film).numpy() for film in films.values())
        sequence = corpus(config)[step]
        loss = functional.cross_entropy(model(sequence[:-1]), sequence[1:])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())


def assert_close(result, losses, vectors, output_vectors, tolerance=1e-5):
    np.testing.assert_allclose(result.losses, losses, rtol=0, atol=tolerance)
    np.testing.assert_allclose(result.vectors, vectors, rtol=0, atol=tolerance)
    np.testing.assert_allclose(result.output_vectors, output_vectors, rtol=0, atol=tolerance)


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_a_run_is_that_of_a_plain_pytorch_loop(kind):
    config = TrainingConfig(steps=100, seed=11, **kind)
    assert_close(train(config), *plain_run(config))


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_each_run_of_a_batch_is_that_of_a_plain_pytorch_loop(kind):
    config = replace(SMALL, **kind)
    for seed, result in zip(EIGHT, train_seeds(config, EIGHT), strict=True):
        assert_close(result, *plain_run(replace(config, seed=seed)))


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_run_k_of_a_batch_is_the_run_of_seed_k(kind):
    config, seeds = TrainingConfig(steps=300, **kind), [5, 0, 2**32 - 1]
    for seed, result in zip(seeds, train_seeds(config, seeds), strict=True):
        alone = train(replace(config, seed=seed))
        assert result.config == alone.config
        assert_close(result, alone.losses, alone.vectors, alone.output_vectors)


def test_the_same_config_gives_the_same_numbers():
    first, second = train(SMALL), train(SMALL)
    assert_close(first, second.losses, second.vectors, second.output_vectors, tolerance=0)


@pytest.mark.parametrize(
    "change",
    [{"seed": 1}, {"learning_rate": 2e-2}, {"optimizer": "sgd"}, {"tied": True}, {"d_model": 5}],
    ids=str,
)
def test_another_config_gives_other_numbers(change):
    first, second = train(SMALL), train(replace(SMALL, **change))
    assert not np.array_equal(first.losses, second.losses)


def test_two_threads_train_as_each_would_alone():
    configs = [replace(SMALL, steps=400, seed=seed) for seed in (1, 2)]
    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(train, configs))
    for result, config in zip(together, configs, strict=True):
        np.testing.assert_array_equal(result.vectors, train(config).vectors)


def test_training_leaves_the_global_random_numbers_alone(global_randomness):
    before = global_randomness()
    train_seeds(SMALL, [0, 1])
    assert global_randomness() == before


# What is kept of a run


def test_the_first_frame_is_the_rows_as_they_were_drawn():
    start = initial_parameters([0], SMALL.vocab_size, SMALL.d_model, tied=False).embedding[0]
    rows = SMALL.groups.token_ids(SMALL.vocab_size)
    np.testing.assert_array_equal(train(SMALL).vectors[0], start[rows].numpy())


@pytest.mark.parametrize(("frame", "steps"), [(3, 9), (-1, 60)])
def test_a_frame_is_the_last_of_a_run_that_stopped_there(frame, steps):
    film, short = train(SMALL), train(replace(SMALL, steps=steps))
    assert film.steps[frame] == steps
    np.testing.assert_array_equal(film.vectors[frame], short.vectors[-1])


@given(st.integers(0, 5_000), st.integers(2, 101))
def test_frames_run_from_the_first_step_to_the_last_without_a_repeat(steps, snapshots):
    frames = TrainingConfig(steps=steps, snapshots=snapshots).snapshot_steps
    assert (frames[0], frames[-1]) == (0, steps)
    assert np.all(np.diff(frames) > 0)
    assert len(frames) == min(snapshots, steps + 1)


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_a_short_run_has_a_frame_a_step(steps):
    result = train(replace(SMALL, steps=steps))
    assert result.steps.tolist() == list(range(steps + 1))
    assert result.vectors.shape == (steps + 1, 5, 4)
    assert result.losses.shape == (steps,)


def test_a_tied_model_writes_with_the_rows_it_reads_with():
    result = train(replace(SMALL, tied=True))
    np.testing.assert_array_equal(result.vectors, result.output_vectors)


@pytest.mark.parametrize("name", ["steps", "vectors", "output_vectors", "losses"])
def test_a_result_cannot_be_changed(name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(train(SMALL), name)[0] = 0


def test_a_result_knows_its_tokens_and_their_groups():
    result = train(SMALL)
    assert result.tokens == ("a", "b", "c", "猫", "犬")
    assert result.group_of.tolist() == [0, 0, 0, 1, 1]
    assert result.similarity(-1) == group_similarity(result.vectors[-1], [0, 0, 0, 1, 1])


# The corpus

POOL = string.ascii_letters + "".join(map(chr, range(0x4E00, 0x4E00 + 104)))
SIZES = st.lists(st.integers(2, 26), min_size=1, max_size=6)


@given(SIZES, st.integers(0, 2**32 - 1), st.integers(156, 400))
def test_a_sequence_holds_one_group_and_groups_take_turns(sizes, seed, vocab_size):
    order = random.Random(seed).sample(POOL, len(POOL))
    groups = Groups(tuple("".join(order.pop() for _ in range(size)) for size in sizes))
    group_of_id = dict(zip(groups.token_ids(vocab_size).tolist(), groups.group_of, strict=True))
    config = TrainingConfig(groups, steps=30, seed=seed, vocab_size=vocab_size)
    for step, sequence in enumerate(corpus(config).tolist()):
        assert {group_of_id[token_id] for token_id in sequence} == {step % len(sizes)}


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
def test_tokens_are_drawn_evenly_from_their_group(seed):
    sequences = corpus(TrainingConfig(steps=5_000, seed=seed))
    counts = Counter(sequences.flatten().tolist())
    assert len(counts) == 20
    assert chi_square(counts.values(), 5_000 * 16 / 20) < 50  # 18 on average, above 50: 1 in 10^5


@pytest.mark.parametrize("seed", [0, 1])
def test_a_token_says_nothing_of_the_next_but_its_group(seed):
    sequences = corpus(TrainingConfig(Groups(("abcd",)), steps=5_000, seed=seed))
    pairs = Counter(pair for sequence in sequences.tolist() for pair in pairwise(sequence))
    assert len(pairs) == 16
    assert chi_square(pairs.values(), 5_000 * 15 / 16) < 50  # 15 on average


def test_another_seed_reads_another_corpus():
    assert not torch.equal(corpus(SMALL), corpus(replace(SMALL, seed=1)))


# The first step, and the size of the model

TIED = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])


@TIED
def test_the_gradient_of_the_first_step_is_that_of_the_plain_model(tied):
    config = replace(SMALL, tied=tied, seed=4)
    model, sequence = PlainModel(config), corpus(config)[0]
    functional.cross_entropy(model(sequence[:-1]), sequence[1:]).backward()
    norms = first_step_gradients(config)
    for actual, layer in ((norms.embedding, model.embedding), (norms.unembedding, model.lm_head)):
        np.testing.assert_allclose(actual, layer.weight.grad.norm(dim=1), atol=1e-6)


def test_the_first_step_looks_up_all_of_its_sequence_but_the_last_token():
    config = replace(SMALL, seed=4, sequence_length=3)
    looked_up = np.flatnonzero(first_step_gradients(config).looked_up)
    assert set(looked_up) == set(corpus(config)[0, :-1].tolist())


def test_an_untied_row_that_is_not_looked_up_gets_no_gradient_at_all():
    norms = first_step_gradients(TrainingConfig())
    np.testing.assert_array_equal(norms.embedding > 0, norms.looked_up)
    assert norms.unembedding.all()


def test_a_tied_table_gets_a_gradient_in_every_row():
    norms = first_step_gradients(TrainingConfig(tied=True))
    assert norms.embedding.all()
    assert not norms.looked_up.all()


def test_a_run_of_no_steps_has_no_first_step():
    with pytest.raises(InputError, match="steps"):
        first_step_gradients(TrainingConfig(steps=0))


@TIED
def test_parameters_are_as_many_as_the_plain_model_has(tied):
    config = replace(SMALL, tied=tied)
    expected = sum(parameter.numel() for parameter in PlainModel(config).parameters())
    assert parameter_count(config) == expected


# Refusals


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(("steps", value) for value in (-1, 5_001, 2.0, True, "5", float("nan"))),
        *(("d_model", value) for value in (0, 129, 8.0, True)),
        *(("seed", value) for value in (-1, 2**32, 10**400, 0.5, None)),
        *(("learning_rate", value) for value in (0, -0.1, float("nan"), float("inf"), -0.0)),
        *(("learning_rate", value) for value in (1e39, 10**400, True, "0.1", None)),
        *(("vocab_size", value) for value in (1, 1_025, 256.0)),
        *(("sequence_length", value) for value in (1, 257, 16.0)),
        *(("snapshots", value) for value in (1, 102, 21.0)),
    ],
    ids=lambda value: str(value)[:12],
)
def test_a_field_that_cannot_be_used_is_named(field, value):
    with pytest.raises(InputError, match=field) as caught:
        TrainingConfig(**{field: value})
    assert caught.value.reason == "out_of_range"
    assert caught.value.details["name"] == field
    assert caught.value.details["value"] is value


def test_an_unknown_optimizer_is_refused_with_those_there_are():
    with pytest.raises(InputError, match="'lion', but must be one of adam, adamw, sgd") as caught:
        TrainingConfig(optimizer="lion")
    assert caught.value.reason == "unknown_optimizer"


def test_a_vocabulary_without_room_for_the_tokens_is_refused():
    with pytest.raises(InputError, match="20 tokens do not fit in a vocabulary of 19") as caught:
        TrainingConfig(vocab_size=19)
    assert caught.value.reason == "vocab_too_small"


@pytest.mark.parametrize(
    ("seeds", "culprit"), [([], "seeds"), (range(65), "seeds"), ([0, -1], "seed"), ([0.5], "seed")]
)
def test_seeds_that_cannot_be_used_are_named(seeds, culprit):
    with pytest.raises(InputError, match=culprit) as caught:
        train_seeds(SMALL, seeds)
    assert caught.value.details["name"] == culprit


# Divergence


def divergence(config, seeds):
    with pytest.raises(DivergedError) as caught:
        train_seeds(config, seeds)
    assert caught.value.reason == "diverged"
    return caught.value.details


@pytest.mark.parametrize("optimizer", ["adam", "adamw", "sgd"])
@pytest.mark.parametrize("learning_rate", [1e20, 1e30])
def test_a_wild_learning_rate_is_explained(optimizer, learning_rate):
    config = TrainingConfig(seed=7, optimizer=optimizer, learning_rate=learning_rate)
    with pytest.raises(DivergedError, match=r"too high: .* at step [23] \(seed 7\)") as caught:
        train(config)
    assert caught.value.details["seed"] == 7


def test_rows_that_leave_the_numbers_in_the_last_step_are_found():
    config = replace(SMALL, d_model=1, steps=2, optimizer="sgd", learning_rate=1e22)
    assert np.isfinite(plain_run(config)[0]).all()  # no loss tells
    assert divergence(config, [0]) == {"step": 2, "seed": 0}


def test_divergence_is_found_at_the_step_where_the_plain_loop_has_it():
    config = TrainingConfig(steps=40, optimizer="sgd", learning_rate=1e3, seed=2)
    losses, *_ = plain_run(config)
    first = int(np.flatnonzero(~np.isfinite(losses))[0])
    assert divergence(config, [2]) == {"step": first + 1, "seed": 2}


def test_of_several_runs_the_one_that_diverged_first_is_named():
    config = TrainingConfig(steps=60, optimizer="sgd", learning_rate=30.0)
    alone = [divergence(config, [seed]) for seed in (4, 3, 7)]
    earliest = min(alone, key=lambda details: details["step"])
    assert earliest is not alone[0]
    assert divergence(config, [4, 3, 7]) == earliest


# Progress


@pytest.mark.parametrize("steps", [1, 60, 101, 199, 350, 1_000])
def test_progress_is_told_about_a_hundred_times_and_at_the_end(steps):
    calls = []
    train(replace(SMALL, steps=steps), lambda done, total: calls.append((done, total)))
    assert calls == sorted(set(calls))
    assert calls[-1] == (steps, steps)
    assert min(steps, 100) <= len(calls) < 200


def test_a_run_can_be_abandoned_from_its_progress():
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(SMALL, stop)


# What the training shows: means over 16 seeds, with a margin of several standard errors

SEEDS = range(16)


@pytest.fixture(scope="module")
def default_runs():
    return train_seeds(TrainingConfig(), SEEDS)


def mean_similarity(runs, frame=-1):
    return np.mean([run.similarity(frame) for run in runs], axis=0)


def test_tokens_of_one_group_come_to_lie_near_each_other(default_runs):
    within, across = mean_similarity(default_runs)
    assert within > 0.55
    assert across < 0.05
    assert all(run.similarity(-1).within > run.similarity(-1).across + 0.3 for run in default_runs)


def test_before_training_no_tokens_are_nearer_than_others(default_runs):
    assert np.abs(mean_similarity(default_runs, frame=0)).max() < 0.06


def test_shuffled_groups_show_no_such_difference(default_runs):
    differences = []
    for run in default_runs:
        shuffled = np.random.default_rng(run.config.seed).permutation(run.group_of)
        within, across = group_similarity(run.vectors[-1], shuffled)
        differences.append(within - across)
    assert abs(np.mean(differences)) < 0.1


def test_the_loss_falls_to_its_floor_and_no_further(default_runs):
    last = np.mean([run.losses[-100:].mean() for run in default_runs])
    floor = TrainingConfig().groups.loss_floor
    assert floor < last < floor + 0.1


def test_without_unused_rows_the_groups_push_each_other_apart():
    within, across = mean_similarity(train_seeds(TrainingConfig(vocab_size=20), SEEDS))
    assert within > 0.4
    assert across < -0.4
