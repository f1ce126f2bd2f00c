"""The odd one out as bars, and a walk from word to word."""

import altair as alt
import pandas as pd
import pytest

from embedcore.charts.style import ACCENT
from embedcore.charts.word_vectors.games import odd_bars, walk_steps


@pytest.fixture(autouse=True)
def data_in_its_place():
    with alt.data_transformers.enable(consolidate_datasets=False):
        yield


def test_the_lowest_bar_is_the_odd_one():
    spec = odd_bars(
        ["a", "b", "c"], [0.5, -0.1, 0.2], word_title="word", score_title="score"
    ).to_dict()
    table = pd.DataFrame(spec["data"]["values"])
    assert list(table["odd"]) == [False, True, False]
    assert list(table["written"]) == ["+0.50", "-0.10", "+0.20"]
    colour = spec["layer"][0]["encoding"]["color"]
    assert colour["condition"]["value"] == ACCENT
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"][0] < -0.1


def test_a_walk_has_two_lines_down_its_words():
    names = {"words": ["a", "b", "a c"], "names": ("with a", "with a c")}
    spec = walk_steps([1, 0.5, 0.1], [0.1, 0.6, 1], **names, cosine_title="cosine").to_dict()
    table = pd.DataFrame(spec["data"]["values"])
    by_line = {name: list(rows["cosine"]) for name, rows in table.groupby("with")}
    assert by_line == {"with a": [1, 0.5, 0.1], "with a c": [0.1, 0.6, 1]}
    assert list(table["place"]) == [0, 1, 2] * 2
    assert '["a", "b", "a c"]' in spec["layer"][0]["encoding"]["y"]["axis"]["labelExpr"]
