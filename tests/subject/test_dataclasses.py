"""What holds arrays is itself alone: arrays have no one answer to ``==``, and no hash."""

import dataclasses
import importlib
import pkgutil
import typing
from collections.abc import Mapping

import numpy as np
import pandas as pd
import pytest
import torch

import embedcore
from embedcore.words import WordVectors

ARRAYS = (np.ndarray, torch.Tensor, pd.DataFrame)


def dataclasses_of(package):
    """All dataclasses of a package, those of its charts and pages included."""
    found = {}
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            is_class = isinstance(value, type) and dataclasses.is_dataclass(value)
            if is_class and value.__module__ == module.name:
                found[f"{module.name}.{name}"] = value
    return found


def holds_arrays(annotation, within=()):
    """Whether a field of this type holds arrays, be it in a tuple, a mapping or another class.

    ``within`` are the classes that it is a part of: one may have a field of its own kind.
    """
    if isinstance(annotation, type) and issubclass(annotation, ARRAYS):
        return True
    if annotation in within:
        return False
    fields = typing.get_type_hints(annotation) if is_record(annotation) else {}
    parts = (*typing.get_args(annotation), *fields.values())
    return any(holds_arrays(part, (*within, annotation)) for part in parts)


def is_record(annotation):
    named = isinstance(annotation, type) and hasattr(annotation, "_fields")
    return dataclasses.is_dataclass(annotation) or named


CLASSES = dataclasses_of(embedcore)
WITH_ARRAYS = {name: each for name, each in CLASSES.items() if holds_arrays(each)}


@pytest.mark.parametrize("name", WITH_ARRAYS)
def test_what_holds_arrays_compares_and_hashes_by_identity(name):
    assert WITH_ARRAYS[name].__eq__ is object.__eq__
    assert WITH_ARRAYS[name].__hash__ is object.__hash__


def test_those_with_arrays_are_found_and_no_others():
    found = {name.removeprefix("embedcore.") for name in WITH_ARRAYS}
    assert {"training.TrainingResult", "words.WordVectors", "model.Parameters"} <= found
    assert not found & {"config.TrainingConfig", "groups.Groups", "parameters.counting.Part"}
    assert len(found) < len(CLASSES)


def test_a_table_of_words_compares_and_hashes():
    first, second = (WordVectors("glove", ("a",), np.ones((1, 2))) for _ in range(2))
    assert first == first
    assert first != second
    assert {first: 1}[first] == 1


class InAField(typing.NamedTuple):
    """A record in which an array stands."""

    values: Mapping[str, np.ndarray]


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        (np.ndarray, True),
        (tuple[torch.Tensor, ...], True),
        (dict[str, list[np.ndarray]], True),
        (np.ndarray | None, True),
        (InAField, True),
        (tuple[str, ...], False),
        (int | None, False),
        (dict, False),
    ],
)
def test_arrays_are_found_wherever_they_stand(annotation, expected):
    assert holds_arrays(annotation) == expected
