"""What the sections of the page on word vectors have in common: the table, and lines of words."""

import re

import streamlit as st

from embedcore.ui.controls import Controls
from embedcore.ui.text import LANGUAGES, Text
from embedcore.ui.word_table import find_words, table_or_explain
from embedcore.words import WordVectors

TABLES = ("glove", "chinese")
LONGEST_LINE = 400  # characters
_BETWEEN = re.compile(r"[\s,;，、；]+")


def choose_table(text: Text, controls: Controls) -> WordVectors | None:
    """The table that the visitor chose, of the page's own language to begin with.

    None where its package is missing; the page then says what to install.
    """
    name = controls.choice(
        "table",
        TABLES,
        LANGUAGES[text.language].table,
        label=lambda name: text(f"words.tables.{name}"),
        follows=True,
    )
    return table_or_explain(text, name)


def line_of_words(
    text: Text, table: WordVectors, controls: Controls, key: str, default: str, most: int
) -> list[str]:
    """The words of a line that the table has, each once, of at most ``most`` of those typed.

    What the page could not use it says below the line.
    """
    typed = split_words(controls.words(key, default, longest=LONGEST_LINE))
    if len(typed) > most:
        st.warning(text("setup.too_many", count=len(typed), most=most), icon="✂️")
    return find_words(text, table, typed[:most] or [""])


def split_words(line: str) -> list[str]:
    """The words of a line, between spaces, commas and semicolons, each once."""
    return list(dict.fromkeys(word for word in _BETWEEN.split(line) if word))
