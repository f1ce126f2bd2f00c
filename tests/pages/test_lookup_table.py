"""The lookup page: the rows of the result are the rows of the table."""

import numpy as np
import pytest

from embedcore.embedding import Embedding
from embedcore.geometry import cosine_matrix, spread_of_pairs
from embedcore.tokens import ByteTokenizer
from embedcore.ui.text import literal

from .visitor import Visit

HELLO = [72, 101, 108, 108, 111]
TABLE, RESULT, NAMES = 0, 3, 4  # layers of the picture


def rows_of(ids, d_model=8, seed=0):
    return Embedding(256, d_model, seed=seed)(ids).detach().numpy()


@pytest.mark.parametrize(("d_model", "seed"), [(8, 0), (2, 9_999), (16, 3)])
def test_the_result_holds_the_rows_of_the_tokens(d_model, seed):
    page = Visit("lookup_table", d_model=str(d_model), seed=str(seed))
    chart = page.chart("flow.alt", count=5)
    drawn = chart.rows(RESULT)["value"].to_numpy().reshape(5, d_model)
    np.testing.assert_array_equal(drawn, rows_of(HELLO, d_model, seed))
    table = chart.rows(TABLE)["value"].to_numpy().reshape(256, d_model)
    np.testing.assert_array_equal(table, rows_of(list(range(256)), d_model, seed))


def test_a_wide_row_is_drawn_in_part_and_the_page_says_so():
    page = Visit("lookup_table", d_model="64")
    drawn = page.chart("flow.alt", count=5).rows(RESULT)["value"].to_numpy().reshape(5, 16)
    np.testing.assert_array_equal(drawn, rows_of(HELLO, 64)[:, :16])
    assert page.says("flow.columns", shown=16, d_model=64)


def test_names_and_ids_stand_beside_the_picture_in_the_order_typed():
    page = Visit("lookup_table", text="aab")
    names = page.chart("flow.alt", count=3).rows(NAMES).sort_values("y")
    assert list(names["token"]) == ["a", "a", "b"]
    assert list(names["id"]) == [97, 97, 98]


def test_the_table_of_numbers_is_the_rows_rounded():
    page = Visit("lookup_table").look_closer("rows")
    table = page.tables[0]
    assert list(table[page.text("ways.id")]) == HELLO
    np.testing.assert_array_equal(table.iloc[:, 1:].to_numpy(), rows_of(HELLO).round(4))


def test_the_cosines_are_those_of_the_rows():
    page = Visit("lookup_table", d_model="4")
    chart = page.chart("cosine.alt", count=5)
    np.testing.assert_allclose(chart.square(), cosine_matrix(rows_of(HELLO, 4)))
    assert chart.axis("x") == chart.axis("y") == list("Hello")
    assert chart.layers[0]["encoding"]["color"]["scale"]["domain"] == [-1, 1]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sentences_hold_the_computed_numbers(language):
    page = Visit("lookup_table", language, text="aab", d_model="4", seed="7")
    weight = Embedding(256, 4, seed=7).weight.detach().numpy()
    assert page.says("see.rows", token=literal("a"), token_id=97, count=3, d_model=4)
    assert page.says("see.distinct", distinct=2, count=3)
    assert page.says("ways.see", difference=0.0, numbers=12, products=3 * 256 * 4)
    assert page.says("cosine.see", spread=spread_of_pairs(weight), predicted=0.5, d_model=4)


def test_a_long_text_shows_its_first_tokens():
    page = Visit("lookup_table", text="猫" * 6)
    assert page.says("only_first", shown=16, count=18)
    names = page.chart("flow.alt", count=16).rows(NAMES)
    assert list(names["id"]) == ByteTokenizer().encode("猫" * 6)[:16]
