"""A mean with its spread, the same everywhere; the order of a sample; what chance can do."""

import ast
import itertools
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.errors import InputError
from embedcore.samples import chance_of, mean_and_spread, spearman

from .test_house import OURS, each

SPREADS = {"std", "var", "nanstd", "nanvar", "pstdev", "pvariance"}


def test_the_spread_is_that_of_a_sample():
    values = [1.0, 2.5, 2.0, 7.0]
    mean, spread = mean_and_spread(np.array(values))
    assert mean == pytest.approx(statistics.mean(values))
    assert spread == pytest.approx(statistics.stdev(values))


# The same order


def ranks_by_counting(values):
    """A value's rank: those below it, and half of those equal to it, itself included."""
    below = [sum(other < value for other in values) for value in values]
    return [n + (values.count(value) + 1) / 2 for n, value in zip(below, values, strict=True)]


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(-1, 1)), min_size=3, max_size=30))
def test_spearman_is_pearson_of_the_ranks(pairs):
    first, second = map(list, zip(*pairs, strict=True))
    if len(set(first)) > 1 and len(set(second)) > 1:
        expected = statistics.correlation(ranks_by_counting(first), ranks_by_counting(second))
        assert spearman(np.array(first), np.array(second)) == pytest.approx(expected, abs=1e-12)


def test_only_the_order_counts():
    values = np.array([0.1, 0.5, 0.2, 0.9])
    assert spearman(values, np.exp(9 * values)) == pytest.approx(1)
    assert spearman(values, -(values**3)) == pytest.approx(-1)


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
