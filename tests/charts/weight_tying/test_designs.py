"""Two tables or one: the picture of both designs."""

import numpy as np
import pytest

from embedcore.charts.weight_tying.designs import MOST_ROWS, DesignWords, design

from ..spec import layers, rows

WORDS = DesignWords("token id", "scores", ["trunk", "empty"])


def table(count, width=3, seed=0):
    return np.random.default_rng(seed).standard_normal((count, width))


def drawn_design(*tables):
    names = ["input", "output"] if len(tables) == 2 else ["one"]
    given = {"names": names, "words": WORDS, "value_title": "value"}
    return design(tables, "abcdefghijklmnop", **given).to_dict()


@pytest.mark.parametrize("count", [2, 16])
@pytest.mark.parametrize("tables", [1, 2])
def test_a_design_draws_the_first_rows_of_its_tables(tables, count):
    given = [table(count, seed=seed) for seed in range(tables)]
    spec = drawn_design(*given)
    cells = rows(spec, "rect")
    shown = min(count, MOST_ROWS)
    expected = np.concatenate([rows_of[:shown].ravel() for rows_of in given])
    np.testing.assert_allclose([cell["value"] for cell in cells], expected)
    assert {cell["token"] for cell in cells} == set("abcdefghijklmnop"[:shown])


def test_two_tables_have_two_frames_and_one_has_one():
    for tables in (1, 2):
        spec = drawn_design(*[table(4)] * tables)
        frames = rows(spec, layers(spec, "rect")[1])
        assert len(frames) == tables


def test_a_design_shows_what_is_read_and_written_with_an_arrow_each():
    spec = drawn_design(table(4))
    said = {row["word"] for layer in layers(spec, "text") for row in rows(spec, layer)}
    assert said == {"token id", "scores", "trunk", "empty", "one"}
    shapes = [layer["mark"]["shape"] for layer in layers(spec, "point")]
    assert sorted(shapes) == ["triangle-left"] * 2 + ["triangle-right"] * 2
