"""One text under several tokenizers: chips one above the other, laid over the same bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.charts.one_hot.chips import Chip, chips, line_breaks
from embedcore.tokenizers import NAMES, load, spans
from embedcore.tokens import repair

from ..spec import rows


def chips_of(text):
    return [
        Chip(row, load(name).label(span.token_id), *span)
        for row, name in enumerate(NAMES)
        for span in spans(load(name), text)
    ]


def drawn_chips(text, width):
    titles = {"token_title": "token", "id_title": "id"}
    return chips(chips_of(text), names=NAMES, bytes_per_line=width, **titles).to_dict()


@given(st.text(min_size=1, max_size=40), st.integers(4, 30))
def test_a_line_breaks_where_no_token_is_cut(text, width):
    tokens = chips_of(repair(text))
    breaks = line_breaks(tokens, width)
    for row in range(len(NAMES)):
        assert set(breaks) <= {chip.start for chip in tokens if chip.row == row}
    # A longer line has no place at which it could have been broken.
    ends = [*breaks[1:], max(chip.end for chip in tokens)]
    everywhere = set.intersection(
        *({c.start for c in tokens if c.row == row} for row in range(len(NAMES)))
    )
    for start, end in zip(breaks, ends, strict=True):
        assert end - start <= width or not everywhere & set(range(start + 1, end))


def test_lines_are_as_long_as_they_may_be():
    tokens = [Chip(0, "x", 1, place, place + 1) for place in range(10)]
    assert line_breaks(tokens, 4) == [0, 4, 8]
    assert line_breaks(tokens, 10) == [0]
    assert line_breaks([Chip(0, "x", 1, 0, 9), Chip(0, "y", 2, 9, 10)], 4) == [0, 9]


def test_a_chip_is_as_wide_as_its_bytes_and_says_its_id():
    spec = drawn_chips("the 猫", 30)
    drawn = rows(spec)
    the = [(row["name"], row["token_id"]) for row in drawn if row["start"] == 0 and row["end"] == 3]
    assert the == [("the", 1169), ("the", 1820), ("the", 3086)]
    for row in drawn:
        assert row["right"] - row["left"] == pytest.approx(row["end"] - row["start"] - 0.1)
    assert [row["name"] for row in drawn if row["row"] == 0] == [*"the␣", "e7", "8c", "ab"]
    assert {row["place"] for row in drawn} == set(range(len(NAMES)))


def test_a_long_text_goes_on_below():
    spec = drawn_chips("cat " * 12, 12)
    drawn = rows(spec)
    assert max(row["right"] for row in drawn) <= 12
    assert {row["place"] % (len(NAMES) + 1) for row in drawn} == set(range(len(NAMES)))
    assert max(row["place"] for row in drawn) > len(NAMES)


@pytest.mark.parametrize("text", ["a", "'\"\\", "\n\t\0", "👨‍👩‍👧", "e\u0301", "猫" * 20])
def test_any_text_makes_a_valid_picture(text):
    spec = drawn_chips(text, 12)
    lit = next(param for param in spec["params"] if param["name"] == "pointed")
    last = [row for row in rows(spec) if row["row"] == len(NAMES) - 1]
    assert lit["value"] == [{"start": 0, "end": last[0]["end"]}]
