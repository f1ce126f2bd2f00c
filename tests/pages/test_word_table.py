"""What is spelt alike: quick, and as good as the plain comparison with every word."""

import difflib
import random
import time

import numpy as np
import pytest

from embedcore import words
from embedcore.ui.text import literal
from embedcore.ui.word_table import SPELLINGS, cached_spellings, known_form
from embedcore.words import WordVectors

from .visitor import Visit

KNOWN = 4_000  # words of each table, so that the plain way takes a second or two
TYPOS = {  # what a hand does to a word
    "glove": {
        "recieve": "receive",
        "goverment": "government",
        "seperate": "separate",
        "beleive": "believe",
        "Untied": "united",
        "languge": "language",
        "tomorow": "tomorrow",
        "pinao": "piano",
    },
    "chinese": {"北京京": "北京", "星期一一": "星期一", "图书管": "图书馆"},
}


@pytest.fixture(params=["glove", "chinese"])
def table(request, monkeypatch):
    """The most frequent words of a real table."""
    whole = words.load(request.param)
    few = WordVectors(whole.name, whole.words[:KNOWN], whole.vectors[:KNOWN])
    monkeypatch.setattr(words, "load", lambda name: few)
    cached_spellings.clear()
    yield few
    cached_spellings.clear()


def mistyped(table):
    """50 words of the table, each with one slip, that are no words of it any more."""
    rng = random.Random(0)
    letters = [word[0] for word in table.words if word[0].isalpha()]
    long = [w for w in table.words[100:] if w.isalpha() and len(w) > 2]
    found = {}
    while len(found) < 50:
        word = rng.choice(long)
        at = rng.randrange(len(word) - 1)
        slips = (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + rng.choice(letters) + word[at + 1 :],
        )
        typed = rng.choice(slips)
        if typed not in table.index:
            found[typed] = word
    return found


def test_as_many_words_are_found_as_by_the_plain_comparison(table):
    ours = plain = 0
    for typed, meant in mistyped(table).items():
        ours += meant in cached_spellings(table.name, typed)
        plain += meant in difflib.get_close_matches(typed.lower(), table.words, SPELLINGS, 0.6)
    assert ours >= plain
    assert ours > 25


@pytest.mark.parametrize("name", TYPOS)
def test_usual_slips_find_their_word_in_the_whole_table(name):
    for typed, meant in TYPOS[name].items():
        assert meant in cached_spellings(name, typed), typed


def test_nothing_is_alike_to_nonsense_and_nothing_is_shown_twice():
    assert cached_spellings("glove", "§§§§§§") == []
    found = cached_spellings("glove", "catz")
    assert len(found) == len(set(found)) == SPELLINGS


def test_a_whole_table_is_compared_before_anyone_waits():
    words.load("glove")  # read by now
    start = time.process_time()
    for number in range(10):
        cached_spellings("glove", f"unheardof{number}")
    assert time.process_time() - start < 1  # the plain way takes 3 s


GLOVE = ("café", "zürich", "cat", "usa", "king")


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("cafe\u0301", "café"),
        ("Zu\u0308rich", "zürich"),
        ("cat\u200b", "cat"),
        ("\ufeffcat", "cat"),
        ("ca\u00adt", "cat"),
        ("ｃａｔ", "cat"),
        ("ＵＳＡ", "usa"),
        ("  King ", "king"),
        ("\u3000king\u3000", "king"),
        ("dog", None),
        ("\u200b", None),
    ],
)
def test_a_word_is_found_however_it_was_typed(typed, word):
    table = WordVectors("glove", GLOVE, np.eye(len(GLOVE), dtype=np.float32))
    assert known_form(table, typed) == word


def test_the_page_says_what_was_looked_up_where_that_can_be_seen():
    page = Visit("word_vectors", section="neighbours", word="ｃａｔ")
    assert page.says("words.looked_up", typed=literal("ｃａｔ"), word=literal("cat"))
    page.set("word", "cat\u200b")
    assert not page.says("words.looked_up", typed=literal("cat\u200b"), word=literal("cat"))
    assert not page.warnings
    page.set("word", "Cat")
    assert page.says("words.lowered", typed=literal("Cat"), word=literal("cat"))
