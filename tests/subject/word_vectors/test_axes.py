"""Axes of meaning, held to hand arithmetic and to what is true of them whatever the words."""

import numpy as np
import pytest

from embedcore import words
from embedcore.word_vectors.axes import cosine_of_axes, directions, in_order, semantic_projection
from embedcore.words import WordVectors

NAMES = ("west", "east", "north", "south", "nowhere", "far east", "north-east")
ROWS = [[-1, 0], [2, 0], [0, 3], [0, -1], [0, 0], [50, 0], [4, 4]]


@pytest.fixture
def compass():
    return WordVectors("compass", NAMES, np.array(ROWS, dtype=np.float32))


def test_the_ends_lie_at_minus_one_and_one(compass):
    places = semantic_projection(compass, "west", "east", NAMES)
    np.testing.assert_allclose(places, [-1, 1, 0, 0, 0, 1, 2**-0.5], atol=1e-12)


def test_a_place_is_a_difference_of_two_cosines():
    rng = np.random.default_rng(0)
    names = tuple("abcdefgh")
    table = WordVectors("random", names, rng.standard_normal((8, 5)).astype(np.float32))

    def cosine(one, other):
        u, v = table.rows([one, other]).astype(float)
        return u @ v / np.sqrt(u @ u) / np.sqrt(v @ v)

    expected = [(cosine(w, "b") - cosine(w, "a")) / (1 - cosine("a", "b")) for w in names]
    np.testing.assert_allclose(semantic_projection(table, "a", "b", names), expected, atol=1e-9)
    np.testing.assert_allclose(
        semantic_projection(table, "b", "a", names), -np.array(expected), atol=1e-9
    )


def test_ends_of_one_direction_place_nothing(compass):
    assert not semantic_projection(compass, "east", "far east", NAMES).any()
    assert cosine_of_axes(compass, ("east", "far east"), ("west", "north")) == 0


def test_axes_at_a_right_angle_and_turned_round(compass):
    assert cosine_of_axes(compass, ("west", "east"), ("south", "north")) == pytest.approx(0)
    assert cosine_of_axes(compass, ("west", "east"), ("east", "west")) == pytest.approx(-1)
    assert cosine_of_axes(compass, ("west", "east"), ("west", "north")) == pytest.approx(2**-0.5)


def test_directions_have_length_one_and_none_stays_none(compass):
    lengths = np.linalg.norm(directions(compass, NAMES), axis=1)
    np.testing.assert_allclose(lengths, [1, 1, 1, 1, 0, 1, 1])


def test_pairs_in_order_are_counted_chain_by_chain():
    places = {"ant": 0.3, "cat": 0.1, "whale": 0.2, "king": -1.0}
    assert in_order(places, [("ant", "cat", "whale")]) == (1, 3)
    assert in_order(places, [("king", "queen"), ("ant", "whale")]) == (0, 1)
    assert in_order(places, [("king", "ant"), ("cat", "whale")]) == (2, 2)
    assert in_order(places, []) == (0, 0)
    assert in_order({"a": 1.0, "b": 1.0}, [("a", "b")]) == (0, 1)


def test_huge_orders_animals_by_size_and_big_does_not():
    """Measured, and no more than that: the page says it, and must not say it if it ends."""
    table = words.load("glove")
    animals = ("ant", "mouse", "cat", "dog", "horse", "elephant", "whale")

    def right(high):
        places = semantic_projection(table, "small", high, animals)
        return in_order(dict(zip(animals, places, strict=True)), [animals])

    assert right("big") == (10, 21)
    assert right("huge") == (19, 21)
