"""A real table: trained rows, and the nearest rows of a word that the visitor types."""

import streamlit as st

from embedcore.charts.nearest import nearest_words
from embedcore.noise import highest_by_chance
from embedcore.ui.amounts import bytes_written
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import LANGUAGES, Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.word_table import (
    FIRST_WORD,
    LONGEST_WORD,
    cached_nearest,
    find_word,
    table_or_explain,
)
from embedcore.words import WordVectors

NEAREST = 10


def show_real(visit: LookupVisit) -> None:
    """The table's size, and a word's nearest rows; or what to install."""
    text, controls = visit.text, visit.controls
    st.subheader(text("real.heading"), anchor=False)
    st.markdown(text("real.lead"))
    left, right = st.columns(2, gap="large")
    with left:
        name = controls.select(
            "vectors",
            list(FIRST_WORD),
            LANGUAGES[text.language].table,
            resets=("word",),
            label=lambda name: text(f"words.tables.{name}"),
            follows=True,
        )
    with right:
        typed = controls.words("word", FIRST_WORD[name], longest=LONGEST_WORD)
    table = table_or_explain(text, name)
    if table is None:
        return
    rows, width = table.vectors.shape
    size = bytes_written(table.vectors.nbytes)
    st.markdown(text(f"real.about.{name}", rows=rows, width=width, size=size))
    word = find_word(text, table, typed)
    if word is not None:
        _show_nearest(text, table, word)


def _show_nearest(text: Text, table: WordVectors, word: str) -> None:
    nearest = cached_nearest(table.name, word, NEAREST)
    found, cosines = [w for w, _ in nearest], [cosine for _, cosine in nearest]
    rows, width = table.vectors.shape
    chance = highest_by_chance(rows, width)
    titles = {
        "word_title": text("real.word"),
        "cosine_title": text("edit.cosine"),
        "chance_title": text("real.chance"),
    }
    alt = text("real.alt", word=word, count=len(found))
    chart(alt, f"{text.page}.real", nearest_words, found, cosines, chance=chance, **titles)
    values = {"word": literal(word), "row": table.index[word], "nearest": literal(found[0])}
    beside_chance = "above" if cosines[0] > chance else "below"
    what_you_see(
        text,
        text("real.see.nearest", cosine=cosines[0], **values),
        text(f"real.see.{beside_chance}", rows=rows, width=width, chance=chance),
    )
    columns = {text("real.word"): found, text("edit.cosine"): cosines}
    numbers(text, columns, "nearest")


SECTION = Section(
    show_real,
    code=(
        WordVectors.nearest,
        highest_by_chance,
    ),
)
