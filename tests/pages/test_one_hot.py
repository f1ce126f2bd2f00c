"""The one-hot page: every distance the same, the ids anything but."""

import math

import numpy as np
import pytest

from embedcore.one_hot import id_gaps, one_hot_bytes, row_bytes
from embedcore.tokens import ByteTokenizer
from embedcore.ui.sizes import bytes_written

from .visitor import Visit


def labels(text):
    return [ByteTokenizer().label(token_id) for token_id in ByteTokenizer().encode(text)]


@pytest.mark.parametrize("typed", ["ABz猫🙂", "aab", "a b", "zyx", "q"])
def test_every_distance_is_root_two_and_every_gap_the_ids(typed):
    page = Visit("one_hot", text=typed)
    ids = ByteTokenizer().encode(typed)
    distances = page.chart("distances.alt", count=len(ids)).square().to_numpy()
    gaps = page.chart("gaps.alt", count=len(ids)).square().to_numpy()
    different = np.not_equal.outer(ids, ids)
    np.testing.assert_allclose(distances, np.where(different, math.sqrt(2), 0), atol=1e-12)
    np.testing.assert_array_equal(gaps, id_gaps(ids))


@pytest.mark.parametrize("typed", ["aab", "zebra", "a b猫"])
def test_tokens_stand_in_the_order_typed_repeated_ones_included(typed):
    page = Visit("one_hot", text=typed)
    for key in ("distances.alt", "gaps.alt"):
        chart = page.chart(key, count=len(labels(typed)))
        assert chart.axis("x") == chart.axis("y") == labels(typed)
        first_row = chart.rows().query("row == 0").sort_values("column")
        assert list(first_row["second"]) == labels(typed)


def test_the_one_hot_matrix_has_one_mark_a_token_at_its_id():
    page = Visit("one_hot", text="aab")
    chart = page.chart("matrix.alt", count=3)
    marks = chart.rows()
    assert list(marks["position"]) == [0, 1, 2]
    assert list(marks["id"]) == [97, 97, 98]
    assert chart.layers[0]["encoding"]["x"]["scale"]["domain"] == [0, 255]


def test_the_sentences_count_what_is_in_the_picture():
    page = Visit("one_hot", text="aabz")
    assert page.says("see.distance", pairs=5, distance=math.sqrt(2))  # of 6 pairs one is a, a
    assert page.says("see.gaps", smallest=1, largest=25)


def test_one_token_has_no_pair_to_speak_of():
    page = Visit("one_hot", text="aa")
    assert page.text("see.heading") not in "".join(page.said)
    assert len(page.charts) == 4


def test_characters_are_listed_once_with_their_code_points_and_bytes():
    page = Visit("one_hot", text="a猫a ").look_closer("characters")
    table = page.tables[0]
    assert list(table[page.text("ids.character")]) == ["a", "猫", "␣"]
    assert list(table[page.text("ids.code_point")]) == [97, 0x732B, 32]
    assert list(table[page.text("ids.bytes")]) == ["97", "231 140 171", "32"]


@pytest.mark.parametrize("length", [24, 25, 200])
def test_a_long_text_shows_its_first_tokens_and_says_so(length):
    page = Visit("one_hot", text="ab" * (length // 2) + "c" * (length % 2))
    assert page.says("only_first", shown=24, count=length) == (length > 24)
    assert page.chart("distances.alt", count=24)


@pytest.mark.parametrize(("vocab_size", "d_model"), [(50_257, 768), (27, 12_288), (256_000, 2)])
def test_the_cost_is_the_bytes_of_the_two_vectors(vocab_size, d_model):
    page = Visit("one_hot", vocab_size=str(vocab_size), d_model=str(d_model))
    wide, narrow = one_hot_bytes(vocab_size), row_bytes(d_model)
    written = bytes_written(wide), bytes_written(narrow)
    bars = page.chart("cost.alt", one_hot=written[0], row=written[1]).rows()
    assert list(bars["value"]) == [vocab_size * 4, d_model * 4]
    assert list(bars["written"]) == list(written)
    assert page.says(
        "cost.see",
        vocab_size=vocab_size,
        d_model=d_model,
        one_hot=written[0],
        row=written[1],
        ratio=vocab_size / d_model,
    )
