"""Names beside points: none on another, none cut off, Chinese as wide as it is."""

import itertools

import numpy as np

from embedcore.charts.labels import NO_ROOM, SIDES, in_pixels, position, sides_with_room, width_of

FONT, BOX = 13, (400, 300)


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
