"""How often a table answers rightly, by kind of question."""

import numpy as np

from embedcore.charts.word_vectors.analogy_accuracy import accuracy_by_kind

from ..spec import layers, mark_of, rows


def test_a_bar_and_a_diamond_a_kind_in_the_order_given():
    shares = np.array([0.95, 0.5, 0.25]), np.array([0.9, 0.1, 0.0])
    counts = np.array([10, 20, 4])
    names = {"names": ["x", "y", "z"], "ways": ("out", "in")}
    titles = {"share_title": "share", "count_title": "count"}
    spec = accuracy_by_kind(*shares, counts=counts, **names, **titles).to_dict()
    table = rows(spec)
    assert [row["name"] for row in sorted(table, key=lambda row: row["place"])] == ["x", "y", "z"]
    assert [row["out"] for row in table] == shares[0].tolist()
    assert [row["in"] for row in table] == shares[1].tolist()
    assert [row["written"] for row in table] == ["95%", "50%", "25%"]
    by_mark = {mark_of(layer): layer for layer in layers(spec)}
    bar, point = by_mark["bar"], by_mark["point"]
    assert (bar["encoding"]["x"]["field"], bar["encoding"]["x2"]["field"]) == ("zero", "out")
    assert point["encoding"]["x"]["field"] == "in"
    colours = bar["encoding"]["color"]["scale"]
    assert colours == point["encoding"]["color"]["scale"]
    assert colours["domain"] == ["out", "in"]
