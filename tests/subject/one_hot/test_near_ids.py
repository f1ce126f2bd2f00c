"""Near ids and near meanings: the correlation, the pairs, and the pictures of both."""

from functools import cache
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import spearmanr

from embedcore.one_hot.near_ids import (
    DRAWS,
    OWN_SCRIPT,
    PAIRS,
    ROW,
    near_ids,
    own_pairs,
    word_ids,
)
from embedcore.tokenizers import load as tokenizer
from embedcore.words import WordVectors, load


@cache
def answer(table, ids, space=False):
    return near_ids(load(table), ids, space)


# Of token ids next to nothing; a list in the order of frequency carries a little.
@pytest.mark.parametrize(
    ("table", "ids", "space", "lowest", "highest"),
    [
        ("glove", "cl100k", False, -0.06, 0.0),
        ("glove", "gpt2", False, -0.08, 0.0),
        ("glove", "o200k", False, -0.06, 0.0),
        ("chinese", "o200k", False, -0.06, 0.02),
        ("chinese", ROW, False, -0.04, 0.01),
        ("chinese", "code_points", False, -0.09, -0.01),
        ("glove", ROW, False, -0.20, -0.12),
        ("glove", "gpt2", True, -0.16, -0.08),
    ],
)
def test_ids_say_next_to_nothing_about_meaning(table, ids, space, lowest, highest):
    result = answer(table, ids, space)
    assert result.gaps.shape == result.cosines.shape == (DRAWS, PAIRS)
    pairs = zip(result.gaps, result.cosines, strict=True)
    expected = [spearmanr(gaps, cosines).statistic for gaps, cosines in pairs]
    np.testing.assert_allclose(result.correlations, expected, atol=1e-9)
    assert lowest < np.mean(expected) < highest
    assert (result.gaps > 0).all()
    assert np.abs(result.cosines).max() <= 1 + 1e-6
    assert abs(result.dealt_at_random.mean()) < 0.03
    assert result.words > 3_000


def test_a_list_in_the_order_of_meaning_would_be_found():
    """Words round half a circle, in order: the nearer the ids, the higher the cosine."""
    angles = np.linspace(0, np.pi, 200)
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    names = [f"{a}{b}" for a in "abcdefghijklmnopqrst" for b in "abcdefghij"]
    result = near_ids(WordVectors("glove", tuple(names), vectors), ROW, pairs=500, draws=2)
    assert (result.correlations < -0.99).all()
    assert (np.abs(result.dealt_at_random) < 0.2).all()
    assert result.neighbours > 0.99
    assert result.frequency == pytest.approx(1)


@pytest.mark.parametrize("space", [False, True])
def test_only_words_of_one_token_have_an_id(space):
    rows, ids = word_ids(load("glove"), "gpt2", space)
    words = [load("glove").words[row] for row in rows]
    assert (np.diff(ids) > 0).all()
    for word, token_id in list(zip(words, ids, strict=True))[::100]:
        assert tokenizer("gpt2").encode(" " * space + word) == [token_id]
        assert word.isalpha()
        assert word.isascii()
    assert "cat" in words
    assert ("queen" in words) == space  # alone it is two tokens: qu, een


def test_neighbours_in_the_list_are_those_side_by_side():
    rows, _ = word_ids(load("chinese"), "o200k")
    table = load("chinese")
    vectors = table.vectors[rows].astype(np.float64)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    expected = np.mean([a @ b for a, b in pairwise(vectors)])
    found = answer("chinese", "o200k").neighbours
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_visitors_pairs_have_their_ids_and_cosines():
    sets = [["A", "B", "Z"], ["Monday", "Tuesday"], ["cat", "qqqq", "cat", "dog"]]
    pairs, no_vector, no_id = own_pairs(load("glove"), "cl100k", False, sets)
    named = {(pair.first, pair.second): pair for pair in pairs}
    assert set(named) == {
        ("A", "B"),
        ("A", "Z"),
        ("B", "Z"),
        ("Monday", "Tuesday"),
        ("cat", "dog"),
    }
    assert named["A", "B"].gap == 1
    assert (named["cat", "dog"].first_id, named["cat", "dog"].second_id) == (4719, 18964)
    assert named["cat", "dog"].cosine == pytest.approx(0.92, abs=0.01)
    assert named["Monday", "Tuesday"].cosine > 0.99 > 0.5 > named["A", "B"].cosine
    assert (no_vector, no_id) == (["qqqq"], [])


def test_words_without_a_vector_or_an_id_are_named():
    pairs, no_vector, no_id = own_pairs(load("chinese"), "o200k", False, [["你", "我", "镉"]])
    assert (pairs, no_vector, no_id) == ([], ["你", "我"], ["镉"])
    (pair,), _, _ = own_pairs(load("chinese"), ROW, False, [["镉", "铜"], [], ["猫"]])
    assert pair.gap == abs(load("chinese").index["镉"] - load("chinese").index["铜"])


@pytest.mark.parametrize("rare", ["𠮷", "㐂"])
def test_a_rare_chinese_word_counts_and_a_foreign_one_does_not(rare):
    table = WordVectors("chinese", ("猫", rare, "cat", f"{rare}s", "の"), np.eye(5))
    assert word_ids(table, ROW).rows.tolist() == [0, 1]


@pytest.mark.parametrize("typed", ["", "a" * 200, "\U0010ffff", "$x$", "\0"])
def test_any_word_can_be_asked_for(typed):
    pairs, no_vector, no_id = own_pairs(load("glove"), "gpt2", True, [[typed, "cat"]])
    assert not pairs
    assert no_vector == [typed]
    assert not no_id


def test_the_same_call_draws_the_same_pairs(global_randomness):
    before = global_randomness()
    first, second = (near_ids(load("glove"), ROW, pairs=50, draws=2) for _ in range(2))
    np.testing.assert_array_equal(first.gaps, second.gaps)
    np.testing.assert_array_equal(first.dealt_at_random, second.dealt_at_random)
    assert global_randomness() == before


def test_every_table_with_a_script_can_be_asked():
    assert all(len(word_ids(load(name), ROW).rows) > 40_000 for name in OWN_SCRIPT)
