"""The files that a visitor takes away: read back, they hold the same numbers."""

import csv
import io
import json
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from embedcore.config import TrainingConfig
from embedcore.geometry import group_similarity
from embedcore.groups import Groups
from embedcore.training import train
from embedcore.training_lab.export import losses_csv, projector_labels, projector_vectors, run_json

RUN = train(TrainingConfig(Groups(("abc", "猫犬\"'")), steps=60, d_model=3, seed=7))
UNUSUAL = TrainingConfig(
    Groups(("ab€", "€甲𝒳", "12"), bridge="€"),
    steps=30,
    d_model=5,
    seed=2**32 - 1,
    learning_rate=0.1 + 0.2,
    optimizer="adamw",
    tied=True,
    bias=False,
    vocab_size=40,
    sequence_length=5,
    batch_size=3,
    shuffled=True,
    frozen=True,
    snapshots=4,
)


def read_vectors(text):
    """As the projector reads them: split at line ends and tabs, each a number."""
    return np.array([line.split("\t") for line in text.splitlines()], dtype=np.float32)


def read_config(text):
    """The settings of a file as a ``TrainingConfig``."""
    settings = json.loads(text)["config"]
    groups = Groups(tuple(settings.pop("groups")), settings.pop("bridge"))
    return TrainingConfig(groups, **settings)


# The projector's two files

FINITE = st.floats(width=32, allow_nan=False, allow_infinity=False)


@given(arrays(np.float32, st.tuples(st.integers(1, 4), st.integers(1, 4)), elements=FINITE))
def test_every_float32_comes_back_to_the_last_bit(vectors):
    read = read_vectors(projector_vectors(vectors))
    np.testing.assert_array_equal(read.view(np.uint32), vectors.view(np.uint32))


def test_the_vectors_of_a_run_come_back_with_a_line_a_token():
    for table in (RUN.vectors, RUN.output_vectors):
        text = projector_vectors(table[-1])
        assert text.count("\n") == 7
        np.testing.assert_array_equal(read_vectors(text), table[-1])


def test_a_number_is_not_longer_than_it_need_be():
    assert projector_vectors(np.array([[0.1, -2, 1e-20]], dtype=np.float32)) == "0.1\t-2.0\t1e-20\n"


def test_the_labels_stand_under_a_header_in_the_order_of_the_vectors():
    assert projector_labels(RUN).splitlines() == [
        "token\tgroup",
        "a\tabc",
        "b\tabc",
        "c\tabc",
        "猫\t猫犬\"'",
        "犬\t猫犬\"'",
        '"\t猫犬"\'',
        "'\t猫犬\"'",
    ]


def test_the_bridge_carries_both_of_its_groups():
    lines = projector_labels(train(UNUSUAL)).splitlines()
    named = dict(line.split("\t") for line in lines[1:])
    assert named["€"] == "ab€ + €甲𝒳"
    assert len(set(named.values())) == 4
    assert tuple(named) == UNUSUAL.groups.tokens


def test_both_files_read_as_tables_of_equal_length():
    options = {"delimiter": "\t", "quoting": csv.QUOTE_NONE, "strict": True}
    vectors = list(csv.reader(io.StringIO(projector_vectors(RUN.vectors[0])), **options))
    labels = list(csv.reader(io.StringIO(projector_labels(RUN)), **options))
    assert {len(row) for row in vectors} == {3}
    assert {len(row) for row in labels} == {2}
    assert len(labels) == len(vectors) + 1


# The run


def test_a_file_holds_the_run():
    content = json.loads(run_json(RUN))
    assert content["format"] == "near-and-far-run-1"
    assert content["tokens"] == list("abc猫犬\"'")
    assert content["group_of"] == [0, 0, 0, 1, 1, 1, 1]
    np.testing.assert_array_equal(np.array(content["losses"], dtype=np.float32), RUN.losses)
    snapshots = content["snapshots"]
    assert snapshots["steps"] == RUN.steps.tolist()
    for frame, vectors in enumerate(RUN.vectors):
        expected = group_similarity(vectors, RUN.group_of)
        assert snapshots["within"][frame] == pytest.approx(expected.within, abs=1e-12)
        assert snapshots["across"][frame] == pytest.approx(expected.across, abs=1e-12)


@pytest.mark.parametrize("config", [RUN.config, UNUSUAL, TrainingConfig(steps=0)])
def test_the_settings_in_a_file_make_the_same_run_again(config):
    result = train(config)
    again = train(read_config(run_json(result)))
    assert again.config == config
    np.testing.assert_array_equal(again.vectors, result.vectors)
    np.testing.assert_array_equal(again.losses, result.losses)


def test_every_setting_is_in_the_file_and_its_unusual_value_with_it():
    settings = json.loads(run_json(train(UNUSUAL)))["config"]
    names = [field.name for field in fields(TrainingConfig)]
    assert set(settings) == {*names, "bridge"}
    default = TrainingConfig()
    for name in names:
        assert getattr(UNUSUAL, name) != getattr(default, name), f"{name} is not put to the test"


def test_what_is_not_a_number_is_null_and_nothing_else():
    def refuse(name):
        raise AssertionError(f"{name} is not JSON")

    alone = train(TrainingConfig(Groups(("abcd",)), steps=5))
    content = json.loads(run_json(alone), parse_constant=refuse)
    assert content["snapshots"]["across"] == [None] * len(alone.steps)
    assert None not in content["snapshots"]["within"]


def test_the_same_run_is_the_same_file_in_utf_8():
    text = run_json(RUN)
    assert text == run_json(train(RUN.config))
    assert "猫" in text
    assert json.loads(text.encode("utf-8")) == json.loads(text)


def test_the_losses_have_a_line_a_step_and_come_back():
    read = np.loadtxt(io.StringIO(losses_csv(RUN)), delimiter=",", skiprows=1, dtype=np.float32)
    assert losses_csv(RUN).startswith("step,loss\n1,")
    assert read[:, 0].tolist() == list(range(1, 61))
    np.testing.assert_array_equal(read[:, 1], RUN.losses)


def test_a_run_without_steps_has_no_losses():
    assert losses_csv(train(TrainingConfig(steps=0))) == "step,loss\n"
