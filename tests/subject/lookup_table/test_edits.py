"""Changes made by hand: what is taken, what is refused, and their form in a link."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.errors import InputError
from embedcore.lookup_table.edits import MOST_EDITS, Edit, edit, merged, read, write

edits = st.builds(
    Edit,
    st.integers(0, 9_999_999),
    st.integers(0, 16_383),
    st.floats(-1_000, 1_000).map(lambda value: float(f"{value:.6g}")),
)


def test_the_form_in_a_link():
    assert write([Edit(108, 0, 2.5), Edit(111, 3, -1.0)]) == "108.0:2.5,111.3:-1"
    assert read("108.0:2.5,111.3:-1") == (Edit(108, 0, 2.5), Edit(111, 3, -1.0))
    assert read("") == ()
    assert write(()) == ""


@given(st.lists(edits, max_size=20))
def test_a_link_gives_back_what_was_written(some):
    some = merged(some, ())
    assert read(write(some)) == some


@pytest.mark.parametrize(
    "written",
    [
        *("108", "108.0", "108.0:", "108.0:x", "108.0:nan", "108.0:inf", "108.0:1e4", "-1.0:2"),
        *("a.b:1", "1.0:2,", "1.0:2,,1.1:3", "1.0:2 ", "1.0:2;1.1:3", "12345678.0:1", "１.0:2"),
        "1.0:" + "9" * 999,
        ",".join(f"{row}.0:1" for row in range(MOST_EDITS + 1)),
    ],
)
def test_anything_else_is_refused(written):
    with pytest.raises(ValueError, match=r"\S"):
        read(written)


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        ("2.5", 2.5),
        (" -3 ", -3.0),
        ("1e2", 100.0),
        (1.23456789, 1.23457),
        ("1000", 1_000.0),
        (0, 0),
    ],
)
def test_a_number_is_taken_with_six_digits(raw, value):
    assert edit(7, 2, raw) == Edit(7, 2, value)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "empty_cell"),
        ("", "empty_cell"),
        ("  ", "empty_cell"),
        ("abc", "not_a_number"),
        ("1,5", "not_a_number"),
        ("{count}", "not_a_number"),
        ("NaN", "not_a_number"),
        (math.nan, "not_a_number"),
        ("1001", "number_too_large"),
        (-1e300, "number_too_large"),
        ("inf", "number_too_large"),
        ("1" * 400, "number_too_large"),
    ],
)
def test_what_is_no_usable_number_is_named_with_its_place(raw, reason):
    with pytest.raises(InputError, match="7") as caught:
        edit(7, 2, raw)
    assert caught.value.reason == reason
    assert (caught.value.details["row"], caught.value.details["column"]) == (7, 2)


def test_a_later_edit_of_a_cell_takes_the_place_of_an_earlier_one():
    before = (Edit(2, 0, 1.0), Edit(1, 5, 2.0))
    assert merged(before, [Edit(2, 0, 9.0)]) == (Edit(1, 5, 2.0), Edit(2, 0, 9.0))


def test_too_many_edits_are_refused():
    many = [Edit(row, 0, 1.0) for row in range(MOST_EDITS)]
    assert len(merged(many, [Edit(0, 0, 2.0)])) == MOST_EDITS
    with pytest.raises(InputError, match="65") as caught:
        merged(many, [Edit(MOST_EDITS, 0, 1.0)])
    assert caught.value.reason == "too_many_edits"
