"""A real table: trained rows, and the nearest rows of a word that the visitor types."""

import difflib

import streamlit as st

from embedcore import words
from embedcore.charts.nearest import nearest_words
from embedcore.errors import MissingPackageError
from embedcore.noise import highest_by_chance
from embedcore.ui.controls import Controls
from embedcore.ui.lookup.setup import Setup
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.sizes import bytes_written
from embedcore.ui.text import Text, literal
from embedcore.words import WordVectors

DEFAULT_WORDS = {"minilm": "cat", "glove": "cat", "chinese": "猫"}
LONGEST_WORD, NEAREST, SPELLINGS = 40, 10, 5


def show_real(text: Text, controls: Controls, setup: Setup) -> None:
    """The table's size, and a word's nearest rows; or what to install."""
    st.subheader(text("real.heading"), anchor=False)
    st.markdown(text("real.lead"))
    left, right = st.columns(2, gap="large")
    with left:
        name = controls.select(
            "vectors",
            list(DEFAULT_WORDS),
            "minilm",
            resets=("word",),
            label=lambda name: text(f"real.tables.{name}"),
        )
    with right:
        typed = controls.words("word", DEFAULT_WORDS[name], longest=LONGEST_WORD)
    try:
        table = words.load(name)
    except MissingPackageError as error:
        explain(text, error)
        return
    rows, width = table.vectors.shape
    size = bytes_written(table.vectors.nbytes)
    st.markdown(text(f"real.about.{name}", rows=rows, width=width, size=size))
    word = known_form(table, typed)
    if not typed.strip():
        st.info(text("real.empty"), icon="⌨️")
    elif word is None:
        _say_unknown(text, name, typed)
    else:
        _show_nearest(text, table, word, typed)


def known_form(table: WordVectors, typed: str) -> str | None:
    """The word as the table has it: as typed, or in lower case; None if it has neither."""
    word = typed.strip()
    return next((form for form in (word, word.lower()) if form in table.index), None)


@st.cache_data(max_entries=256, show_spinner=False)
def cached_nearest(name: str, word: str, k: int) -> list[tuple[str, float]]:
    """The ``k`` nearest rows of a word of the table of that name."""
    return words.load(name).nearest(word, k)


@st.cache_data(max_entries=256, show_spinner=False)
def cached_spellings(name: str, typed: str) -> list[str]:
    """Words of the table that are spelt most like what was typed, the likest first."""
    known = words.load(name).words
    return difflib.get_close_matches(typed.strip().lower(), known, n=SPELLINGS, cutoff=0.6)


def _say_unknown(text: Text, name: str, typed: str) -> None:
    spellings = cached_spellings(name, typed)
    said = [text("real.unknown", word=literal(typed.strip()))]
    if spellings:
        said.append(text("real.spellings", words=" ".join(map(literal, spellings))))
    said.append(text(f"real.why.{name}"))
    st.warning(text("see.joint").join(said), icon="🔍")


def _show_nearest(text: Text, table: WordVectors, word: str, typed: str) -> None:
    if word != typed.strip():
        st.caption(text("real.lowered", typed=literal(typed.strip()), word=literal(word)))
    nearest = cached_nearest(table.name, word, NEAREST)
    found, cosines = [w for w, _ in nearest], [cosine for _, cosine in nearest]
    rows, width = table.vectors.shape
    chance = highest_by_chance(rows, width)
    titles = text("real.word"), text("edit.cosine"), text("real.chance")
    alt = text("real.alt", word=word, count=len(found))
    chart(alt, f"{text.page}.real", nearest_words, found, cosines, chance, titles)
    values = {"word": literal(word), "row": table.index[word], "nearest": literal(found[0])}
    what_you_see(
        text,
        text("real.see.nearest", cosine=cosines[0], **values),
        text("real.see.chance", rows=rows, width=width, chance=chance, times=cosines[0] / chance),
    )
    columns = {text("real.word"): found, text("edit.cosine"): cosines}
    numbers(text, columns, "nearest")
