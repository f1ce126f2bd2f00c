"""The corpus: a token meets its own group, and nothing else distinguishes the groups."""

import random
import string
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from embedcore.config import TrainingConfig
from embedcore.corpus import corpus
from embedcore.groups import Groups

SMALL = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4, vocab_size=128)
BRIDGED = Groups(("abcd", "dXY"), bridge="d")


def sequences(config):
    """All sequences of a run, one after another: ``[steps * batch_size, sequence_length]``."""
    return torch.cat(list(corpus(config))).flatten(0, 1)


POOL = string.ascii_letters + "".join(map(chr, range(0x4E00, 0x4E00 + 104)))
SIZES = st.lists(st.integers(2, 26), min_size=1, max_size=6)


@given(SIZES, st.integers(0, 2**32 - 1), st.integers(156, 400))
def test_a_sequence_holds_one_group_and_groups_take_turns(sizes, seed, vocab_size):
    order = random.Random(seed).sample(POOL, len(POOL))
    groups = Groups(tuple("".join(order.pop() for _ in range(size)) for size in sizes))
    group_of_id = dict(zip(groups.token_ids(vocab_size).tolist(), groups.group_of, strict=True))
    config = TrainingConfig(groups, 30, seed=seed, vocab_size=vocab_size, batch_size=3)
    for turn, sequence in enumerate(sequences(config).tolist()):
        assert {group_of_id[token_id] for token_id in sequence} == {turn % len(sizes)}


def chi_square(counts, expected):
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize("seed", [0, 1, 2**32 - 1])
def test_tokens_are_drawn_evenly_from_their_group(seed):
    read = sequences(TrainingConfig(steps=5_000, seed=seed))
    counts = Counter(read.flatten().tolist())
    assert len(counts) == 20
    assert chi_square(counts.values(), 5_000 * 16 / 20) < 50  # 18 on average, above 50: 1 in 10^5


@pytest.mark.parametrize("seed", [0, 1])
def test_a_token_says_nothing_of_the_next_but_its_group(seed):
    read = sequences(TrainingConfig(Groups(("abcd",)), steps=5_000, seed=seed))
    pairs = Counter(pair for sequence in read.tolist() for pair in pairwise(sequence))
    assert len(pairs) == 16
    assert chi_square(pairs.values(), 5_000 * 15 / 16) < 50  # 15 on average


def test_another_seed_reads_another_corpus():
    assert not torch.equal(sequences(SMALL), sequences(replace(SMALL, seed=1)))


@pytest.mark.parametrize(("steps", "batch_size"), [(1, 1), (249, 2), (250, 1), (251, 3)])
def test_there_are_as_many_sequences_as_steps_ask_for(steps, batch_size):
    config = replace(SMALL, steps=steps, batch_size=batch_size, sequence_length=7)
    assert torch.cat(list(corpus(config))).shape == (steps, batch_size, 7)


def test_a_longer_run_begins_as_the_shorter_one():
    long, short = replace(SMALL, steps=700), replace(SMALL, steps=250)
    assert torch.equal(sequences(long)[:250], sequences(short))


def test_a_shuffled_corpus_draws_evenly_from_all_tokens_at_every_turn():
    read = sequences(TrainingConfig(steps=5_000, shuffled=True))
    for turn in (0, 1):
        counts = Counter(read[turn::2].flatten().tolist())
        assert len(counts) == 20
        assert chi_square(counts.values(), 2_500 * 16 / 20) < 50


def test_a_bridge_is_drawn_as_often_as_its_neighbours_in_each_of_its_groups():
    read = sequences(TrainingConfig(BRIDGED, steps=4_000))
    for turn, group in enumerate(BRIDGED.groups):
        counts = Counter(map(chr, read[turn::2].flatten().tolist()))
        assert set(counts) == set(group)
        assert chi_square(counts.values(), 2_000 * 16 / len(group)) < 30


def test_mixed_company_has_the_bridge_once():
    read = sequences(TrainingConfig(BRIDGED, steps=3_000, shuffled=True))
    assert chi_square(Counter(read.flatten().tolist()).values(), 3_000 * 16 / 6) < 30
