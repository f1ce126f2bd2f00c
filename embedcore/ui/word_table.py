"""A real table of word vectors on a page, and the words that a visitor looks up in it."""

from collections.abc import Iterable

import streamlit as st
from rapidfuzz import fuzz, process

from embedcore import words
from embedcore.errors import MissingPackageError
from embedcore.spelling import looks_the_same, normal_form
from embedcore.ui.kept import kept
from embedcore.ui.show import explain
from embedcore.ui.text import Text, literal
from embedcore.words import WordVectors

FIRST_WORD = {"minilm": "cat", "glove": "cat", "chinese": "猫"}  # of each table, to begin with
LONGEST_WORD, SPELLINGS = 40, 5
ALIKE = 60  # of 100: the share of characters, of both words, that stand in both in this order


def table_or_explain(text: Text, name: str) -> WordVectors | None:
    """The table of that name; or None, and on the page what to install."""
    try:
        return words.load(name)
    except MissingPackageError as error:
        explain(text, error)
        return None


def known_form(table: WordVectors, typed: str) -> str | None:
    """The word as the table has it: as typed, in its normal form, or in lower case; else None."""
    word = typed.strip()
    usual = normal_form(word).strip()
    forms = word, usual, normal_form(usual.lower())
    return next((form for form in forms if form in table.index), None)


def find_word(text: Text, table: WordVectors, typed: str) -> str | None:
    """The typed word as the table has it; or None, and on the page why, and what is spelt alike."""
    word, typed = known_form(table, typed), typed.strip()
    if not normal_form(typed):
        st.info(text("words.empty"), icon="⌨️")
    elif word is None:
        _say_unknown(text, table, typed)
    elif not looks_the_same(word, typed):
        key = "lowered" if looks_the_same(word, typed.lower()) else "looked_up"
        st.caption(text(f"words.{key}", typed=literal(typed), word=literal(word)))
    return word


def find_words(text: Text, table: WordVectors, typed: Iterable[str]) -> list[str]:
    """Of the typed words those that the table has, each once; the page says what of the others."""
    found = [find_word(text, table, word) for word in dict.fromkeys(typed)]
    return list(dict.fromkeys(word for word in found if word is not None))


@kept
def cached_nearest(name: str, word: str, k: int) -> list[tuple[str, float]]:
    """The ``k`` nearest rows of a word of the table of that name."""
    return words.load(name).nearest(word, k)


@kept
def cached_spellings(name: str, typed: str) -> list[str]:
    """Words of the table that are spelt most like what was typed, the likest first."""
    known = words.load(name).words
    found = process.extract(
        typed.lower(), known, scorer=fuzz.ratio, limit=SPELLINGS, score_cutoff=ALIKE
    )
    return [word for word, _, _ in found]


def _say_unknown(text: Text, table: WordVectors, word: str) -> None:
    spellings = cached_spellings(table.name, normal_form(word))
    said = [text("words.unknown", word=literal(word))]
    if spellings:
        said.append(text("words.spellings", words=" ".join(map(literal, spellings))))
    said.append(text(f"words.why.{table.name}", kept=len(table.words)))
    st.warning(text("see.joint").join(said), icon="🔍")
