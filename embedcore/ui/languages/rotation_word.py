"""One word's neighbours in the other language, before the rotation and after it."""

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.charts.nearest import nearest_words
from embedcore.errors import MissingPackageError
from embedcore.languages.alignment import nearest, place_of
from embedcore.languages.glosses import glosses
from embedcore.languages.translations import Pair
from embedcore.noise import highest_by_chance
from embedcore.tokens import has_chinese
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept_and_shared
from embedcore.ui.languages.spaces import TABLES, Setup, cached_space
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.word_table import FIRST_WORD, LONGEST_WORD, find_word

NEAREST, TO_TRY = 10, 8


def show_word(text: Text, controls: Controls, setup: Setup) -> None:
    """The word is looked up in the table of its script, and its vector carried to the other."""
    st.markdown(f"#### {text('carried.heading')}")
    held_out = [setup.pairs[number] for number in setup.parts[0].held_out[:TO_TRY]]
    to_try = [setup.named(pair)[0] for pair in held_out]
    typed = word_field(controls, setup)
    st.caption(text("carried.try", words=" ".join(map(literal, to_try))))
    language = "zh" if has_chinese(typed) else "en"
    word = find_word(text, words.load(TABLES[language]), typed)
    if word is not None:
        _show_neighbours(text, setup, word, language)


def word_field(controls: Controls, setup: Setup) -> str:
    """What the visitor typed; at first the best known word of the source language."""
    first = FIRST_WORD[TABLES[setup.languages[0]]]
    return controls.words("rotation_word", first, longest=LONGEST_WORD)


@kept_and_shared
def cached_glosses() -> dict[str, str]:
    """Of each word of the Chinese table a short gloss; none where the dictionary is not there."""
    try:
        return glosses(words.load(TABLES["zh"]).words)
    except MissingPackageError:
        return {}


def _show_neighbours(text: Text, setup: Setup, word: str, language: str) -> None:
    other = "en" if language == "zh" else "zh"
    table = words.load(TABLES[other])
    vector = cached_space(TABLES[language])[words.load(TABLES[language]).index[word]]
    # Backwards, a rotation is its own transpose.
    turn = setup.turn if language == setup.languages[0] else setup.turn.T
    meanings = {pair[other == "zh"]: pair[language == "zh"] for pair in setup.pairs}
    explained = other == "zh" and text.language != "zh"
    if explained:
        meanings = cached_glosses() | meanings
    chance = highest_by_chance(*cached_space(table.name).shape)
    titles = {
        "word_title": text("carried.word"),
        "cosine_title": text("carried.cosine"),
        "chance_title": text("carried.chance"),
    }
    columns = {}
    places = zip(
        st.columns(2, gap="large"), ("before", "after"), (vector, vector @ turn), strict=True
    )
    for place, when, query in places:
        found = nearest(query, cached_space(table.name), NEAREST)
        names = [table.words[row] for row, _ in found]
        cosines = [cosine for _, cosine in found]
        glossed = [_glossed(name, meanings) for name in names]
        columns[text(f"carried.{when}")] = names
        columns[f"{text(f'carried.{when}')}: {text('carried.cosine')}"] = np.round(cosines, 4)
        with place:
            st.markdown(f"**{text(f'carried.{when}')}**")
            alt = text(f"carried.alt.{when}", word=word, count=len(names))
            key = f"{text.page}.word.{when}"
            chart(alt, key, nearest_words, glossed, cosines, chance=chance, **titles)
    if explained:
        st.caption(text("carried.glosses"))
    first = _glossed(names[0], meanings)
    what_you_see(text, *_said(text, setup, word, language, vector @ turn, first))
    numbers(text, columns, "neighbours")


def _glossed(name: str, meanings: dict[str, str]) -> str:
    return f"{name} · {meanings[name]}" if name in meanings else name


def _said(
    text: Text, setup: Setup, word: str, language: str, query: np.ndarray, first: str
) -> list[str]:
    sentences = [text("carried.see.nearest", word=literal(word), first=literal(first))]
    number = _number(setup.pairs, word, language)
    if number is None:
        return [*sentences, text("carried.see.no_translation")]
    pair = setup.pairs[number]
    other = "en" if language == "zh" else "zh"
    translation = pair.chinese if other == "zh" else pair.english
    space, row = cached_space(TABLES[other]), words.load(TABLES[other]).index[translation]
    place = place_of(query, space, row) + 1
    values = {"translation": literal(translation), "place": place, "words": len(space)}
    sentences.append(text("carried.see.place", **values))
    is_anchor = number in setup.parts[0].anchors[: setup.k]
    sentences.append(text("carried.see.anchor" if is_anchor else "carried.see.held_out"))
    return sentences


def _number(pairs: tuple[Pair, ...], word: str, language: str) -> int | None:
    """The number of the pair with this word, if there is one."""
    own = [pair.chinese if language == "zh" else pair.english for pair in pairs]
    return own.index(word) if word in own else None
