"""Section neighbours: the nearest words of one word, and several words with theirs on one map."""

from collections import Counter
from functools import partial
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.charts.nearest import nearest_words
from embedcore.charts.scatter import turned_to
from embedcore.charts.word_vectors.word_map import word_map
from embedcore.geometry import cosine_matrix
from embedcore.noise import highest_by_chance
from embedcore.projection import FEWEST_FOR_UMAP, METHODS, Trust
from embedcore.ui.amounts import bytes_written
from embedcore.ui.maps import cached_map
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.warm import Umap, show_with_umap
from embedcore.ui.word_table import FIRST_WORD, LONGEST_WORD, cached_nearest, find_word
from embedcore.ui.word_vectors.setup import choose_table, line_of_words
from embedcore.word_vectors.axes import directions
from embedcore.words import WordVectors

DEFAULT_LINE = {
    "glove": "cat paris piano three apple",
    "chinese": "猫 北京 钢琴 星期一 苹果",
}
# Opposites, and two of about the same meaning: the opposites are nearer to each other.
OPPOSITES = {"glove": ("hot", "cold", "warm"), "chinese": ("上升", "下降", "升高")}
NEAREST, MOST_TYPED, AROUND_EACH = 10, 6, 8
BOX, PHONE_BOX = (620, 460), (330, 400)  # pixels, of the map
UMAP_SETTINGS = 30, 0.5  # n_neighbors, min_dist: the groups near each other, with room for names


class Places(NamedTuple):
    """The words of a map, the typed ones first; of each whose neighbour it is (-1: of several)."""

    words: list[str]
    group_of: np.ndarray


def show_neighbours(visit: Visit) -> None:
    """One word's nearest with their cosines; then the map of several."""
    text, controls = visit.text, visit.controls
    st.subheader(text("neighbours.heading"), anchor=False)
    st.markdown(text("neighbours.lead"))
    left, right = st.columns(2, gap="large")
    with left:
        table = choose_table(text, controls)
    if table is None:
        return
    with right:
        typed = controls.words("word", FIRST_WORD[table.name], longest=LONGEST_WORD)
        word = find_word(text, table, typed)
    rows, width = table.vectors.shape
    size = bytes_written(table.vectors.nbytes)
    st.caption(text(f"neighbours.about.{table.name}", rows=rows, width=width, size=size))
    if word is not None:
        _show_nearest(text, table, word)
    st.divider()
    st.subheader(text("neighbours.map.heading"), anchor=False)
    st.markdown(text("neighbours.map.lead", count=AROUND_EACH))
    left, right = st.columns([2, 1], gap="large")
    with left:
        default = DEFAULT_LINE[table.name]
        line = line_of_words(text, table, controls, "several", default, MOST_TYPED)
    with right:
        method = controls.choice(
            "map", METHODS[::-1], "umap", label=lambda name: text(f"neighbours.methods.{name}")
        )
    if line:
        show_with_umap(method == "umap", partial(_show_map, text, table, line, method))


def _show_nearest(text: Text, table: WordVectors, word: str) -> None:
    found, cosines = map(list, zip(*cached_nearest(table.name, word, NEAREST), strict=True))
    rows, width = table.vectors.shape
    chance = highest_by_chance(rows, width)
    titles = {
        "word_title": text("neighbours.word"),
        "cosine_title": text("neighbours.cosine"),
        "chance_title": text("neighbours.chance"),
    }
    alt = text("neighbours.alt", word=word, count=len(found))
    chart(alt, "word_vectors.nearest", nearest_words, found, cosines, chance=chance, **titles)
    values = {"word": literal(word), "nearest": literal(found[0]), "cosine": cosines[0]}
    sentences = [text("neighbours.see.nearest", **values)]
    first, opposite, alike = OPPOSITES[table.name]
    if {first, opposite, alike} <= table.index.keys():
        apart, near = cosine_matrix(table.rows((first, opposite, alike)))[0, 1:]
        words = {"first": first, "opposite": opposite, "alike": alike}
        if apart > near:
            sentences.append(text("neighbours.see.opposites", apart=apart, near=near, **words))
    what_you_see(text, *sentences, more=[text("neighbours.see.chance", chance=chance, rows=rows)])
    ranks = [table.index[name] + 1 for name in found]
    columns = {titles["word_title"]: found, titles["cosine_title"]: cosines}
    columns[text("neighbours.rank")] = ranks
    numbers(text, columns, "nearest")


def with_neighbours(table: WordVectors, typed: list[str]) -> Places:
    """The typed words, and of each its ``AROUND_EACH`` nearest, each word once."""
    near = [[word for word, _ in cached_nearest(table.name, w, AROUND_EACH)] for w in typed]
    times = Counter(word for words in near for word in words)
    group_of = {word: group for group, words in enumerate(near) for word in words}
    group_of |= {word: -1 for word, count in times.items() if count > 1}
    group_of |= {word: group for group, word in enumerate(typed)}
    words = list(dict.fromkeys([*typed, *(word for words in near for word in words)]))
    return Places(words, np.array([group_of[word] for word in words]))


def _show_map(text: Text, table: WordVectors, typed: list[str], method: str, umap: Umap) -> None:
    places = with_neighbours(table, typed)
    if method == "umap" and len(places.words) < FEWEST_FOR_UMAP:
        method = "pca"
    if method == "umap" and umap is not Umap.READY:
        st.caption(text("neighbours.waiting" if umap is Umap.COMPILING else "umap_failed"))
        method = "pca"
    # Of length 1, so that near in a straight line and near by cosine are the same.
    vectors = directions(table, places.words)
    points, (trust,) = cached_map(vectors[None], method, *UMAP_SETTINGS)
    box = PHONE_BOX if on_phone() else BOX
    points = turned_to(points[0], box)
    left, right = st.columns([3, 1], gap="large")
    with left:
        name = text(f"neighbours.methods.{method}")
        alt = text("neighbours.map.alt", method=name, words=len(places.words), typed=len(typed))
        chart(
            alt,
            "word_vectors.map",
            word_map,
            points,
            places.words,
            group_of=places.group_of,
            typed=typed,
            group_title=text("neighbours.near_to"),
            shared_name=text("neighbours.shared"),
            box=box,
        )
    with right:
        _show_trust(text, trust)
    sentences = _map_sentences(text, vectors[: len(typed)], typed, places)
    if sentences:
        what_you_see(text, *sentences)
    whose = [text("neighbours.shared") if g < 0 else typed[g] for g in places.group_of]
    columns = {text("neighbours.word"): places.words, text("neighbours.near_to"): whose}
    numbers(text, columns | {"x": points[:, 0], "y": points[:, 1]}, "map")


def _show_trust(text: Text, trust: Trust) -> None:
    """How far to trust the map, unless it has too few points to say."""
    if not trust.k:
        return
    st.metric(text("neighbours.trust.heading"), f"{trust.trustworthiness:.2f}")
    st.metric(text("neighbours.trust.kept"), f"{trust.kept_neighbours:.0%}")
    st.caption(text("neighbours.trust.about", k=trust.k))


def _map_sentences(text: Text, vectors: np.ndarray, typed: list[str], places: Places) -> list[str]:
    sentences = []
    if len(typed) > 1:
        cosines = cosine_matrix(vectors)
        first, second = np.triu_indices(len(typed), k=1)
        pairs = cosines[first, second]
        ends = {"near": int(pairs.argmax()), "far": int(pairs.argmin())}
        values = {f"{end}_cosine": pairs[pair] for end, pair in ends.items()}
        for end, pair in ends.items():
            values[f"{end}_first"] = literal(typed[first[pair]])
            values[f"{end}_second"] = literal(typed[second[pair]])
        key = "pairs" if len(typed) > 2 else "pair"
        sentences.append(text(f"neighbours.see.{key}", **values))
    shared = [word for word, group in zip(*places, strict=True) if group < 0]
    if shared:
        shown = " ".join(map(literal, shared[:5]))
        sentences.append(text("neighbours.see.shared", count=len(shared), words=shown))
    return sentences


SECTION = Section(
    show_neighbours,
    code=(
        WordVectors.ranked,
        WordVectors.nearest,
        directions,
    ),
    formulas=(r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",),
)
