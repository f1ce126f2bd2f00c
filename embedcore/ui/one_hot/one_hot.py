"""The one-hot vectors of a text: every distance the same, the ids anything but."""

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import amount_heatmap, one_hot_heatmap
from embedcore.geometry import cosine_matrix
from embedcore.one_hot.vectors import id_gaps, one_hot, pairwise_distances
from embedcore.tokens import ByteTokenizer, visible
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

LONGEST_TEXT, MOST_TOKENS = 200, 24

tokenizer = ByteTokenizer()


def show_one_hot(visit: Visit) -> None:
    """The section: the visitor's text as bytes, their distances beside the gaps of their ids."""
    text, controls = visit.text, visit.controls
    typed = controls.words("text", "ABz猫🙂", longest=LONGEST_TEXT)
    if not typed:
        st.info(text("empty"), icon="⌨️")
        return
    all_ids = tokenizer.encode(typed)
    ids = all_ids[:MOST_TOKENS]
    if len(all_ids) > len(ids):
        st.caption(text("only_first", shown=len(ids), count=len(all_ids)))
    labels = [tokenizer.label(token_id) for token_id in ids]
    vectors = one_hot(ids, tokenizer.vocab_size)
    _show_pairs(text, vectors, ids, labels)
    st.subheader(text("matrix.heading"), anchor=False)
    titles = {"id_title": text("matrix.id"), "token_title": text("matrix.token")}
    alt = text("matrix.alt", count=len(ids))
    chart(alt, "one_hot.matrix", one_hot_heatmap, vectors, labels, **titles)
    _show_characters(text, typed)


def _show_pairs(text: Text, vectors: np.ndarray, ids: list[int], labels: list[str]) -> None:
    distances, gaps = pairwise_distances(vectors), id_gaps(ids)
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(text("distances.heading"), anchor=False)
        alt = text("distances.alt", count=len(ids))
        titles = {"value_title": text("distances.value"), "form": ".2f"}
        chart(alt, "one_hot.distances", amount_heatmap, distances, labels, **titles)
    with right:
        st.subheader(text("gaps.heading"), anchor=False)
        alt = text("gaps.alt", count=len(ids))
        titles = {"value_title": text("gaps.value"), "form": ".0f"}
        chart(alt, "one_hot.gaps", amount_heatmap, gaps, labels, **titles)
    apart = gaps > 0
    if apart.any():
        cosines = cosine_matrix(vectors)[apart]
        what_you_see(
            text,
            text("see.distance", pairs=apart.sum() // 2, distance=distances[apart].mean()),
            text("see.cosine", cosine=np.abs(cosines).max()),
            text("see.gaps", smallest=gaps[apart].min(), largest=gaps.max()),
        )


def _show_characters(text: Text, typed: str) -> None:
    characters = list(dict.fromkeys(typed))
    table = {
        text("characters.character"): [visible(char) for char in characters],
        text("characters.code_point"): [ord(char) for char in characters],
        text("characters.bytes"): [
            " ".join(map(str, tokenizer.encode(char))) for char in characters
        ],
    }
    numbers(text, table, "characters")


SECTION = Section(
    show_one_hot,
    code=(
        one_hot,
        pairwise_distances,
        id_gaps,
    ),
)
