"""Strips: a tick a seed, and a written mean."""

import numpy as np

from embedcore.charts.strips import strips

from .spec import rows


def test_strips_have_a_tick_a_seed_and_a_written_mean():
    values = np.array([[0.1, 0.3], [-0.5, -0.7]])
    spec = strips(values, names=["as set", "changed"], cosine_title="cosine").to_dict()
    ticks = rows(spec, "tick")
    assert [(row["place"], row["cosine"]) for row in ticks] == [
        (0, 0.1),
        (0, 0.3),
        (1, -0.5),
        (1, -0.7),
    ]
    means = rows(spec, "point")
    assert [(row["name"], row["written"]) for row in means] == [
        ("as set", "+0.20"),
        ("changed", "-0.60"),
    ]
