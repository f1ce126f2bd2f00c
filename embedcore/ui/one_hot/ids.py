"""The ids of real tokenizers: one text under five of them, and what a script costs."""

import numpy as np
import streamlit as st

from embedcore.charts.one_hot.chips import Chip, chips
from embedcore.charts.token_counts import token_counts
from embedcore.tokenizers import NAMES, load, merge, spans
from embedcore.ui.controls import Controls
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

LONGEST_TEXT = 200
MOST_BYTES = 60  # of a text that is drawn as chips
BYTES_PER_LINE, ON_PHONE = 30, 12


def show_ids(visit: Visit) -> None:
    """The section: two texts as chips, the tokens each takes, and one word's ids everywhere."""
    text, controls = visit.text, visit.controls
    st.markdown(text("ids.lead"))
    first = controls.words("sentence", "the cat sat on the sofa", longest=LONGEST_TEXT)
    if first:
        _show_chips(text, "first", first)
    second = controls.words("translation", "猫坐在沙发上", longest=LONGEST_TEXT)
    if second:
        _show_chips(text, "second", second)
    if not (first or second):
        st.info(text("empty"), icon="⌨️")
        return
    st.caption(text("ids.pointing"))
    if first and second:
        _show_counts(text, first, second)
    _show_word(text, controls, f"{first} {second}")


def _show_chips(text: Text, key: str, typed: str) -> None:
    shown = typed.encode("utf-8")[:MOST_BYTES].decode("utf-8", errors="ignore")
    if shown != typed:
        st.caption(text("ids.only_first", shown=len(shown), count=len(typed)))
    tokens, names = [], []
    for row, name in enumerate(NAMES):
        tokenizer = load(name)
        names.append(f"{text(f'tokenizers.{name}')} · {len(tokenizer.encode(typed))}")
        tokens += [
            Chip(row, tokenizer.label(span.token_id), *span) for span in spans(tokenizer, shown)
        ]
    alt = text("ids.chips_alt", count=len(tokens), tokenizers=len(NAMES))
    chart(
        alt,
        f"one_hot.ids.{key}",
        chips,
        tokens,
        names=names,
        bytes_per_line=ON_PHONE if on_phone() else BYTES_PER_LINE,
        token_title=text("ids.token"),
        id_title=text("ids.id"),
    )


def _show_counts(text: Text, first: str, second: str) -> None:
    st.subheader(text("ids.counts.heading"), anchor=False)
    counts = np.array([[len(load(name).encode(t)) for t in (first, second)] for name in NAMES])
    names = [text(f"tokenizers.{name}") for name in NAMES]
    alt = text("ids.counts.alt", tokenizers=len(NAMES))
    chart(
        alt,
        "one_hot.ids.counts",
        token_counts,
        counts,
        names=names,
        texts=[text("ids.first"), text("ids.second")],
        count_title=text("ids.counts.tokens"),
    )
    of = dict(zip(NAMES, counts.tolist(), strict=True))
    sentences = [
        text(
            "ids.counts.see",
            tokenizer=text(f"tokenizers.{name}"),
            first=of[name][0],
            second=of[name][1],
            ratio=of[name][1] / of[name][0],
        )
        for name in ("gpt2", "o200k")
    ]
    what_you_see(text, *sentences, text("ids.counts.why"))


def _show_word(text: Text, controls: Controls, typed: str) -> None:
    """One word in several spellings: its ids under each tokenizer."""
    words = list(dict.fromkeys(typed.split()))
    if not words:
        return
    st.subheader(text("ids.word.heading"), anchor=False)
    left, right = st.columns([1, 3], gap="medium")
    with left:
        word = controls.select("word", words, _default_word(words))
    spellings = list(dict.fromkeys([word, f" {word}", word.capitalize(), word.upper()]))
    table = {text("ids.word.spelling"): [literal(s.replace(" ", "␣")) for s in spellings]}
    for name in NAMES:
        ids = [load(name).encode(spelling) for spelling in spellings]
        table[text(f"tokenizers.{name}")] = [" ".join(map(str, i)) for i in ids]
    with right:
        st.table(table, hide_index=True)  # its cells wrap, where a phone has no room for them
    gpt2, cl100k = (load(name).encode(word) for name in ("gpt2", "cl100k"))
    written = {name: ", ".join(map(str, ids)) for name, ids in (("a", gpt2), ("b", cl100k))}
    same = "same" if gpt2 == cl100k else "see"
    what_you_see(text, text(f"ids.word.{same}", word=literal(word), **written))


def _default_word(words: list[str]) -> str:
    """A word in the middle that everyone knows, if it is there."""
    return "cat" if "cat" in words else words[0]


SECTION = Section(
    show_ids,
    code=(
        spans,
        merge,
    ),
)
