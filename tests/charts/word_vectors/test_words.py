"""The charts of words: valid, every word in them, no name on another."""

import itertools

import altair as alt
import numpy as np
import pandas as pd
import pytest

from embedcore.charts.labels import NO_ROOM, SIDES, in_pixels, position, sides_with_room, width_of
from embedcore.charts.style import ACCENT
from embedcore.charts.word_vectors.games import odd_bars, walk_steps
from embedcore.charts.word_vectors.word_map import Ends, two_axes, word_map

FONT, BOX = 13, (400, 300)
TITLES = {"group_title": "near to", "shared_name": "several"}


@pytest.fixture(autouse=True)
def data_in_its_place():
    with alt.data_transformers.enable(consolidate_datasets=False):
        yield


def corners(x, y, name, side):
    wide, high = width_of(name, FONT), FONT * 1.15
    dx, dy = SIDES[side].get("dx", 0), SIDES[side].get("dy", 0)
    left = {"left": x + dx, "right": x + dx - wide, "center": x + dx - wide / 2}
    top = {"top": y + dy, "bottom": y + dy - high, "middle": y + dy - high / 2}
    left, top = left[SIDES[side]["align"]], top[SIDES[side]["baseline"]]
    return left, top, left + wide, top + high


def test_names_lie_neither_on_each_other_nor_on_points_nor_outside():
    rng = np.random.default_rng(1)
    pixels = rng.uniform(0, 1, (60, 2)) * BOX
    names = [str(rng.choice(["cat", "国王", "grandmother", "x"])) for _ in pixels]
    sides = sides_with_room(pixels, names, BOX, [FONT] * 60)
    placed = [
        corners(x, y, name, side)
        for (x, y), name, side in zip(pixels, names, sides, strict=True)
        if side != NO_ROOM
    ]
    assert 20 < len(placed) < 60
    for left, top, right, bottom in placed:
        assert left >= 0
        assert top >= 0
        assert right <= BOX[0]
        assert bottom <= BOX[1]
        inside = (pixels[:, 0] > left) & (pixels[:, 0] < right)
        assert not (inside & (pixels[:, 1] > top) & (pixels[:, 1] < bottom)).any()
    for a, b in itertools.combinations(placed, 2):
        assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


def test_a_lone_name_stands_on_the_right_and_at_the_edge_on_the_left():
    assert sides_with_room(np.array([[50, 50]]), ["cat"], BOX, [FONT]) == ["right"]
    assert sides_with_room(np.array([[390, 50]]), ["cat"], BOX, [FONT]) == ["left"]
    assert sides_with_room(np.array([[50, 50]]), ["x" * 99], BOX, [FONT]) == [NO_ROOM]


def test_a_name_that_must_stand_covers_as_little_as_it_can():
    crowd = np.array([[50, 50], [62, 50], [38, 50], [44, 64], [56, 64], [50, 34], [44, 34]])
    sides = sides_with_room(crowd, ["cat", *"abcdef"], BOX, [FONT] * 7, must=1)
    assert sides[0] == "right", "on one point; on two above and below; the first of equals"
    assert sides_with_room(crowd, ["cat", *"abcdef"], BOX, [FONT] * 7)[0] == NO_ROOM
    assert sides_with_room(np.array([[390, 50]]), ["cat"], BOX, [FONT], must=1) == ["left"]


def test_chinese_names_that_counted_as_latin_would_lie_on_each_other():
    """Four characters are 52 pixels wide, and not 30: the second name finds no room on its side."""
    names, row = ["国王国王", "女王"], np.array([[100, 50], [185, 50]])
    assert width_of("国王国王", FONT) == 4 * FONT
    assert width_of("cats", FONT) < 2.5 * FONT
    assert width_of("ｃａｔ・", FONT) == 4 * FONT, "full-width letters and signs, too"
    assert width_of("𠮷", FONT) == width_of("🙂", FONT) == FONT
    second = np.array([[100, 50], [160, 50]])
    assert sides_with_room(row, names, BOX, [FONT] * 2) == ["right", "right"]
    assert sides_with_room(second, ["cats", "x"], BOX, [FONT] * 2)[0] == "right"
    assert sides_with_room(second, names, BOX, [FONT] * 2)[0] == "left"


def test_names_that_go_first_get_the_room_and_empty_ones_take_none():
    pair, sizes = np.array([[370, 50], [330, 50]]), [FONT] * 2
    assert sides_with_room(pair, ["a" * 7, "b" * 7], BOX, sizes) == ["above", "left"]
    assert sides_with_room(pair, ["", "b"], BOX, sizes) == [NO_ROOM, "right"]
    box, low = (60, 60), np.array([[20, 40], [40, 40]])  # of two names there is room for one
    assert sides_with_room(low, ["a" * 5] * 2, box, sizes) == ["above", NO_ROOM]
    assert sides_with_room(low, ["a" * 5] * 2, box, sizes, first=[1]) == [NO_ROOM, "above"]


def test_shares_become_pixels_and_values_shares():
    assert in_pixels(np.array([[0.25, 1.0]]), (400, 300)).tolist() == [[100, 0]]
    assert position([0, 5], [-5, 5]).tolist() == [0.5, 1]
    assert position([10], [1, 100], np.log).tolist() == [0.5]
    assert position([25], [0, 100], np.sqrt).tolist() == [0.5]


def test_the_map_has_every_word_and_the_typed_names_first():
    points = np.array([[0, 0], [1, 1], [0.01, 0.01], [1, 0.9], [0.5, 0.5]])
    words, group_of = ["cat", "piano", "dog", "violin", "both"], np.array([0, 1, 0, 1, -1])
    groups = {"group_of": group_of, "typed": ["cat", "piano"]}
    spec = word_map(points, words, **groups, **TITLES, box=BOX).to_dict()
    table = pd.DataFrame(spec["data"]["values"]).set_index("word")
    assert list(table.index[:2]) == ["cat", "piano"]
    assert list(table["typed"]) == [True, True, False, False, False]
    assert table.loc["both", "group"] == "several"
    assert table.loc["violin", "group"] == "piano"
    assert table.loc["cat", "side"] in SIDES
    x, y = (spec["layer"][0]["encoding"][c]["scale"]["domain"] for c in "xy")
    scale = (x[1] - x[0]) / BOX[0], (y[1] - y[0]) / BOX[1]
    assert scale[0] == pytest.approx(scale[1]), "a distance is as long across as upward"
    assert x[0] < 0
    assert x[1] > 1
    assert y[0] < 0
    assert y[1] > 1


def test_a_map_of_one_point_can_be_drawn():
    groups = {"group_of": np.array([0]), "typed": ["cat"]}
    word_map(np.zeros((1, 2)), ["cat"], **groups, **TITLES, box=BOX).to_dict()


def test_two_axes_show_their_ends_and_all_words():
    places = np.array([[0.2, 0.1], [-1.4, 0.3]])
    axes = {
        "across": Ends("man → woman", "man", "woman"),
        "up": Ends("small → big", "small", "big"),
    }
    spec = two_axes(places, ["queen", "king"], **axes, box=BOX).to_dict()
    points = next(layer for layer in spec["layer"] if layer["mark"].get("type") == "point")
    assert points["encoding"]["x"]["title"] == "man → woman"
    low, high = points["encoding"]["x"]["scale"]["domain"]
    assert low < -1.4
    assert high > 1
    assert [row["word"] for row in points["data"]["values"]] == ["queen", "king"]
    marks = next(layer for layer in spec["layer"] if layer["mark"].get("type") == "rule")
    marked = {row["end"]: (row["x"], row["y"]) for row in marks["data"]["values"]}
    assert marked == {
        "man": (-1, None), "woman": (1, None), "small": (None, -1), "big": (None, 1)
    }  # fmt: skip


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
