"""What is refused, and that the refusal says why."""

import numpy as np
import pytest

from embedcore.bounds import check_number, check_range, check_steps, check_words
from embedcore.errors import InputError


@pytest.mark.parametrize("value", [1, 5, 9])
def test_a_whole_number_in_the_range_is_taken(value):
    check_range("width", value, 1, 9)


@pytest.mark.parametrize("value", [0, 10, 5.0, True, "5", None, float("nan")])
def test_another_is_named_with_the_range(value):
    with pytest.raises(InputError, match=r"width is .*, but must be a whole number in 1 … 9"):
        check_range("width", value, 1, 9)


@pytest.mark.parametrize("value", [1e-300, 0.5, 1, 2.5, np.float64(2)])
def test_a_number_above_0_is_taken(value):
    check_number("rate", value, 2.5)


@pytest.mark.parametrize("value", [0, -0.0, -1, 2.6, True, "1", None, float("nan"), float("inf")])
def test_what_is_no_number_above_0_is_named(value):
    with pytest.raises(InputError) as refused:
        check_number("rate", value, 2.5)
    assert str(refused.value) == f"rate is {value}, but must be a number above 0 and at most 2.5"
    assert refused.value.reason == "out_of_range"
    given = {"name": "rate", "value": value, "lowest": 0, "highest": 2.5}
    np.testing.assert_equal(refused.value.details, given)


@pytest.mark.parametrize("value", [0, 0.0, -0.0, 1])
def test_zero_may_be_let_in(value):
    check_number("min_dist", value, 1, zero=True)


@pytest.mark.parametrize("value", [-1e-9, 1.1, float("nan"), False])
def test_with_zero_the_rest_stays_out(value):
    with pytest.raises(InputError, match="but must be a number from 0 to 1") as refused:
        check_number("min_dist", value, 1, zero=True, reason="no_distance")
    assert refused.value.reason == "no_distance"


def test_too_many_steps_are_refused_with_the_most_there_may_be():
    check_steps(100, seeds=8, d_model=16, most=100)
    with pytest.raises(InputError, match="at most 100 steps") as refused:
        check_steps(101, seeds=8, d_model=16, most=100)
    assert refused.value.reason == "too_much_work"
    assert refused.value.details == {"steps": 101, "seeds": 8, "d_model": 16, "most": 100}


def test_words_beyond_the_bounds_are_named():
    check_words(["cat", "dog", "cat"], longest=3, most=2)
    with pytest.raises(InputError, match="'horse' has 5 characters, but a word may have 3"):
        check_words(["cat", "horse"], longest=3, most=1)
    with pytest.raises(InputError, match="2 different words, but at most 1") as refused:
        check_words(["cat", "dog", "cat"], longest=3, most=1)
    assert refused.value.reason == "many_words"
