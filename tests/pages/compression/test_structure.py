"""What survives, on the compression page: recomputed from small tables."""

import numpy as np
import pytest

from embedcore import words
from embedcore.analogy_questions import Section
from embedcore.compression.compress import centred, survival
from embedcore.compression.random_projection import project_randomly
from embedcore.errors import MissingPackageError
from embedcore.geometry import principal_axes
from embedcore.ui import word_table
from embedcore.ui.compression import structure
from embedcore.ui.compression.structure import PROJECTIONS, WIDTHS
from embedcore.ui.text import literal

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])
CACHES = (
    structure.cached_survival,
    structure.cached_neighbours,
    structure.cached_directions,
    word_table.cached_spellings,
)
QUESTIONS = (("cat", "w1", "w2", "w3"), ("w4", "w5", "w6", "w7"), ("w8", "nobody", "w1", "w2"))


@pytest.fixture(autouse=True)
def small_tables(monkeypatch):
    tables = {}
    for name, width, first in (("glove", 50, "cat"), ("chinese", 100, "猫")):
        rng = np.random.default_rng(width)
        scales = np.linspace(3, 0.3, width)
        vectors = (rng.standard_normal((120, width)) * scales + 0.5).astype(np.float32)
        names = (first, *(f"w{row}" for row in range(1, 120)))
        tables[name] = words.WordVectors(name, names, vectors)
    monkeypatch.setattr(words, "load", tables.__getitem__)
    sections = (Section("all", QUESTIONS),)
    monkeypatch.setattr(structure, "load_sections", lambda: sections)
    for cached in CACHES:
        cached.clear()
    yield tables
    for cached in CACHES:
        cached.clear()


def quiet(done, steps):
    pass


def open_section(language="en", **parameters):
    return Visit("compression", language, section="structure", **parameters)


@both
def test_what_is_kept_of_glove(small_tables, language):
    page = open_section(language, table="glove")
    vectors = small_tables["glove"].vectors
    questions = np.array([[0, 1, 2, 3], [4, 5, 6, 7]])
    found = survival(vectors, np.arange(120), questions, WIDTHS, PROJECTIONS, quiet)
    place = WIDTHS.index(20)
    random = found.kept_random[:, place]
    values = {"own": 50, "width": 20, "nearest": 10, "pca": found.kept_pca[place]}
    spread = random.std(ddof=1)
    assert page.says("structure.see.kept", random=random.mean(), spread=spread, **values)
    right = found.right_random[:, place]
    values = {"before": found.right_before, "width": 20, "pca": found.right_pca[place]}
    spread = right.std(ddof=1)
    assert page.says("structure.see.right", random=right.mean(), spread=spread, **values)
    last = found.kept_random[:, -1]
    values = {"kept": last.mean(), "spread": last.std(ddof=1)}
    assert page.says("structure.see.square", own=50, **values)
    drawn = page.chart("structure.kept_alt", nearest=10, words=200).rows()
    by_way = {way: list(rows["mean"]) for way, rows in drawn.groupby("name")}
    np.testing.assert_allclose(by_way[page.text("structure.pca")], found.kept_pca)
    means = found.kept_random.mean(axis=0)
    np.testing.assert_allclose(by_way[page.text("structure.random")], means)
    assert found.kept_pca[-1] == 1


@both
def test_the_chinese_table_has_neighbours_and_no_questions(language):
    page = open_section(language, table="chinese")
    assert page.says("structure.english_only")
    assert len(page.charts) == 1
    assert not page.errors
    assert [note.icon for note in page.tab.info] == ["⚖️"]  # no box in place of half the section


def test_another_word_builds_no_table_anew(small_tables, monkeypatch):
    widths = []

    def projected(vectors, width, seed):
        widths.append(width)
        return project_randomly(vectors, width, seed)

    page = open_section("en")
    monkeypatch.setattr(structure, "project_randomly", projected)
    page.set("word", "w7")
    page.set("word", "w9")
    assert widths == []
    page.set("width", 8)
    assert widths == [8]
    page.set("word", "w7")
    assert widths == [8]


@both
def test_the_page_opens_with_what_survives_of_the_table_that_has_questions(language):
    page = Visit("compression", language)
    assert (page.values["section"], page.values["table"]) == ("structure", "glove")
    assert len(page.charts) == 2
    page.set("table", "chinese")
    assert page.values["word"] == "猫"


@both
def test_without_the_questions_the_neighbours_stay(monkeypatch, language):
    def missing():
        raise MissingPackageError("gensim")

    monkeypatch.setattr(structure, "load_sections", missing)
    page = open_section(language, table="glove")
    assert page.errors == [page.text("errors.missing_package", package=literal("gensim"))]
    assert len(page.charts) == 1


@both
def test_a_word_in_three_tables(small_tables, language):
    page = open_section(language, table="glove", word="W5", width="12")
    assert page.says("words.lowered", typed=literal("W5"), word=literal("w5"))
    vectors = centred(small_tables["glove"].vectors)
    axes = principal_axes(vectors)[0][:, :12]
    (shown,) = (table.value for table in page.tab.table)
    lists = []
    for column, reduced in enumerate((vectors, vectors @ axes, project_randomly(vectors, 12, 0))):
        unit = reduced / np.linalg.norm(reduced, axis=1, keepdims=True)
        best = np.argsort(-(unit @ unit[5]))[1:7]
        lists.append([small_tables["glove"].words[row] for row in best])
        assert list(shown.iloc[:, column]) == list(map(literal, lists[-1]))
    kept = [len(set(lists[0]) & set(found)) for found in lists[1:]]
    values = {"word": literal("w5"), "width": 12, "shown": 6, "own": 50}
    assert page.says("structure.word.see", pca=kept[0], random=kept[1], **values)


@both
@pytest.mark.parametrize("typed", ["", "$x$", "a\0b", "new york", "Café", "貓" * 50])
def test_a_word_that_is_not_there_leaves_the_rest(typed, language):
    page = open_section(language, table="glove").set("word", typed)
    assert len(page.charts) == 2
    assert page.says("cautions")
    assert page.says("words.empty") or page.warnings
    assert not page.tab.table


def test_the_numbers_can_be_looked_at():
    page = open_section().look_closer("structure")
    assert tuple(page.tables[0][page.text("structure.width")]) == WIDTHS
