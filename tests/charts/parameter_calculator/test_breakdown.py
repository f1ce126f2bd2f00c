"""Wholes as bars, cut into their parts."""

import pytest

from embedcore.charts.parameter_calculator.breakdown import (
    COLOURS,
    Bar,
    breakdown,
    narrowest_labelled,
)
from embedcore.parameters import PART_NAMES

from ..spec import rows

BAR_TITLES = {f"{name}_title": name for name in ("part", "count", "share")}


COLOURED = [*PART_NAMES, "attention_context", "tied_head"]


@pytest.mark.parametrize("narrow", [False, True])
def test_bars_are_drawn_one_below_the_other_and_named_where_there_is_room(narrow):
    first = Bar("one", ("token_embedding", "mlp"), ("table", "rest"), (1, 3))
    second = Bar("two", ("mlp", "norms"), ("rest", "tiny"), (99, 1))
    spec = breakdown([first, second], **BAR_TITLES, narrow=narrow).to_dict()
    data = rows(spec, "rect")
    assert [row["start"] for row in data] == [0, 0.25, 0, 0.99]
    assert [row["end"] for row in data] == [0.25, 1, 0.99, 1]
    assert data[1]["bottom"] < data[2]["top"]
    assert [row["label"] for row in data] == ["", "rest", "rest", ""]  # tables are named above
    assert narrowest_labelled(narrow) > 0.01


def test_each_part_has_one_colour_wherever_it_stands_and_a_border():
    first = Bar(
        "one", ("token_embedding", "attention", "mlp"), ("table", "looks", "rest"), (1, 3, 3)
    )
    second = Bar("two", ("mlp", "lm_head", "attention"), ("rest", "out", "looks"), (9, 1, 2))
    spec = breakdown([first, second], **BAR_TITLES).to_dict()
    (rect,) = [layer for layer in spec["layer"] if layer["mark"]["type"] == "rect"]
    scale = rect["encoding"]["color"]["scale"]
    shown = dict(zip(scale["domain"], scale["range"], strict=True))
    kinds = {"table": "token_embedding", "looks": "attention", "rest": "mlp", "out": "lm_head"}
    assert shown == {name: COLOURS[kind] for name, kind in kinds.items()}
    assert rect["mark"]["strokeWidth"] >= 1
    assert rect["mark"]["stroke"] not in COLOURS.values()
    assert rect["encoding"]["color"]["legend"]["labelLimit"] == 0  # nothing cut


def test_no_two_kinds_share_a_colour_but_the_one_table_at_both_ends():
    assert set(COLOURS) == set(COLOURED)
    assert COLOURS["tied_head"] == COLOURS["token_embedding"]
    others = [colour for kind, colour in COLOURS.items() if kind != "tied_head"]
    assert len(set(others)) == len(others)


@pytest.mark.parametrize(
    ("bars", "narrow", "named"), [(1, False, False), (1, True, True), (2, False, True)]
)
def test_a_legend_names_the_parts_that_may_have_no_name_of_their_own(bars, narrow, named):
    one = Bar("one", ("token_embedding", "mlp"), ("table", "rest"), (1, 3))
    spec = breakdown([one] * bars, **BAR_TITLES, narrow=narrow).to_dict()
    (rect,) = [layer for layer in spec["layer"] if layer["mark"]["type"] == "rect"]
    assert (rect["encoding"]["color"]["legend"] is not None) == named
