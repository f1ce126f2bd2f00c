"""Wholes as bars, cut into their parts."""

import pytest

from embedcore.charts.parameter_calculator.breakdown import Bar, breakdown, narrowest_labelled

from ..spec import rows

BAR_TITLES = {f"{name}_title": name for name in ("part", "count", "share")}


@pytest.mark.parametrize("narrow", [False, True])
def test_bars_are_drawn_one_below_the_other_and_named_where_there_is_room(narrow):
    first = Bar("one", ("table", "rest"), (1, 3), (True, False))
    second = Bar("two", ("rest", "tiny"), (99, 1), (False, False))
    spec = breakdown([first, second], **BAR_TITLES, narrow=narrow).to_dict()
    data = rows(spec, "rect")
    assert [row["start"] for row in data] == [0, 0.25, 0, 0.99]
    assert [row["end"] for row in data] == [0.25, 1, 0.99, 1]
    assert data[1]["bottom"] < data[2]["top"]
    assert [row["label"] for row in data] == ["", "rest", "rest", ""]  # tables are named above
    assert narrowest_labelled(narrow) > 0.01
    assert data[0]["strength"] != data[1]["strength"]
