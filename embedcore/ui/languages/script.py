"""Section script: what a sentence of the same meaning costs in English and in Chinese."""

import numpy as np
import streamlit as st

from embedcore.charts.languages.script import by_language, prices
from embedcore.charts.token_counts import token_counts
from embedcore.errors import MissingPackageError
from embedcore.languages.parallel_sentences import (
    TOKENIZERS,
    SentencePair,
    chinese_tokens,
    count_characters,
    count_tokens,
    premium,
    sentence_pairs,
)
from embedcore.samples import mean_and_spread
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

MEASURES = ("price", "tokens", "characters")
LONGEST_SENTENCE = 300
WINDOW = 1024  # tokens that GPT-2 can read at once (Radford et al. 2019)


def show_script(visit: Visit) -> None:
    """The price of Chinese under four tokenizers, and the visitor's own pair of sentences."""
    text, controls = visit.text, visit.controls
    st.subheader(text("script.heading"), anchor=False)
    st.markdown(text("script.lead", count=len(sentence_pairs())))
    try:
        counts = cached_counts()
        known = cached_chinese_tokens(text("script.reading"))
    except MissingPackageError as error:
        explain(text, error)
        return
    measure = controls.choice(
        "script_measure", MEASURES, "price", label=lambda name: text(f"script.measures.{name}")
    )
    _show_measure(text, measure, counts)
    _say(text, measure, counts, known)
    _show_own(text, controls, counts)
    _show_numbers(text, counts)
    st.caption(text("script.caution"))


@kept
def cached_counts() -> np.ndarray:
    """``count_tokens`` of all pairs of the app."""
    return count_tokens(sentence_pairs())


@kept
def cached_chinese_tokens(_label: str) -> dict[str, int]:
    """``chinese_tokens`` of each tokenizer, under a bar that says ``_label``."""
    bar = Bar(_label)
    found = {}
    for done, name in enumerate(TOKENIZERS):
        found[name] = chinese_tokens(name)
        bar(done + 1, len(TOKENIZERS))
    bar.close()
    return found


def _show_measure(text: Text, measure: str, counts: np.ndarray) -> None:
    names = _names(text)
    alt = text(f"script.alt.{measure}", count=counts.shape[1], tokenizers=len(names))
    if measure == "price":
        chart(
            alt,
            "languages.script",
            prices,
            premium(counts),
            names=names,
            sentences=[pair.english for pair in sentence_pairs()],
            price_title=text("script.price"),
            equal_name=text("script.equal"),
            sentence_title=text("script.sentence"),
        )
        return
    values, title, form = counts, text("script.tokens"), ".1f"
    if measure == "characters":
        values, title, form = _characters_per_token(counts), text("script.characters"), ".2f"
    names = {"names": names, "languages": [text("languages.en"), text("languages.zh")]}
    chart(alt, "languages.script", by_language, values, **names, value_title=title, form=form)


def _say(text: Text, measure: str, counts: np.ndarray, known: dict[str, int]) -> None:
    place = TOKENIZERS.index
    more = ()
    if measure == "price":
        of = {name: mean_and_spread(premium(counts[place(name)])) for name in TOKENIZERS}
        sentences = (
            text("script.see.gpt2", price=of["gpt2"].mean, spread=of["gpt2"].spread),
            text("script.see.shrank", middle=of["cl100k"].mean, now=of["o200k"].mean),
        )
        more = (
            text("script.see.bytes", price=of["bytes"].mean),
            text("script.see.why", **known),
        )
    elif measure == "tokens":
        english, chinese = counts[place("gpt2")].mean(axis=0)
        window = {"english": WINDOW / english, "chinese": WINDOW / chinese}
        sentences = (text("script.see.tokens", english=english, chinese=chinese),)
        more = (text("script.see.window", window=WINDOW, **window),)
    else:
        english, chinese = _characters_per_token(counts).mean(axis=1).T
        values = {"english": english[place("o200k")], "chinese": chinese[place("o200k")]}
        first = chinese[place("gpt2")]
        sentences = (
            text("script.see.characters", **values),
            text("script.see.parts", first=first, tokens=1 / first),
        )
    what_you_see(text, *sentences, more=more)


def _show_own(text: Text, controls: Controls, counts: np.ndarray) -> None:
    st.subheader(text("script.own.heading"), anchor=False)
    first, second = sentence_pairs()[0]
    english = controls.words("script_first", first, longest=LONGEST_SENTENCE)
    chinese = controls.words("script_second", second, longest=LONGEST_SENTENCE)
    if not (english and chinese):
        st.info(text("script.own.empty"), icon="⌨️")
        return
    own = count_tokens([SentencePair(english, chinese)])[:, 0]
    texts = [text("script.own.first"), text("script.own.second")]
    alt = text("script.own.alt", tokenizers=len(own))
    titles = {"names": _names(text), "texts": texts, "count_title": text("script.tokens")}
    chart(alt, "languages.script.own", token_counts, own, **titles)
    sentences = []
    for name in ("o200k", "gpt2"):
        place = TOKENIZERS.index(name)
        usual = mean_and_spread(premium(counts[place]))
        values = {"tokenizer": text(f"script.names.{name}"), "own": premium(own[place])}
        sentences.append(text("script.own.see", **values, usual=usual.mean, spread=usual.spread))
    what_you_see(text, sentences[0], more=sentences[1:])


def _show_numbers(text: Text, counts: np.ndarray) -> None:
    pairs = sentence_pairs()
    columns = {
        text("languages.en"): [pair.english for pair in pairs],
        text("languages.zh"): [pair.chinese for pair in pairs],
    }
    for name, of_one in zip(_names(text), counts, strict=True):
        for code, column in zip(("en", "zh"), of_one.T, strict=True):
            columns[text("script.of", tokenizer=name, language=text(f"languages.{code}"))] = column
    numbers(text, columns, "script")


def _characters_per_token(counts: np.ndarray) -> np.ndarray:
    return count_characters(sentence_pairs()) / counts


def _names(text: Text) -> list[str]:
    return [text(f"script.names.{name}") for name in TOKENIZERS]


SECTION = Section(
    show_script,
    code=(
        count_tokens,
        chinese_tokens,
        premium,
    ),
)
