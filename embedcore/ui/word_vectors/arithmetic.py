"""Arithmetic with three words: two rankings of the answers, and the parallelogram behind them."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.analogies import Plane, Sum, place, plane, point
from embedcore.charts.nearest import nearest_words
from embedcore.charts.word_vectors.parallelogram import Named, parallelogram
from embedcore.noise import highest_by_chance
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import LONGEST_WORD, find_word
from embedcore.ui.word_vectors.setup import choose_table
from embedcore.words import WordVectors

RANKED = 8  # words in each ranking


class Preset(NamedTuple):
    """Three words to begin with, and the answer that one would give oneself, if there is one."""

    words: Sum
    expected: str | None


PRESETS = {
    "glove": {
        "queen": Preset(Sum("king", "man", "woman"), "queen"),
        "rome": Preset(Sum("paris", "france", "italy"), "rome"),
        "unaware": Preset(Sum("impossible", "possible", "aware"), "unaware"),
        "doctor": Preset(Sum("doctor", "man", "woman"), None),
    },
    "chinese": {
        "dongjing": Preset(Sum("北京", "中国", "日本"), "东京"),
        "muqin": Preset(Sum("父亲", "男人", "女人"), "母亲"),
        "nvwang": Preset(Sum("国王", "男人", "女人"), "女王"),
        "yisheng": Preset(Sum("医生", "男人", "女人"), None),
    },
}
WORD_KEYS = ("start_word", "minus_word", "plus_word")


class Ranking(NamedTuple):
    """The words with the highest cosine to the computed point, the best first."""

    words: tuple[str, ...]
    cosines: tuple[float, ...]


class Answers(NamedTuple):
    """What the sum of three words of a table comes to."""

    inputs_out: Ranking
    inputs_in: Ranking
    input_place: int  # the best of any input, where they may answer
    best_input: str


def show_arithmetic(visit: Visit) -> None:
    """The section: choose three words; who answers with the inputs out and in; the picture."""
    text, controls = visit.text, visit.controls
    st.subheader(text("arithmetic.heading"), anchor=False)
    st.markdown(text("arithmetic.lead"))
    table = choose_table(text, controls)
    if table is None:
        return
    preset, found = _choose_words(text, controls, table)
    if None in found:
        return
    inputs = Sum(*found)
    expected = preset.expected if inputs == preset.words else None
    if expected not in table.index:
        expected = None
    answers = cached_answers(table.name, inputs)
    _show_rankings(text, table, inputs, answers, expected)
    _show_plane(text, table, inputs, answers, expected)


def _choose_words(
    text: Text, controls: Controls, table: WordVectors
) -> tuple[Preset, list[str | None]]:
    """The preset, and the words in the fields; where these are others, the list says so."""
    presets, place = PRESETS[table.name], st.container()
    first = next(iter(presets))
    chosen = controls.peek("sum", list(presets), first)
    typed, found = [], []
    for column, key, default in zip(st.columns(3), WORD_KEYS, presets[chosen].words, strict=True):
        with column:
            typed.append(controls.words(key, default, longest=LONGEST_WORD))
            found.append(find_word(text, table, typed[-1]))
    own = {chosen: text("arithmetic.own")} if tuple(typed) != presets[chosen].words else {}
    with place:
        controls.select(
            "sum",
            list(presets),
            first,
            resets=WORD_KEYS,
            label=lambda name: own.get(name) or written(text, presets[name].words),
        )
    return presets[chosen], found


@kept
def cached_answers(name: str, inputs: Sum) -> Answers:
    """The two rankings for three words of the table of that name."""
    table = words.load(name)
    vector = point(table, inputs)
    out, allowed = (table.ranked(vector, RANKED, left) for left in (inputs, ()))
    cosines = table.cosines(vector)
    best = max(inputs, key=lambda word: cosines[table.index[word]])
    higher = int((cosines > cosines[table.index[best]]).sum())
    return Answers(_ranking(out), _ranking(allowed), higher + 1, best)


def written(text: Text, inputs: Sum) -> str:
    """The sum as it is read."""
    return text("arithmetic.sum", **inputs._asdict())


def _ranking(ranked: list[tuple[str, float]]) -> Ranking:
    return Ranking(*(tuple(column) for column in zip(*ranked, strict=True)))


def _show_rankings(
    text: Text, table: WordVectors, inputs: Sum, answers: Answers, expected: str | None
) -> None:
    chance = highest_by_chance(*table.vectors.shape)
    titles = {
        "word_title": text("arithmetic.word"),
        "cosine_title": text("arithmetic.cosine"),
        "chance_title": text("arithmetic.chance"),
    }
    shown = ("out", answers.inputs_out), ("in", answers.inputs_in)
    for (way, ranking), column in zip(shown, st.columns(2, gap="medium"), strict=True):
        with column:
            st.markdown(f"**{text(f'arithmetic.{way}')}**")
            labels = tuple(_marked(text, word, inputs) for word in ranking.words)
            alt = text(f"arithmetic.{way}_alt", count=len(labels), sum=written(text, inputs))
            key = f"{text.page}.arithmetic.{way}"
            chart(alt, key, nearest_words, labels, ranking.cosines, chance=chance, **titles)
    winner, cosine = answers.inputs_out.words[0], answers.inputs_out.cosines[0]
    sentences = [text("arithmetic.see.out", winner=literal(winner), cosine=cosine)]
    if expected:
        where = place(table, inputs, expected)
        key = "arithmetic.see.expected" if where == 1 else "arithmetic.see.missed"
        values = {"place": where, "count": len(table.words) - len(set(inputs))}
        sentences.append(text(key, expected=literal(expected), **values))
    sentences.append(_with_inputs(text, inputs, answers))
    what_you_see(text, *sentences)
    st.caption(text("arithmetic.rule"))


def _marked(text: Text, word: str, inputs: Sum) -> str:
    return text("arithmetic.input", word=word) if word in inputs else word


def _with_inputs(text: Text, inputs: Sum, answers: Answers) -> str:
    """Who wins where the inputs may answer, too."""
    first, cosine = answers.inputs_in.words[0], answers.inputs_in.cosines[0]
    if first in inputs:
        return text("arithmetic.see.input_wins", input=literal(first), cosine=cosine)
    values = {"input": literal(answers.best_input), "place": answers.input_place}
    return text("arithmetic.see.answer_wins", winner=literal(first), **values)


def _show_plane(
    text: Text, table: WordVectors, inputs: Sum, answers: Answers, expected: str | None
) -> None:
    st.markdown(f"**{text('plane.heading')}**")
    drawn = [answers.inputs_out.words[0]]
    if expected and expected not in drawn:
        drawn.append(expected)
    listed = [*answers.inputs_out.words, *answers.inputs_in.words]
    found = plane(table.rows(inputs), table.rows([*drawn, *listed]))
    if found is None:
        st.info(text("plane.line"), icon="📏")
        return
    _draw(text, inputs, found, drawn)
    computed = found.corners[3]
    inside = np.linalg.norm(found.others - computed, axis=1)
    across, up = table.rows(inputs)[[2, 0]] - table.rows(inputs)[1]
    names = {name: literal(word) for name, word in inputs._asdict().items()}
    sides = {"across": float(np.linalg.norm(across)), "up": float(np.linalg.norm(up))}
    what_you_see(
        text,
        text("plane.see.sides", **names, **sides),
        more=[
            text(
                "plane.see.answer",
                winner=literal(word),
                distance=float(np.hypot(within, beside)),
                inside=within,
                outside=beside,
            )
            for word, within, beside in zip(drawn, inside, found.distances, strict=False)
        ],
    )
    st.caption(text("plane.caption"))
    _numbers(text, answers, inside[len(drawn) :], found.distances[len(drawn) :])


def _draw(text: Text, inputs: Sum, found: Plane, drawn: list[str]) -> None:
    """The chart of the plane, with the words ``drawn``, which are the first of its others."""
    whole, narrow = written(text, inputs), on_phone()
    said = [*inputs, whole]
    names = [*inputs, text("plane.short") if narrow else whole]
    corners = tuple(map(Named, names, said, map(tuple, found.corners.tolist())))
    off = [
        text("plane.off", word=word, distance=distance)
        for word, distance in zip(drawn, found.distances, strict=False)
    ]
    answers = tuple(map(Named, drawn, off, map(tuple, found.others.tolist())))
    alt = text("plane.alt", sum=whole, words=text("plane.joint").join(drawn))
    chart(alt, f"{text.page}.plane", parallelogram, corners, answers, narrow=narrow)


def _numbers(text: Text, answers: Answers, inside: np.ndarray, outside: np.ndarray) -> None:
    """Both rankings one below the other."""
    rankings = {"out": answers.inputs_out, "in": answers.inputs_in}
    ways = [text(f"arithmetic.{way}") for way, ranking in rankings.items() for _ in ranking.words]
    columns = {
        text("plane.ranking"): ways,
        text("arithmetic.word"): [w for ranking in rankings.values() for w in ranking.words],
        text("arithmetic.cosine"): [c for ranking in rankings.values() for c in ranking.cosines],
        text("plane.inside"): inside,
        text("plane.outside"): outside,
    }
    numbers(text, columns, "arithmetic")


SECTION = Section(
    show_arithmetic,
    code=(
        point,
        WordVectors.ranked,
        place,
        plane,
    ),
    formulas=(r"d = \operatorname*{arg\,max}_{w}\; \cos(w,\; b - a + c)",),
)
