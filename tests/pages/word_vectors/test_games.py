"""The games: scores and walks are those of the table, misses are shown."""

import numpy as np
import pytest

from embedcore import words
from embedcore.ui import word_table
from embedcore.ui.text import literal
from embedcore.ui.word_vectors import games
from embedcore.word_vectors.word_games import ODD_SETS, mean_cosines, odd_one_out

from ..visitor import Visit

both = pytest.mark.parametrize(
    ("language", "name"), [("en", "glove"), ("zh", "chinese")], ids=["en", "zh"]
)


def open_section(language="en", **parameters):
    return Visit("word_vectors", language, section="games", **parameters)


@both
def test_the_odd_one_out_and_one_that_goes_wrong(language, name):
    page = open_section(language)
    table, typed = words.load(name), games.DEFAULT_SET[name].split()
    scores = mean_cosines(table, typed)
    odd = typed[int(scores.argmin())]
    assert odd == typed[-1], "the default works"
    drawn = page.chart("games.odd.alt", words=" ".join(typed), odd=odd).rows()
    np.testing.assert_allclose(drawn["score"], scores)
    lowest, second = np.sort(scores)[:2]
    assert page.says("games.odd.see.own", odd=literal(odd), lowest=lowest, second=second)
    sets = ODD_SETS[name]
    missed = [known for known in sets if odd_one_out(table, known) != known[-1]]
    values = {"sets": len(sets), "right": len(sets) - len(missed)}
    assert page.says("games.odd.see.sets", **values)
    wrong = odd_one_out(table, missed[-1])
    values = {"meant": literal(missed[-1][-1]), "odd": literal(wrong)}
    assert page.says("games.odd.see.missed", **values)
    assert page.chart("games.odd.alt", words=" ".join(missed[-1]), odd=wrong)


@both
def test_two_words_are_too_few(language, name):
    first, second, *_ = games.DEFAULT_SET[name].split()
    page = open_section(language, odd_words=f"{first} {second} {first} xyzzyx")
    assert page.says("games.odd.too_few", fewest=3)
    assert page.says("words.unknown", word=literal("xyzzyx"))
    assert len(page.charts) == 1, "the set that goes wrong"


# The walk, on a table in which it is known: words on a circle, each a step on from the last


@pytest.fixture
def circle(monkeypatch):
    """Eleven words, a sixteenth of a turn between two; one is rare."""
    angles = np.array([*range(10), 13]) * np.pi / 8
    rows = np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32)
    names = (*"abcdefghij", "rare")
    tables = {n: words.WordVectors(n, names, rows) for n in ("glove", "chinese")}
    monkeypatch.setattr(words, "load", tables.__getitem__)
    monkeypatch.setattr(games, "MOST_WALKED", 10)
    caches = (games.cached_graph, word_table.cached_nearest, word_table.cached_spellings)
    for cached in caches:
        cached.clear()
    yield
    for cached in caches:
        cached.clear()


@both
def test_a_walk_goes_round_the_circle(circle, language, name):
    page = open_section(language, game="walk", walk_from="c", walk_to="i", walk_near="4")
    path = "c → e → g → i"  # of the four nearest two lie on each side
    chart = page.chart("games.walk.alt", steps=3, words=path)
    drawn = chart.rows()
    cosines = np.cos(np.arange(0, 7, 2) * np.pi / 8)
    np.testing.assert_allclose(drawn["cosine"], [*cosines, *cosines[::-1]], atol=1e-6)
    ends = {"start": literal("c"), "goal": literal("i")}
    values = {"steps": 3, "least": np.cos(np.pi / 4), "straight": np.cos(6 * np.pi / 8)}
    assert page.says("games.walk.see", **ends, **values)
    assert page.says("games.walk.reach", start=ends["start"], share=1.0, count=10, k=4)


@both
def test_where_no_walk_leads_the_page_says_so(circle, monkeypatch, language, name):
    def lonely(table_name, _label):
        near = np.array([[1]] + [[0]] * 9, dtype=np.int32)
        return games.Graph(near, np.ones((10, 1), dtype=np.float32))

    monkeypatch.setattr(games, "cached_graph", lonely)
    page = open_section(language, game="walk", walk_from="a", walk_to="j", walk_near="3")
    assert page.says("games.walk.none", start=literal("a"), goal=literal("j"), k=3)
    assert page.says("games.walk.reach", start=literal("a"), share=1 / 9, count=10, k=3)
    assert not page.charts


def test_a_rare_word_the_same_word_and_none(circle):
    page = open_section(game="walk", walk_from="rare", walk_to="a")
    assert page.says("games.walk.rare", word=literal("rare"), rank=11, most=10)
    page.set("walk_from", "a")
    assert page.says("games.walk.same", word=literal("a"))
    page.set("walk_to", "")
    assert page.says("words.empty")
    assert not page.charts


@pytest.mark.parametrize("name", games.DEFAULT_WALK)
def test_the_default_words_of_the_walk_are_frequent_enough(name):
    table = words.load(name)
    assert all(table.index[word] < games.MOST_WALKED for word in games.DEFAULT_WALK[name])
