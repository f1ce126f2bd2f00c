"""Section together: words of many languages in one space, before and after centring."""

import re
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.charts.languages.multilingual import SearchTitles, translation_search, word_heatmap
from embedcore.errors import MissingPackageError
from embedcore.geometry import cosine_matrix, of_pairs
from embedcore.languages import multilingual
from embedcore.languages.centring import Search, centred_directions, search
from embedcore.languages.six_languages import LANGUAGES, TEST, reference_words, words
from embedcore.spelling import normal_form
from embedcore.ui.controls import Controls
from embedcore.ui.progress import Bar
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

DEFAULT_WORDS = "cat, 猫, gato, dog, 狗, perro, king, 国王, rey, economics, 经济学, economía"
BETWEEN_WORDS = re.compile(r"[,，、;；\n\r]+")
LONGEST_TEXT, LONGEST_WORD, MOST_WORDS = 600, 40, 24
FEW = 7  # words, whose numbers have room on a phone
PAIRS = (("猫", "cat"), ("猫", "经济学"))  # a translation, and two words with nothing in common


class Space(NamedTuple):
    """The model's space as it is, or without what all words share."""

    mean: np.ndarray

    def __call__(self, vectors: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """``vectors`` before and after centring."""
        return vectors, centred_directions(vectors, self.mean)


def show_together(visit: Visit) -> None:
    """Two numbers, two heatmaps, and the search for a translation; or what to install."""
    text, controls = visit.text, visit.controls
    st.subheader(text("together.heading"), anchor=False)
    st.markdown(text("together.lead", width=multilingual.D_MODEL))
    try:
        reference = _embed(text, reference_words())
    except MissingPackageError as error:
        explain(text, error)
        st.caption(text("together.windows"))
        return
    space = Space(reference.mean(axis=0))
    _show_two_numbers(text, space)
    typed = controls.lines("together_words", DEFAULT_WORDS, LONGEST_TEXT, height=100)
    chosen = _chosen(text, typed)
    if len(chosen) > 1:
        _show_cosines(text, space, chosen)
    else:
        st.info(text("together.too_few"), icon="⌨️")
    st.caption(text("together.mean", count=len(reference), languages=len(LANGUAGES)))
    _show_search(text, controls, space)
    st.caption(text("together.caution"))


def _embed(text: Text, wanted: tuple[str, ...]) -> np.ndarray:
    bar = Bar(text("together.reading"))
    vectors = multilingual.embed(wanted, bar)
    bar.close()
    return vectors


def _show_two_numbers(text: Text, space: Space) -> None:
    for column, pair in zip(st.columns(2), PAIRS, strict=True):
        before, after = (float(v[0] @ v[1]) for v in space(_embed(text, pair)))
        column.metric(
            text("together.pair", first=pair[0], second=pair[1]),
            text("together.change", before=before, after=after),
            border=True,
        )


def _chosen(text: Text, typed: str) -> tuple[str, ...]:
    """The words of the field, each once; the page says what of it is left out."""
    found = [word.strip() for word in BETWEEN_WORDS.split(typed)]
    first: dict[str, str] = {}
    for word in filter(None, found):
        first.setdefault(normal_form(word), word)
    every = list(first.values())
    fitting = [word for word in every if len(word) <= LONGEST_WORD]
    if len(fitting) < len(every):
        left_out = len(every) - len(fitting)
        st.warning(text("together.too_long", count=left_out, longest=LONGEST_WORD), icon="✂️")
    if len(fitting) > MOST_WORDS:
        st.warning(text("together.too_many", count=len(fitting), most=MOST_WORDS), icon="✂️")
    return tuple(fitting[:MOST_WORDS])


def _show_cosines(text: Text, space: Space, chosen: tuple[str, ...]) -> None:
    matrices = [cosine_matrix(vectors) for vectors in space(_embed(text, chosen))]
    written = len(chosen) <= FEW or not on_phone()
    for column, state, matrix in zip(st.columns(2), ("before", "after"), matrices, strict=True):
        with column:
            st.markdown(f"**{text(f'together.{state}')}**")
            alt = text(f"together.alt.{state}", count=len(chosen))
            key, title = f"languages.together.{state}", text("together.cosine")
            shown = list(chosen)
            chart(alt, key, word_heatmap, matrix, shown, value_title=title, written=written)
    before, after = map(of_pairs, matrices)
    length = float(np.linalg.norm(space.mean))
    first, second = np.triu_indices(len(chosen), k=1)

    def pair(place: int) -> dict[str, str]:
        return {"first": literal(chosen[first[place]]), "second": literal(chosen[second[place]])}

    what_you_see(
        text,
        text("together.see.before", **_range(before), **pair(before.argmin())),
        text("together.see.after", **_range(after), **pair(after.argmax())),
        more=[text("together.see.mean", length=length, share=length**2)],
    )
    columns = {
        text("together.first"): [chosen[i] for i in first],
        text("together.second"): [chosen[i] for i in second],
        text("together.before"): before,
        text("together.after"): after,
    }
    numbers(text, columns, "together")


def _range(cosines: np.ndarray) -> dict[str, float]:
    return {"lowest": float(cosines.min()), "highest": float(cosines.max())}


def _show_search(text: Text, controls: Controls, space: Space) -> None:
    st.subheader(text("search.heading"), anchor=False)
    left, right = st.columns(2, gap="large")
    with left:
        source = controls.select("search_from", LANGUAGES, "en", label=_language(text))
    with right:
        target = controls.select("search_to", LANGUAGES, "zh", label=_language(text))
    if source == target:
        st.info(text("search.same"), icon="⌨️")
        return
    asked, own = words(TEST, source), words(TEST, target)
    spaces = zip(space(_embed(text, asked)), space(_embed(text, own)), strict=True)
    before, after = (search(*vectors) for vectors in spaces)
    states = [text("together.before"), text("together.after")]
    titles = {title: text(f"search.{title}") for title in SearchTitles._fields}
    alt = text("search.alt", count=len(asked))
    chart(
        alt,
        "languages.search",
        translation_search,
        [before, after],
        list(asked),
        own=list(own),
        names=states,
        titles=SearchTitles(**titles),
        width=_plot_width(),
    )
    _say_search(text, before, after, asked, own)
    columns = {text("search.word"): asked, text("search.translation"): own}
    for found, state in zip((before, after), states, strict=True):
        columns[text("search.of", column=text("search.own"), state=state)] = found.own
        columns[text("search.of", column=text("search.best"), state=state)] = found.other
        others = [own[place] for place in found.found]
        columns[text("search.of", column=text("search.other"), state=state)] = others
    numbers(text, columns, "search")


def _say_search(
    text: Text, before: Search, after: Search, asked: tuple[str, ...], own: tuple[str, ...]
) -> None:
    counts = {"before": int(before.right.sum()), "after": int(after.right.sum())}
    gaps = {"gap_before": _gap(before), "gap_after": _gap(after)}
    moved = int((before.nearest != after.nearest).sum())
    wrong = [
        f"{literal(asked[i])} → {literal(own[after.found[i]])}"
        for i in np.flatnonzero(~after.right)
    ]
    mistakes = text("search.see.wrong", mistakes=" · ".join(wrong))
    what_you_see(
        text,
        text("search.see.right", count=len(asked), **counts),
        mistakes if wrong else text("search.see.none_wrong"),
        more=[text("search.see.gap", moved=moved, **gaps)],
    )


def _plot_width() -> int:
    return 290 if on_phone() else 700


def _gap(found: Search) -> float:
    """How far its own translation is ahead of the nearest other word, on average."""
    return float((found.own - found.other).mean())


def _language(text: Text):
    return lambda language: text(f"languages.{language}")


SECTION = Section(
    show_together,
    code=(
        multilingual.embed,
        reference_words,
        centred_directions,
        search,
    ),
    formulas=(
        r"\tilde{v}_i = \frac{v_i - \bar{v}}{\lVert v_i - \bar{v} \rVert}, "
        r"\qquad \bar{v} = \frac{1}{n} \sum_{i} v_i",
    ),
)
