"""The odd one out against gensim, walks against a search written differently."""

import itertools

import numpy as np
import pytest

from embedcore import words
from embedcore.word_vectors.word_games import (
    BLOCK,
    ODD_SETS,
    Graph,
    mean_cosines,
    nearest_graph,
    odd_one_out,
    path_to,
    walks_from,
)
from embedcore.words import WordVectors


def table_of(rows):
    names = tuple(f"w{i}" for i in range(len(rows)))
    return WordVectors("test", names, np.asarray(rows, dtype=np.float32))


# The odd one out


def test_company_by_hand():
    table = table_of([[1, 0], [5, 0], [0, 2]])
    np.testing.assert_allclose(mean_cosines(table, ("w0", "w1", "w2")), [0.5, 0.5, 0])
    assert odd_one_out(table, ("w2", "w0", "w1")) == "w2"


def test_a_row_of_zeros_keeps_no_company():
    np.testing.assert_allclose(mean_cosines(table_of([[0, 0], [1, 0]]), ("w0", "w1")), [0, 0])


@pytest.mark.parametrize("name", ODD_SETS)
def test_all_sets_are_in_their_table_and_gensim_agrees(name):
    gensim = pytest.importorskip("gensim.models")
    table = words.load(name)
    for known in ODD_SETS[name]:
        vectors = gensim.KeyedVectors(table.vectors.shape[1])
        vectors.add_vectors(known, table.rows(known))
        assert odd_one_out(table, known) == vectors.doesnt_match(known)


def test_how_many_of_the_sets_are_found():
    """The app's numbers: of 18 each, 12 in English and 16 in Chinese."""
    found = {
        name: sum(odd_one_out(words.load(name), known) == known[-1] for known in sets)
        for name, sets in ODD_SETS.items()
    }
    assert found == {"glove": 12, "chinese": 16}


# The graph and its walks


def test_the_graph_has_the_nearest_of_each():
    rows = np.random.default_rng(0).standard_normal((BLOCK + 30, 6)).astype(np.float32)
    told = []
    graph = nearest_graph(rows, 5, lambda *done: told.append(done))
    table = table_of(rows)
    for row in (0, BLOCK - 1, BLOCK, BLOCK + 29):
        expected = table.nearest(f"w{row}", 5)
        assert [f"w{i}" for i in graph.near[row]] == [word for word, _ in expected]
        np.testing.assert_allclose(graph.cosines[row], [c for _, c in expected], atol=1e-6)
    assert told == [(BLOCK, BLOCK + 30), (BLOCK + 30, BLOCK + 30)]


def test_a_small_graph_has_all_others():
    graph = nearest_graph(np.eye(3, dtype=np.float32), 20)
    assert graph.near.shape == (3, 2)
    assert all(row not in near for row, near in enumerate(graph.near))


def all_walks(graph, start, goal, k, longest):
    """Every walk of at most so many steps, by trying all."""
    for steps in range(longest + 1):
        for turns in itertools.product(range(k), repeat=steps):
            path = [start]
            for turn in turns:
                path.append(int(graph.near[path[-1], turn]))
            if path[-1] == goal and len(set(path)) == len(path):
                yield path


def total(graph, path):
    return sum(graph.cosines[a, list(graph.near[a]).index(b)] for a, b in itertools.pairwise(path))


@pytest.mark.parametrize("seed", range(3))
def test_a_walk_is_the_shortest_and_among_those_the_nearest(seed):
    rows = np.random.default_rng(seed).standard_normal((14, 3)).astype(np.float32)
    graph, k = nearest_graph(rows, 5), 2
    walks = walks_from(graph, 0, k)
    for goal in range(14):
        tried = list(all_walks(graph, 0, goal, k, 6))
        path = path_to(walks, goal)
        if not tried:
            assert walks.steps[goal] == -1 or walks.steps[goal] > 6
            continue
        fewest = min(map(len, tried))
        best = max(total(graph, way) for way in tried if len(way) == fewest)
        assert len(path) == fewest == walks.steps[goal] + 1
        assert path in tried
        assert total(graph, path) == pytest.approx(best, abs=1e-6)


def test_where_no_walk_leads_there_is_none():
    near = np.array([[1], [0], [0]], dtype=np.int32)  # nobody points to 2
    walks = walks_from(Graph(near, np.ones((3, 1), dtype=np.float32)), 0, 1)
    assert walks.steps.tolist() == [0, 1, -1]
    assert path_to(walks, 2) == []
    assert path_to(walks, 1) == [0, 1]
    assert path_to(walks, 0) == [0]
