"""Neighbours: each number is that of the table, and what is not in the table is said."""

import numpy as np
import pytest

from embedcore import words
from embedcore.errors import MissingPackageError
from embedcore.geometry import cosine_matrix
from embedcore.noise import highest_by_chance
from embedcore.projection import Trust, trust
from embedcore.ui.text import literal
from embedcore.ui.word_table import FIRST_WORD
from embedcore.ui.word_vectors import neighbours
from embedcore.word_vectors.axes import directions

from ..visitor import Visit

both = pytest.mark.parametrize(
    ("language", "name"), [("en", "glove"), ("zh", "chinese")], ids=["en", "zh"]
)


def open_section(language="en", **parameters):
    return Visit("word_vectors", language, section="neighbours", **parameters)


@both
def test_a_words_nearest_with_their_cosines(language, name):
    page = open_section(language)
    table, word = words.load(name), FIRST_WORD[name]
    nearest = table.nearest(word, 10)
    drawn = page.chart("neighbours.alt", word=word, count=10).rows()
    assert list(drawn["word"]) == [found for found, _ in nearest]
    np.testing.assert_allclose(drawn["cosine"], [cosine for _, cosine in nearest])
    rows, width = table.vectors.shape
    values = {"rows": rows, "width": width, "chance": highest_by_chance(rows, width)}
    values |= {"word": literal(word), "nearest": literal(nearest[0][0]), "cosine": nearest[0][1]}
    assert page.says("neighbours.see.nearest", **values)
    assert page.says("neighbours.see.chance", **values)
    first, opposite, alike = neighbours.OPPOSITES[name]
    apart, near = cosine_matrix(table.rows((first, opposite, alike)))[0, 1:]
    assert apart > near, "the sentence says that opposites can be nearer"
    said = {"first": first, "opposite": opposite, "alike": alike, "apart": apart, "near": near}
    assert page.says("neighbours.see.opposites", **said)


@both
def test_the_map_has_the_words_with_their_neighbours_and_its_trust_beside_it(language, name):
    page = open_section(language, map="pca")
    table, typed = words.load(name), neighbours.DEFAULT_LINE[name].split()
    every = {*typed}.union(*({w for w, _ in table.nearest(word, 8)} for word in typed))
    values = {"method": "PCA", "words": len(every), "typed": len(typed)}
    drawn = page.chart("neighbours.map.alt", **values).rows()
    assert set(drawn["word"]) == every
    assert set(drawn["word"][drawn["typed"]]) == {*typed}
    expected = trust(directions(table, list(drawn["word"])), drawn[["x", "y"]].to_numpy())
    shown = page.metrics
    found = shown[page.text("neighbours.trust.heading")], shown[page.text("neighbours.trust.kept")]
    assert found == (f"{expected.trustworthiness:.2f}", f"{expected.kept_neighbours:.0%}")
    cosines = cosine_matrix(table.rows(typed))[np.triu_indices(len(typed), k=1)]
    (see,) = [said for said in page.said if f"{cosines.min():+.2f}" in said]
    assert f"{cosines.max():+.2f}" in see


@both
def test_until_umap_is_compiled_the_map_is_pca_and_says_so(language, name, umap_ready, monkeypatch):
    asked = []

    def fake_map(frames, method, *settings):
        asked.append(method)
        return frames[..., :2], [Trust(0.5, 0.25, 5)]

    monkeypatch.setattr(neighbours, "cached_map", fake_map)
    page = open_section(language)
    assert page.says("neighbours.waiting")
    umap_ready.set()
    page.run()
    assert not page.says("neighbours.waiting")
    assert (asked[0], asked[-1]) == ("pca", "umap")
    assert "25%" in page.metrics.values()


def test_a_word_near_two_is_of_neither():
    table = words.WordVectors("t", tuple("abcd"), np.eye(4, dtype=np.float32))
    names = neighbours.with_neighbours
    near = {"a": ["c", "d"], "b": ["c", "a"]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            neighbours, "cached_nearest", lambda _, word, k: [(w, 0.5) for w in near[word]]
        )
        places = names(table, ["a", "b"])
    assert places.words == ["a", "b", "c", "d"]
    assert places.group_of.tolist() == [0, 1, -1, 0]


def test_the_words_that_the_page_calls_missing_are():
    page = open_section("zh")
    (said,) = [said for said in page.said if "制作时去掉了" in said and "word2vec" in said]
    missing = [word for word in "我大是" if word in said]
    assert missing == ["我", "大", "是"]
    assert not {*missing} & words.load("chinese").index.keys()


@both
def test_one_word_on_the_map(language, name):
    page = open_section(language, several=FIRST_WORD[name], map="pca")
    assert page.chart("neighbours.map.alt", method="PCA", words=9, typed=1)


def test_what_the_table_does_not_have_is_said_where_it_was_typed():
    page = open_section(several="Paris, catz, 国王 piano two three four five $x$", word="Café")
    assert page.says("words.lowered", typed=literal("Café"), word=literal("café"))
    assert page.says("setup.too_many", count=9, most=6)
    assert page.says("words.lowered", typed=literal("Paris"), word=literal("paris"))
    for unknown in ("catz", "国王"):
        assert page.says("words.unknown", word=literal(unknown))
    assert any(literal("cats") in said for said in page.warnings)
    assert page.chart("neighbours.map.alt", method="PCA", words=28, typed=4)
    page.set("several", " , ;").set("word", "")
    assert page.said.count(page.text("words.empty")) == 2
    assert not page.charts


def test_the_language_brings_its_table_and_its_words():
    page = open_section().choose_language("zh")
    assert page.values["table"] == "chinese"
    assert page.values["word"] == FIRST_WORD["chinese"]
    page.set("table", "glove")
    assert page.values["word"] == "cat"
    assert page.url == {"lang": "zh", "table": "glove"}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("section", ["neighbours", "axes", "games"])
def test_without_the_data_the_page_says_what_to_install(monkeypatch, language, section):
    def missing(name):
        raise MissingPackageError("synonyms")

    monkeypatch.setattr(words, "load", missing)
    page = Visit("word_vectors", language, section=section)
    assert page.errors == [page.text("errors.missing_package", package=literal("synonyms"))]
    assert page.says("cautions")
    assert not page.charts


@pytest.mark.parametrize("section", ["neighbours", "axes", "games"])
def test_the_closers_open(section):
    page = Visit("word_vectors", section=section).look_closer()
    assert page.tables
    assert "def " in page.tab.code[0].value
