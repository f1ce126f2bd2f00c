"""Training, held to a plain PyTorch loop, and what it is said to show."""

import math
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.config import TrainingConfig, check_work
from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.groups import Groups
from embedcore.model import initial_parameters
from embedcore.training import DivergedError, parameter_count, train, train_seeds

from .plain import PlainModel, plain_run

SMALL = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4, vocab_size=128)
EIGHT = list(range(8))
EVERY_KIND = [
    pytest.param({"optimizer": optimizer, "tied": tied}, id=f"{optimizer}-{name}")
    for optimizer in ("adam", "adamw", "sgd")
    for tied, name in ((False, "untied"), (True, "tied"))
]
EVERY_KIND += [
    pytest.param(kind, id=" ".join(map(str, kind.items())))
    for kind in (
        {"bias": False},
        {"bias": False, "tied": True, "optimizer": "sgd"},
        {"batch_size": 3},
        {"batch_size": 4, "sequence_length": 5, "optimizer": "adamw"},
        {"shuffled": True},
        {"frozen": True},
        {"frozen": True, "tied": True},
    )
]


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
    [
        *({"seed": 1}, {"learning_rate": 2e-2}, {"optimizer": "sgd"}, {"d_model": 5}),
        *({"tied": True}, {"bias": False}, {"batch_size": 2}, {"sequence_length": 8}),
        *({"shuffled": True}, {"frozen": True}),
    ],
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


@pytest.mark.parametrize("steps", [1, 99, 130])
def test_the_final_loss_is_the_mean_of_the_last_hundred(steps):
    result = train(replace(SMALL, steps=steps))
    last = result.losses.tolist()[max(0, steps - 100) :]
    assert result.final_loss == pytest.approx(sum(last) / len(last))


def test_without_a_step_there_is_no_final_loss():
    assert math.isnan(train(replace(SMALL, steps=0)).final_loss)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("tied", [False, True])
def test_parameters_are_as_many_as_the_plain_model_has(tied, bias):
    config = replace(SMALL, tied=tied, bias=bias)
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
        *(("batch_size", value) for value in (0, 65, 1.0, True)),
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


@pytest.mark.parametrize("optimizer", ["lion", None, ["adam"]])
def test_an_unknown_optimizer_is_refused_with_those_there_are(optimizer):
    with pytest.raises(InputError, match="but must be one of adam, adamw, sgd") as caught:
        TrainingConfig(optimizer=optimizer)
    assert caught.value.reason == "unknown_optimizer"


@pytest.mark.parametrize("field", ["tied", "bias", "shuffled", "frozen"])
@pytest.mark.parametrize("value", ["no", 1, None])
def test_yes_or_no_means_just_that(field, value):
    with pytest.raises(InputError, match=f"{field} is .* True or False") as caught:
        TrainingConfig(**{field: value})
    assert caught.value.reason == "not_yes_or_no"


LARGEST = TrainingConfig(steps=5_000, d_model=128)


def test_what_would_take_too_long_is_refused_with_the_steps_that_are_possible():
    with pytest.raises(InputError, match="64 seeds of d_model 128") as caught:
        train_seeds(LARGEST, range(64))
    assert caught.value.reason == "too_much_work"
    most = caught.value.details["most"]
    assert 100 < most < 5_000
    check_work(replace(LARGEST, steps=most), 64)
    with pytest.raises(InputError):
        check_work(replace(LARGEST, steps=most + 1), 64)


@pytest.mark.parametrize(
    ("config", "seeds"),
    [(TrainingConfig(steps=5_000), 64), (LARGEST, 8), (replace(LARGEST, steps=500), 64)],
)
def test_what_the_controls_of_the_first_screen_ask_is_possible(config, seeds):
    check_work(config, seeds)


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


def test_with_shuffled_groups_there_is_no_difference(default_runs):
    """The control that could have failed: the same tokens, but in mixed company."""
    within, across = mean_similarity(default_runs)
    assert within - across > 0.5
    within, across = mean_similarity(train_seeds(TrainingConfig(shuffled=True), SEEDS))
    assert abs(within - across) < 0.1


@pytest.mark.parametrize("tied", [False, True])
def test_a_frozen_table_stays_as_it_was_drawn(tied):
    config = TrainingConfig(frozen=True, tied=tied)
    frozen, learned = train(config), train(replace(config, frozen=False))
    assert (frozen.vectors == frozen.vectors[0]).all()
    assert not (learned.vectors == learned.vectors[0]).all()
    assert frozen.losses[-100:].mean() < frozen.losses[:10].mean() - 0.5  # the rest does learn


def test_a_bridge_settles_between_its_two_groups():
    groups = Groups(("abcdefghij", "jABCDEFGHI"), bridge="j")
    bridge = groups.tokens.index("j")
    runs = train_seeds(TrainingConfig(groups), SEEDS)
    cosines = np.array([cosine_matrix(run.vectors[-1])[bridge] for run in runs])
    for group in (0, 1):
        to_group = cosines[:, groups.group_of == group].mean(axis=1)
        assert (to_group > 0).all()
        assert to_group.mean() > 0.3
    assert mean_similarity(runs)[1] < 0.05  # the bridge does not draw the groups together


def test_the_loss_falls_to_its_floor_and_no_further(default_runs):
    last = np.mean([run.losses[-100:].mean() for run in default_runs])
    floor = TrainingConfig().loss_floor
    assert floor < last < floor + 0.1


@pytest.mark.parametrize(
    "change",
    [{"shuffled": True}, {"groups": Groups(("abcd", "dXYZW"), bridge="d")}],
    ids=["shuffled", "bridge"],
)
def test_the_floor_is_that_of_what_the_run_reads(change):
    config = TrainingConfig(steps=4_000, learning_rate=3e-3, batch_size=4, **change)
    losses = train(config).losses[-500:]
    assert config.loss_floor - 0.01 < losses.mean() < config.loss_floor + 0.02


def test_without_unused_rows_the_groups_push_each_other_apart():
    within, across = mean_similarity(train_seeds(TrainingConfig(vocab_size=20), SEEDS))
    assert within > 0.4
    assert across < -0.4
