"""Do two models agree on who is near whom? Shares of common neighbours, and one word's."""

import numpy as np

from embedcore.charts.languages.mutual_neighbours import (
    agreement_curve,
    agreement_strips,
    two_rankings,
)
from embedcore.charts.style import ACCENT, QUIET

from ..spec import layers, rows


def uniform(seed, *shape):
    return np.random.default_rng(seed).uniform(0, 1, shape)


def test_strips_have_a_tick_a_draw_and_a_number_a_mean():
    matched, shuffled = uniform(3, 2, 4), uniform(4, 2, 4)
    names = ("a – b", "a – c")
    spec = agreement_strips(matched, shuffled, names=names, share_title="share").to_dict()
    ticks = rows(spec, "tick")
    assert [t["share"] for t in ticks if t["colour"] == ACCENT] == matched.ravel().tolist()
    assert [t["share"] for t in ticks if t["colour"] == QUIET] == shuffled.ravel().tolist()
    written = [row["written"] for row in rows(spec, "text")]
    assert written == [f"{m:.0%}" for m in (*matched.mean(axis=1), *shuffled.mean(axis=1))]
    assert [r["name"] for r in rows(spec, layers(spec, "text")[1])] == ["a – b", "a – c"]


def test_the_curve_of_agreement_starts_at_one_neighbour():
    matched, shuffled = uniform(5, 4, 7), uniform(6, 4, 7)
    names = ("translated", "shuffled")
    titles = {"k_title": "k", "share_title": "share"}
    spec = agreement_curve(matched, shuffled, k=3, names=names, **titles).to_dict()
    drawn = rows(spec, "line")
    for name, values in zip(names, (matched, shuffled), strict=True):
        own = [row for row in drawn if row["name"] == name]
        assert [row["k"] for row in own] == [1, 2, 3, 4, 5, 6, 7]
        np.testing.assert_allclose([row["mean"] for row in own], values.mean(axis=0))


def test_a_line_joins_what_stands_in_both_rankings():
    spec = two_rankings(["a", "b", "c"], ["c", "d", "a"], titles=("left", "right")).to_dict()
    lines = rows(spec, "rule")
    assert [(line["place"], line["place2"]) for line in lines] == [(1, 3), (3, 1)]
    dots = rows(spec, "point")
    assert [(d["word"], d["shared"]) for d in dots] == [
        ("a", True), ("b", False), ("c", True), ("c", True), ("d", False), ("a", True),
    ]  # fmt: skip


def test_rankings_with_nothing_in_common_have_no_line():
    spec = two_rankings(["a", "b"], ["c", "d"], titles=("left", "right")).to_dict()
    assert rows(spec, "rule") == []
