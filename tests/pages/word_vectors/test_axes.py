"""Axes of meaning: places, ends and orders are those of the table."""

import numpy as np
import pytest

from embedcore import words
from embedcore.ui.text import literal
from embedcore.ui.word_vectors import axes
from embedcore.word_vectors.axes import cosine_of_axes, in_order, semantic_projection

from ..visitor import Visit

both = pytest.mark.parametrize(
    ("language", "name"), [("en", "glove"), ("zh", "chinese")], ids=["en", "zh"]
)


def open_section(language="en", **parameters):
    return Visit("word_vectors", language, section="axes", **parameters)


def picture(page, across, up, count):
    titles = [page.text("axes.title", low=low, high=high) for low, high in (across, up)]
    chart = page.chart("axes.alt", count=count, x=titles[0], y=titles[1])
    return chart.rows("point").set_index("word")


@both
def test_words_lie_where_the_table_puts_them(language, name):
    page = open_section(language)
    table, across, up = words.load(name), axes.ACROSS[name], axes.UP[name]
    drawn = picture(page, across, up, count=17)
    for column, ends in (("x", across), ("y", up)):
        expected = semantic_projection(table, *ends, list(drawn.index))
        np.testing.assert_allclose(drawn[column], expected, atol=1e-9)
        place = drawn[column]
        values = {"low": literal(ends[0]), "high": literal(ends[1])}
        values |= {"lowest": literal(place.idxmin()), "highest": literal(place.idxmax())}
        values |= {"low_place": place.min(), "high_place": place.max()}
        assert page.says("axes.see.ends", **values)
    assert page.says("axes.angle", cosine=cosine_of_axes(table, across, up))


@both
def test_what_is_known_of_the_order_is_counted(language, name):
    page = open_section(language)
    table, sizes = words.load(name), axes.SIZES[name]
    low, high = axes.UP[name]
    counted = {}
    for ends in ((low, high), axes.OTHER_PAIR[low, high]):
        places = dict(zip(sizes, semantic_projection(table, *ends, sizes), strict=True))
        counted[ends] = in_order(places, [sizes])[0]
        values = {"low": literal(ends[0]), "high": literal(ends[1])}
        values |= {"right": counted[ends], "pairs": 21}
        if ends == (low, high):
            values |= {"first": literal(sizes[0]), "last": literal(sizes[-1])}
            assert page.says("axes.see.known", **values)
        else:
            assert page.says("axes.see.other", **values)
    couples = axes.COUPLES[name]
    order = {
        w: semantic_projection(table, *axes.ACROSS[name], [w])[0] for pair in couples for w in pair
    }
    right = sum(order[a] < order[b] for a, b in couples)
    values = dict(zip(("low", "high"), map(literal, axes.ACROSS[name]), strict=True))
    values |= dict(zip(("first", "last"), map(literal, couples[0]), strict=True))
    assert page.says("axes.see.known", right=right, pairs=4, **values)


@both
def test_a_known_order_may_lack_its_ends(language, name):
    sizes = axes.SIZES[name][2:4]
    page = open_section(language, on_axes=" ".join(sizes))
    names = dict(zip(("low", "high"), map(literal, axes.UP[name]), strict=True))
    places = dict(
        zip(sizes, semantic_projection(words.load(name), *axes.UP[name], sizes), strict=True)
    )
    right, pairs = in_order(places, [sizes])
    first, last = map(literal, sizes)
    said = page.text("axes.see.known", right=right, pairs=pairs, first=first, last=last, **names)
    assert pairs == 1
    assert any(said in markdown for markdown in page.said)


@pytest.mark.parametrize("name", axes.SIZES)
def test_every_word_that_the_page_brings_is_in_its_table(name):
    known = words.load(name).index.keys()
    brought = {*axes.SIZES[name], *axes.PROFESSIONS[name], *axes.ACROSS[name], *axes.UP[name]}
    brought |= {word for couple in axes.COUPLES[name] for word in couple}
    brought |= {*axes.OTHER_PAIR[axes.UP[name]]}
    assert brought <= known


def test_own_pairs_and_words():
    page = open_section(across="cold hot", up="land sea", on_axes="ship, Ice")
    drawn = picture(page, ("cold", "hot"), ("land", "sea"), count=2)
    assert list(drawn.index) == ["ship", "ice"]
    assert not any("21" in said for said in page.said)


@both
def test_an_axis_needs_two_words(language, name):
    low, high = axes.ACROSS[name]
    page = open_section(language, across=low)
    assert page.says("axes.two", word=literal(low))
    assert not page.charts
    page.set("across", f"{low} {low}")
    assert page.says("axes.two", word=literal(low))
    page.set("across", f"{low} {high} xyzzyx")
    assert page.says("setup.too_many", count=3, most=2)
    assert len(page.charts) == 1
    page.set("up", "")
    assert page.says("words.empty")
    assert not page.charts


@pytest.mark.parametrize(
    ("places", "wrong"),
    [
        ((-0.5, 0.5, -0.1, 0.1), []),
        ((0.3, 0.5, -0.1, 0.1), ["king"]),
        ((-0.3, -0.1, 0.2, 0.1), ["prince", "queen"]),
        ((0.0, 0.0, 0.0, 0.0), []),
    ],
)
def test_who_stands_on_the_wrong_side_is_named(places, wrong):
    words = ["king", "queen", "prince", "princess"]
    axis = axes.Axis("man", "woman", np.array(places))
    assert axes.on_the_wrong_side(words, axis) == wrong
    assert axes.on_the_wrong_side(words, axes.Axis("a", "b", np.array(places))) == []
