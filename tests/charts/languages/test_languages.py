"""The pictures of words in one space and of what a script costs: they draw what they are given."""

import json

import numpy as np
import pytest

from embedcore.charts.languages.multilingual import SearchTitles, translation_search, word_heatmap
from embedcore.charts.languages.script import by_language, prices
from embedcore.languages.centring import Search

RNG = np.random.default_rng(0)


def rows(spec, layer):
    data = spec["layer"][layer].get("data", spec.get("data"))
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


@pytest.mark.parametrize(
    ("words", "written", "layers"), [(3, True, 2), (3, False, 1), (13, True, 1)]
)
def test_a_heatmap_has_the_words_in_order_and_cosines_scale(words, written, layers):
    names = [f"w{i}" for i in range(words)]
    matrix = RNG.uniform(-1, 1, (words, words))
    spec = word_heatmap(matrix, names, value_title="cosine", written=written).to_dict()
    assert len(spec["layer"]) == layers
    encoding = spec["layer"][0]["encoding"]
    assert encoding["color"]["scale"]["domain"] == [-1, 1]
    for channel in "xy":
        axis = encoding[channel]["axis"]
        assert json.loads(axis["labelExpr"].removesuffix("[datum.value]")) == names
        assert axis["labelOverlap"] is False
    drawn = [row["value"] for row in rows(spec, 0)]
    np.testing.assert_array_equal(np.reshape(drawn, matrix.shape), matrix)


def test_the_search_names_what_the_last_gets_wrong():
    before = Search(np.array([0.9, 0.8]), np.array([0.8, 0.9]), np.array([1, 0]))
    after = Search(np.array([0.6, 0.1]), np.array([0.1, 0.3]), np.array([1, 0]))
    titles = SearchTitles("own", "best", "word", "translation", "other", "right", "wrong")
    names = {"own": ["猫", "狗"], "names": ["b", "a"], "titles": titles}
    spec = translation_search([before, after], ["cat", "dog"], **names, width=500).to_dict()
    drawn = rows(spec, 1)
    assert [(row["x"], row["y"]) for row in drawn] == [
        (0.9, 0.8),
        (0.8, 0.9),
        (0.6, 0.1),
        (0.1, 0.3),
    ]
    assert [row["other"] for row in drawn] == ["狗", "猫"] * 2
    assert [row["word"] for row in drawn if row["side"]] == ["dog"]
    assert drawn[3]["side"]


def test_prices_are_drawn_with_their_mean():
    values = np.array([[2.0, 3.0, 4.0], [1.0, 1.0, 0.4]])
    names, sentences = ["old", "new"], ["a", "b", "c"]
    titles = {"price_title": "price", "equal_name": "equal", "sentence_title": "sentence"}
    spec = prices(values, names=names, sentences=sentences, **titles).to_dict()
    assert [row["written"] for row in rows(spec, 0)] == ["× 3.00", "× 0.80"]
    dots = rows(spec, 1)
    assert [row["value"] for row in dots] == values.ravel().tolist()
    assert [row["sentence"] for row in dots] == sentences * 2
    assert rows(spec, 2)[0]["one"] == 1


def test_two_languages_are_drawn_with_mean_and_spread():
    values = RNG.uniform(1, 5, (4, 6, 2))
    names = {"names": list("abcd"), "languages": ["en", "zh"]}
    spec = by_language(values, **names, value_title="tokens", form=".1f").to_dict()
    drawn = rows(spec, 0)
    np.testing.assert_allclose([row["mean"] for row in drawn], values.mean(axis=1).ravel())
    half = [(row["high"] - row["low"]) / 2 for row in drawn]
    np.testing.assert_allclose(half, values.std(axis=1, ddof=1).ravel())
    assert [row["language"] for row in drawn] == ["en", "zh"] * 4
