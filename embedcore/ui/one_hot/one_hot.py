"""The one-hot vectors of a text: every distance the same, the ids anything but."""

from itertools import islice

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import amount_heatmap, one_hot_heatmap
from embedcore.geometry import cosine_matrix
from embedcore.one_hot.units import UNITS, Cut, cut
from embedcore.one_hot.vectors import id_gaps, one_hot, pairwise_distances
from embedcore.tokens import ByteTokenizer, is_chinese, visible
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

LONGEST_TEXT, MOST_TOKENS = 200, 24

tokenizer = ByteTokenizer()


def show_one_hot(visit: Visit) -> None:
    """The section: the visitor's text in tokens, their distances beside the gaps of their ids."""
    text, controls = visit.text, visit.controls
    left, right = st.columns([2, 3], gap="medium")
    with left:
        unit = controls.choice("unit", UNITS, UNITS[0], label=lambda name: text(f"units.{name}"))
    with right:
        typed = controls.words("text", text(f"first.{unit}"), longest=LONGEST_TEXT)
    whole = cut(typed, unit)
    if not whole.ids:
        st.info(text("empty"), icon="⌨️")
        return
    st.markdown(text(f"about.{unit}", vocab_size=whole.vocab_size, ids=_written_ids(whole)))
    if len(whole.ids) > MOST_TOKENS:
        st.caption(text("only_first", shown=MOST_TOKENS, count=len(whole.ids)))
    shown = whole._replace(ids=whole.ids[:MOST_TOKENS], labels=whole.labels[:MOST_TOKENS])
    _show_pairs(text, unit, shown)
    st.subheader(text("matrix.heading"), anchor=False)
    alt = text("matrix.alt", count=len(shown.ids))
    chart(
        alt,
        "one_hot.matrix",
        one_hot_heatmap,
        shown.ids,
        shown.labels,
        vocab_size=shown.vocab_size,
        id_title=text("matrix.id"),
        token_title=text("matrix.token"),
        value_title=text("matrix.value"),
    )
    st.caption(text("matrix.length", vocab_size=shown.vocab_size))
    _show_characters(text, typed)


def _written_ids(whole: Cut) -> str:
    """Each part of the text with its ids; those of one character in brackets, if it has many."""
    written, ids = [], iter(whole.ids[:MOST_TOKENS])
    for part, tokens in whole.parts:
        own = list(islice(ids, tokens))
        if len(own) < tokens:
            break
        numbers = " ".join(map(str, own))
        written.append(f"{literal(part)} " + (f"[{numbers}]" if tokens > 1 else numbers))
    return " · ".join(dict.fromkeys(written))


def _show_pairs(text: Text, unit: str, shown: Cut) -> None:
    ids, labels = shown.ids, shown.labels
    # Where no token has its 1, all have a 0, which adds nothing to a distance: left out.
    used, places = np.unique(ids, return_inverse=True)
    vectors = one_hot(places.tolist(), len(used))
    distances, gaps = pairwise_distances(vectors), id_gaps(ids)
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(text("distances.heading"), anchor=False)
        alt = text("distances.alt", count=len(ids))
        titles = {"value_title": text("distances.value"), "form": ".2f"}
        chart(alt, "one_hot.distances", amount_heatmap, distances, labels, **titles)
    with right:
        st.subheader(text("gaps.heading"), anchor=False)
        alt = text("gaps.alt", count=len(ids), largest=gaps.max())
        titles = {"value_title": text("gaps.value"), "form": ",.0f"}
        chart(alt, "one_hot.gaps", amount_heatmap, gaps, labels, **titles)
    what_you_see(text, *_sentences(text, unit, shown, vectors, distances, gaps))


def _sentences(
    text: Text,
    unit: str,
    shown: Cut,
    vectors: np.ndarray,
    distances: np.ndarray,
    gaps: np.ndarray,
) -> list[str]:
    """Of the pairs of different tokens, if there are any; and of equal ones, if there are any."""
    said, apart = [], gaps > 0
    if apart.any():
        pairs, cosines = apart.sum() // 2, cosine_matrix(vectors)[apart]
        said += [
            text("see.distance", pairs=pairs, distance=distances[apart].mean()),
            text("see.cosine", cosine=np.abs(cosines).max()),
            text("see.gaps", smallest=gaps[apart].min(), largest=gaps.max()),
        ]
    equal = np.argwhere(np.triu(~apart, k=1))
    if len(equal):
        first, second = equal[0]
        names = {"first": literal(shown.labels[first]), "second": literal(shown.labels[second])}
        places = {"place": first + 1, "other": second + 1}
        said.append(text("see.equal", id=shown.ids[first], **names, **places))
    if unit == "characters" and sum(map(is_chinese, {*shown.labels})) > 1:
        said.append(text("see.radicals"))
    return said or [text("see.alone")]


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
        cut,
        one_hot,
        pairwise_distances,
        id_gaps,
    ),
    formulas=(r"\lVert e_i - e_j \rVert = \sqrt{1^2 + 1^2} = \sqrt{2} \qquad (i \neq j)",),
)
