"""Words of several languages in one space: all pairs by cosine, the search for a translation."""

import json

import numpy as np
import pytest

from embedcore.charts.languages.multilingual import SearchTitles, translation_search, word_heatmap
from embedcore.languages.centring import Search

from ..spec import layers, rows

RNG = np.random.default_rng(0)


@pytest.mark.parametrize(
    ("words", "written", "count"), [(3, True, 2), (3, False, 1), (13, True, 1)]
)
def test_a_heatmap_has_the_words_in_order_and_cosines_scale(words, written, count):
    names = [f"w{i}" for i in range(words)]
    matrix = RNG.uniform(-1, 1, (words, words))
    spec = word_heatmap(matrix, names, value_title="cosine", written=written).to_dict()
    assert len(layers(spec)) == count
    encoding = spec["layer"][0]["encoding"]
    assert encoding["color"]["scale"]["domain"] == [-1, 1]
    for channel in "xy":
        axis = encoding[channel]["axis"]
        assert json.loads(axis["labelExpr"].removesuffix("[datum.value]")) == names
        assert axis["labelOverlap"] is False
    drawn = [row["value"] for row in rows(spec, "rect")]
    np.testing.assert_array_equal(np.reshape(drawn, matrix.shape), matrix)


def test_the_search_names_what_the_last_gets_wrong():
    before = Search(np.array([0.9, 0.8]), np.array([0.8, 0.9]), np.array([1, 0]))
    after = Search(np.array([0.6, 0.1]), np.array([0.1, 0.3]), np.array([1, 0]))
    titles = SearchTitles("own", "best", "word", "translation", "other", "right", "wrong")
    names = {"own": ["猫", "狗"], "names": ["b", "a"], "titles": titles}
    spec = translation_search([before, after], ["cat", "dog"], **names, width=500).to_dict()
    drawn = rows(spec, "point")
    assert [(row["x"], row["y"]) for row in drawn] == [
        (0.9, 0.8),
        (0.8, 0.9),
        (0.6, 0.1),
        (0.1, 0.3),
    ]
    assert [row["other"] for row in drawn] == ["狗", "猫"] * 2
    assert [row["word"] for row in drawn if row["side"]] == ["dog"]
    assert drawn[3]["side"]
