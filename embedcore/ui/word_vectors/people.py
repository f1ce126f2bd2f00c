"""People against vectors: WordSim-353, part of the section on how often it works."""

import numpy as np
import streamlit as st

from embedcore.charts.word_vectors.word_similarity import people_and_vectors
from embedcore.samples import spearman
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.word_vectors.word_similarity import (
    cosines_of,
    known_pairs,
    load_judged,
    rank_gaps,
)
from embedcore.words import WordVectors

NAMED = 3  # pairs at either end of the disagreement
MASKED = {"fuck": "f***"}  # for classrooms: its pair counts like any other, but is not named


def show_people(text: Text, table: WordVectors) -> None:
    """How alike people and the table's cosines order pairs; ``MissingPackageError`` without them.

    Words with a judgement that the table does not have are counted and left out.
    """
    every = load_judged()
    judged, asked = known_pairs(table, every), len(every.pairs)
    st.subheader(text("people.heading"), anchor=False)
    st.markdown(text("people.lead", asked=asked))
    if len(judged.pairs) < 2:
        st.info(text("people.too_few"), icon="🔍")
        return
    cosines = cosines_of(table, judged.pairs)
    gap = rank_gaps(judged.judgements, cosines)
    order = [n for n in np.argsort(gap, kind="stable") if not set(judged.pairs[n]) & set(MASKED)]
    ends = tuple(int(n) for pair in zip(order[::-1], order, strict=True) for n in pair)
    ends = tuple(dict.fromkeys(ends[: 2 * NAMED]))  # from both ends inward, each once
    names = tuple(
        text("people.pair", first=_shown(first), second=_shown(second))
        for first, second in judged.pairs
    )
    alt = text("people.alt", count=len(names))
    chart(
        alt,
        f"{text.page}.people",
        people_and_vectors,
        judged.judgements,
        cosines,
        pairs=names,
        named=ends,
        judgement_title=text("people.judgement"),
        cosine_title=text("arithmetic.cosine"),
        narrow=on_phone(),
    )
    correlation = spearman(judged.judgements, cosines)
    nearer, farther = order[-1], order[0]
    counts = {"count": len(names), "missing": asked - len(names)}
    what_you_see(
        text,
        text("people.see.order", correlation=correlation, **counts),
        more=[
            text(
                "people.see.ends",
                nearer=literal(names[nearer]),
                nearer_cosine=cosines[nearer],
                nearer_judgement=judged.judgements[nearer],
                farther=literal(names[farther]),
                farther_cosine=cosines[farther],
                farther_judgement=judged.judgements[farther],
            )
        ],
    )
    columns = {
        text("people.words"): names,
        text("people.judgement"): judged.judgements,
        text("arithmetic.cosine"): cosines,
    }
    numbers(text, columns, "people")


def _shown(word: str) -> str:
    return MASKED.get(word, word)
