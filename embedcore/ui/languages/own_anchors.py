"""The visitor's own anchors: pairs typed or pasted, one a line."""

import streamlit as st

from embedcore.languages.alignment import MOST_ANCHORS
from embedcore.languages.translations import Pair, read_pairs
from embedcore.ui.controls import Controls
from embedcore.ui.text import Text, literal
from embedcore.ui.word_table import known_form
from embedcore.words import WordVectors

DEFAULT = "cat 猫"
LONGEST_LIST = 2_000  # characters: the list stands in the share link
NAMED, LONGEST_NAMED = 5, 40  # lines or words that a message names, and characters of each


def own_anchors(
    text: Text, controls: Controls, english: WordVectors, chinese: WordVectors
) -> tuple[Pair, ...]:
    """The pairs that both tables have, at most 150; the page says what it could not use."""
    typed = controls.lines("own_anchors", DEFAULT, longest=LONGEST_LIST, height=150)
    written = read_pairs(typed)
    if written.malformed:
        lines = [
            text("rotation.own.line", number=number, line=literal(line[:LONGEST_NAMED]))
            for number, line in written.malformed
        ]
        _warn(text, "malformed", lines)
    known, unknown = [], []
    for pair in written.pairs:
        forms = known_form(english, pair.english), known_form(chinese, pair.chinese)
        if None in forms:
            words = zip((pair.english, pair.chinese), forms, strict=True)
            unknown += [literal(word[:LONGEST_NAMED]) for word, form in words if form is None]
        else:
            known.append(Pair(*forms))
    if unknown:
        _warn(text, "unknown", list(dict.fromkeys(unknown)))
    known = tuple(dict.fromkeys(known))
    if len(known) > MOST_ANCHORS:
        st.warning(text("rotation.own.many", count=len(known), most=MOST_ANCHORS), icon="✂️")
    return known[:MOST_ANCHORS]


def _warn(text: Text, reason: str, names: list[str]) -> None:
    """Say why these are left out, naming the first few."""
    said = text(f"rotation.own.{reason}", names=" ".join(names[:NAMED]), count=len(names))
    more = len(names) - NAMED
    if more > 0:
        said += text("see.joint") + text("rotation.own.more", count=more)
    st.warning(said, icon="✂️")
