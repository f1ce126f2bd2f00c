"""A mean with its spread, everywhere the same spread; and what chance alone can do."""

import ast
import itertools
import statistics

import numpy as np
import pytest

from embedcore.errors import InputError
from embedcore.samples import chance_of, mean_and_spread

from .test_imports import OURS, each

SPREADS = {"std", "var", "nanstd", "nanvar", "pstdev", "pvariance"}


def test_the_spread_is_that_of_a_sample():
    values = [1.0, 2.5, 2.0, 7.0]
    mean, spread = mean_and_spread(np.array(values))
    assert mean == pytest.approx(statistics.mean(values))
    assert spread == pytest.approx(statistics.stdev(values))


# Every ± of the app


def of_a_population(source):
    """The lines that ask for a spread and do not say that it is a sample's."""
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in SPREADS
    ]
    return [call.lineno for call in calls if "ddof=1" not in map(ast.unparse, call.keywords)]


@each(*OURS)
def test_a_spread_is_divided_by_one_less_than_the_sample(path):
    assert not of_a_population(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "spread",
    [
        "values.std()",
        "np.std(values)",
        "values.std(axis=1, ddof=0)",
        "runs.cosines[:, 1].var(axis=0)",
        "pstdev(values)",
    ],
)
def test_the_spread_of_a_population_is_found(spread):
    source = f"sample = values.std(axis=0, ddof=1), np.var(values, ddof=1)\nother = {spread}"
    assert of_a_population(source) == [2]


# What chance can do


def test_chance_is_counted_over_all_signs():
    generator = np.random.default_rng(0)
    for count in (1, 2, 5, 8):
        values = generator.normal(0.5, 1, count)
        signs = itertools.product((1, -1), repeat=count)
        means = [abs(np.mean(values * np.array(sign))) for sign in signs]
        expected = np.mean([mean >= abs(values.mean()) - 1e-12 for mean in means])
        assert chance_of(values) == pytest.approx(expected)
        assert chance_of(-values) == chance_of(values)


def test_chance_at_its_ends():
    assert chance_of(np.full(8, 0.1)) == 2 / 256
    assert chance_of(np.zeros(4)) == 1
    for count in (0, 17):
        with pytest.raises(InputError):
            chance_of(np.ones(count))
