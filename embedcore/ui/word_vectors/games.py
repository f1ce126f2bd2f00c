"""Section games: which word does not belong, and a walk from one word to another."""

import math
from collections.abc import Sequence

import numpy as np
import streamlit as st

from embedcore import words as tables
from embedcore.charts.word_vectors.games import odd_bars, walk_steps
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept_and_shared
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import LONGEST_WORD, find_word
from embedcore.ui.word_vectors.setup import choose_table, line_of_words
from embedcore.word_vectors.axes import directions
from embedcore.word_vectors.word_games import (
    ODD_SETS,
    Graph,
    mean_cosines,
    nearest_graph,
    odd_one_out,
    path_to,
    walks_from,
)
from embedcore.words import WordVectors

GAMES = ("odd", "walk")
DEFAULT_SET = {"glove": "breakfast lunch dinner cereal", "chinese": "春天 夏天 秋天 星期天"}
MOST_WORDS = 12
FEWEST_WORDS = 3
DEFAULT_WALK = {"glove": ("cat", "parliament"), "chinese": ("咖啡", "电脑")}
MOST_WALKED = 20_000  # words of the graph: the most frequent
FEWEST_NEAR, MOST_NEAR = 3, 20


def show_games(visit: Visit) -> None:
    """One of the two games."""
    text, controls = visit.text, visit.controls
    st.subheader(text("games.heading"), anchor=False)
    left, right = st.columns(2, gap="large")
    with left:
        game = controls.choice("game", GAMES, "odd", label=lambda name: text(f"games.names.{name}"))
    with right:
        table = choose_table(text, controls)
    if table is None:
        return
    st.markdown(text(f"games.lead.{game}"))
    if game == "odd":
        visit.ran(mean_cosines, odd_one_out)
        _play_odd(text, controls, table)
    else:
        visit.ran(directions, nearest_graph, walks_from, path_to)
        _play_walk(text, controls, table)


# The odd one out


def _play_odd(text: Text, controls: Controls, table: WordVectors) -> None:
    default = DEFAULT_SET[table.name]
    words = line_of_words(text, table, controls, "odd_words", default, MOST_WORDS)
    sets = [known for known in ODD_SETS[table.name] if {*known} <= table.index.keys()]
    found = [odd_one_out(table, known) for known in sets]
    missed = [known for known, odd in zip(sets, found, strict=True) if odd != known[-1]]
    left, right = st.columns(2, gap="large")
    with left:
        if len(words) < FEWEST_WORDS:
            st.info(text("games.odd.too_few", fewest=FEWEST_WORDS), icon="⌨️")
        else:
            st.markdown(text("games.odd.own"))
            _show_odd(text, table, words, "own")
    if missed:
        with right:
            st.markdown(text("games.odd.fails"))
            odd = _show_odd(text, table, missed[-1], "missed")
            meant = literal(missed[-1][-1])
            st.markdown(text("games.odd.see.missed", meant=meant, odd=literal(odd)))
    if not sets:
        return
    what_you_see(text, text("games.odd.see.sets", sets=len(sets), right=len(sets) - len(missed)))
    columns = {
        text("games.odd.words"): [" ".join(known) for known in sets],
        text("games.odd.meant"): [known[-1] for known in sets],
        text("games.odd.found"): found,
    }
    numbers(text, columns, "odd")


def _show_odd(text: Text, table: WordVectors, words: list[str], name: str) -> str:
    """The scores of a set as bars; returns the word with the lowest."""
    scores = mean_cosines(table, words)
    odd = odd_one_out(table, words)
    titles = {"word_title": text("games.odd.word"), "score_title": text("games.odd.score")}
    alt = text("games.odd.alt", words=" ".join(words), odd=odd)
    chart(alt, f"word_vectors.odd.{name}", odd_bars, list(words), scores.tolist(), **titles)
    if name == "own":
        lowest, second = np.sort(scores)[:2]
        values = {"odd": literal(odd), "lowest": lowest, "second": second}
        st.markdown(text("games.odd.see.own", **values))
    return odd


# The walk


@kept_and_shared
def cached_graph(name: str, _label: str) -> Graph:
    """The graph of the most frequent words of a table, shared by all visitors."""
    bar = Bar(_label)
    graph = nearest_graph(tables.load(name).vectors[:MOST_WALKED], MOST_NEAR, bar)
    bar.close()
    for part in graph:
        part.setflags(write=False)
    return graph


def _play_walk(text: Text, controls: Controls, table: WordVectors) -> None:
    columns = st.columns(2, gap="large")
    ends = []
    for column, key, default in zip(
        columns, ("walk_from", "walk_to"), DEFAULT_WALK[table.name], strict=True
    ):
        with column:
            ends.append(_end_of_walk(text, table, controls.words(key, default, LONGEST_WORD)))
    k = controls.slider("walk_near", FEWEST_NEAR, MOST_NEAR, 10)
    start, goal = ends
    if start is None or goal is None:
        return
    if start == goal:
        st.info(text("games.walk.same", word=literal(start)), icon="⌨️")
        return
    _show_walk(text, table, start, goal, k)


def _end_of_walk(text: Text, table: WordVectors, typed: str) -> str | None:
    """The word, if walks lead past it; else None, and on the page why."""
    word = find_word(text, table, typed)
    if word is None or table.index[word] < MOST_WALKED:
        return word
    rank = table.index[word] + 1
    st.warning(text("games.walk.rare", word=literal(word), rank=rank, most=MOST_WALKED), icon="🔍")
    return None


def _show_walk(text: Text, table: WordVectors, start: str, goal: str, k: int) -> None:
    graph = cached_graph(table.name, text("games.walk.computing"))
    walks = walks_from(graph, table.index[start], k)
    path = [table.words[row] for row in path_to(walks, table.index[goal])]
    ends = {"start": literal(start), "goal": literal(goal)}
    columns = _show_path(text, table, path, ends) if path else {}
    if not path:
        st.warning(text("games.walk.none", k=k, **ends), icon="🔍")
    count, reached = len(graph.near), walks.steps[walks.steps > 0]
    values = {"start": ends["start"], "count": count, "share": len(reached) / (count - 1), "k": k}
    said = [text("games.walk.reach", **values)]
    if len(reached):
        values = {"median": np.median(reached), "longest": reached.max(), "k": k}
        chance = math.log(count) / math.log(k)
        said.append(text("games.walk.typical", chance=chance, **values))
    st.caption(text("see.joint").join(said))
    if columns:
        numbers(text, columns, "walk")


def _show_path(
    text: Text, table: WordVectors, path: list[str], ends: dict[str, str]
) -> dict[str, Sequence]:
    """The walk as a picture; returns its numbers, heading to column."""
    rows = directions(table, path)
    steps = (rows[1:] * rows[:-1]).sum(axis=1)
    to_start, to_goal = rows @ rows[0], rows @ rows[-1]
    names = tuple(text("games.walk.with", word=word) for word in (path[0], path[-1]))
    alt = text("games.walk.alt", steps=len(steps), words=" → ".join(path))
    chart(
        alt,
        "word_vectors.walk",
        walk_steps,
        to_start.tolist(),
        to_goal.tolist(),
        words=path,
        names=names,
        cosine_title=text("games.walk.cosine"),
    )
    values = {"steps": len(steps), "least": steps.min(), "straight": to_goal[0]}
    what_you_see(text, text("games.walk.see", **values, **ends))
    return {text("games.walk.word"): path, names[0]: to_start, names[1]: to_goal}


SECTION = Section(show_games)
