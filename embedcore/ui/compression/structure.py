"""What a real table keeps in fewer numbers: nearest words and analogies, by PCA and at random."""

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.analogy_questions import known_questions, load_sections
from embedcore.charts.compression.by_width import Curve, Level, ValueAxis, curves
from embedcore.charts.style import ACCENT, QUIET
from embedcore.compression.compress import (
    NEAREST,
    Survival,
    centred,
    kept_neighbours,
    survival,
)
from embedcore.compression.random_projection import project_randomly
from embedcore.errors import MissingPackageError
from embedcore.geometry import highest, principal_axes, unit_rows
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept, kept_and_shared
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import FIRST_WORD, LONGEST_WORD, find_word, table_or_explain
from embedcore.words import WordVectors

WIDTHS = (2, 3, 5, 8, 12, 20, 30, 40, 50)
ENGLISH = "glove"
TABLES = ("glove", "chinese")
PROJECTIONS = 5  # random ones, for their mean and spread
WORDS, AMONG, QUESTIONS = 200, 20_000, 500
SHOWN = 6  # neighbours of the visitor's word


def show_structure(visit: Visit) -> None:
    """Two curves over the width, and a word's neighbours at one width."""
    text, controls = visit.text, visit.controls
    st.subheader(text("structure.heading"), anchor=False)
    st.markdown(text("structure.lead", largest=WIDTHS[-1], smallest=WIDTHS[0]))
    name = controls.choice(
        "table",
        TABLES,
        ENGLISH,  # in each language: the other has no questions
        label=lambda name: text(f"words.tables.{name}"),
    )
    table = table_or_explain(text, name)
    if table is None:
        return
    found = cached_survival(name, text("progress"))
    _show_curves(text, table, found)
    *others, on_a_map = _sentences(text, table, found)
    what_you_see(text, on_a_map, more=[*others, *_surprises(text, table, found)])
    numbers(text, _columns(text, found), "structure")
    _show_word(text, controls, table)


def _show_curves(text: Text, table: WordVectors, found: Survival) -> None:
    rows, own = table.vectors.shape
    names = text("structure.pca"), text("structure.random")
    titles = {"width_title": text("structure.width"), "spread_title": text("structure.spread")}
    asked = table.name == ENGLISH
    left, right = st.columns(2, gap="large") if asked else (st.container(), None)
    with left:
        st.markdown(text("structure.kept", nearest=NEAREST))
        drawn = _both(names, found.kept_pca, found.kept_random)
        share = ValueAxis(text("structure.kept_share"), (0.0, 1.0))
        alt = text("structure.kept_alt", nearest=NEAREST, words=WORDS)
        chart(alt, f"{text.page}.kept", curves, WIDTHS, drawn, values=share, **titles)
    if asked:
        with right:
            _show_questions(text, own, found, titles)
    else:
        st.caption(text("structure.english_only"))
    values = {
        "words": WORDS,
        "among": AMONG,
        "rows": rows,
        "seeds": PROJECTIONS,
        "questions": QUESTIONS,
    }
    st.caption(text(f"structure.how.{table.name}", own=own, **values))


def _show_questions(text: Text, own: int, found: Survival, titles: dict[str, str]) -> None:
    st.markdown(text("structure.right"))
    if np.isnan(found.right_before):
        explain(text, MissingPackageError("gensim"))
        return
    names = text("structure.pca"), text("structure.random")
    drawn = _both(names, found.right_pca, found.right_random)
    level = Level(text("structure.before", own=own), found.right_before)
    alt = text("structure.right_alt", questions=QUESTIONS)
    share = ValueAxis(text("structure.right_share"), (0.0, found.right_before * 1.25))
    chart(alt, f"{text.page}.right", curves, WIDTHS, drawn, values=share, level=level, **titles)


def _both(names: tuple[str, str], pca: np.ndarray, random: np.ndarray) -> list[Curve]:
    return [Curve(names[0], pca[None], ACCENT), Curve(names[1], random, QUIET, (6, 3))]


def _sentences(text: Text, table: WordVectors, found: Survival) -> list[str]:
    """At a middle width, and at the smallest."""
    place = WIDTHS.index(20)
    pca, random = found.kept_pca, found.kept_random
    values = {"width": WIDTHS[place], "own": table.vectors.shape[1], "nearest": NEAREST}
    values |= {"pca": pca[place], "random": random[:, place].mean()}
    said = [text("structure.see.kept", spread=random[:, place].std(ddof=1), **values)]
    if not np.isnan(found.right_before):
        values |= {"pca": found.right_pca[place], "random": found.right_random[:, place].mean()}
        values |= {"spread": found.right_random[:, place].std(ddof=1), "before": found.right_before}
        said.append(text("structure.see.right", **values))
    values = {"width": WIDTHS[0], "pca": pca[0], "random": random[:, 0].mean()}
    return [*said, text("structure.see.two", variance=found.variance[0], **values)]


def _surprises(text: Text, table: WordVectors, found: Survival) -> list[str]:
    """Random projection at the table's own width, and how late structure comes with PCA."""
    own = table.vectors.shape[1]
    said = []
    if own == WIDTHS[-1]:
        last = found.kept_random[:, -1]
        values = {"kept": last.mean(), "spread": last.std(ddof=1)}
        said.append(text("structure.see.square", own=own, **values))
    enough = np.flatnonzero(found.kept_pca >= 0.5)
    key, place = ("half", enough[0]) if len(enough) else ("never_half", -1)
    values = {"width": WIDTHS[place], "variance": found.variance[place]}
    return [*said, text(f"structure.see.{key}", kept=found.kept_pca[place], **values)]


def _columns(text: Text, found: Survival) -> dict:
    columns = {text("structure.width"): WIDTHS, text("structure.variance"): found.variance.round(4)}
    parts = [("kept_share", found.kept_pca, found.kept_random)]
    if not np.isnan(found.right_before):
        parts.append(("right_share", found.right_pca, found.right_random))
    for name, pca, random in parts:
        title = text(f"structure.{name}")
        columns[f"{title} · {text('structure.pca')}"] = pca.round(4)
        columns[f"{title} · {text('structure.random')}"] = random.mean(axis=0).round(4)
        columns[f"{title} · {text('structure.spread')}"] = random.std(axis=0, ddof=1).round(4)
    return columns


def _show_word(text: Text, controls: Controls, table: WordVectors) -> None:
    """One word's nearest in the whole table and in the two reduced ones."""
    st.subheader(text("structure.word.heading"), anchor=False)
    left, right = st.columns(2, gap="large")
    with left:
        typed = controls.words("word", FIRST_WORD[table.name], longest=LONGEST_WORD)
        word = find_word(text, table, typed)
    with right:
        width = controls.stops("width", WIDTHS, 20)
    if word is None:
        return
    own = table.vectors.shape[1]
    lists = cached_neighbours(table.name, word, width)
    headings = (
        text("structure.word.before", own=own),
        text("structure.pca"),
        text("structure.random"),
    )
    shown = [list(map(literal, found)) for found in lists]
    st.table(dict(zip(headings, shown, strict=True)), hide_index=True)
    kept = [len(set(lists[0]) & set(found)) for found in lists[1:]]
    values = {"word": literal(word), "width": width, "shown": SHOWN, "own": own}
    st.caption(text("structure.word.see", pca=kept[0], random=kept[1], **values))


@kept
def cached_survival(name: str, _label: str) -> Survival:
    """What the table of that name keeps; without analogies where it, or the package, has none."""
    table, rng = words.load(name), np.random.default_rng(0)
    among = min(AMONG, len(table.words))
    rows = rng.choice(among, min(WORDS, among), replace=False)
    questions = np.empty((0, 4), dtype=int)
    if name == ENGLISH:
        try:
            known = known_questions(table, load_sections()).rows
            questions = rng.permutation(known)[:QUESTIONS]
        except MissingPackageError:
            pass
    bar = Bar(_label)
    found = survival(table.vectors, rows, questions, WIDTHS, PROJECTIONS, bar)
    bar.close()
    return found


@kept
def cached_neighbours(name: str, word: str, width: int) -> list[list[str]]:
    """The nearest words of ``word``: in the centred table, by PCA, and by random projection."""
    table = words.load(name)
    row = table.index[word]
    lists = []
    for way, numbers_of_row in (("own", 0), ("pca", width), ("random", width)):
        unit = cached_directions(name, way, numbers_of_row)
        cosines = unit @ unit[row]
        cosines[row] = -np.inf
        lists.append([table.words[near] for near in highest(cosines, SHOWN)])
    return lists


@kept_and_shared
def cached_directions(name: str, way: str, width: int) -> np.ndarray:
    """The rows of the table of that name, centred, in ``width`` numbers, each of length 1.

    ``way`` is "pca" or "random"; or "own", for all numbers of the table.
    """
    vectors = centred(words.load(name).vectors)
    if way == "pca":
        vectors = vectors @ principal_axes(vectors)[0][:, :width]
    elif way == "random":
        vectors = project_randomly(vectors, width, seed=0)
    unit = unit_rows(vectors)
    unit.setflags(write=False)
    return unit


SECTION = Section(
    show_structure,
    code=(
        centred,
        principal_axes,
        project_randomly,
        kept_neighbours,
        survival,
    ),
)
