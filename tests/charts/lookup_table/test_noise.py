"""Cosines of random rows: how often each comes, and how their spread shrinks with the width."""

import numpy as np
import pytest

from embedcore.charts.lookup_table.noise import (
    EDGES,
    SpreadNames,
    cosine_histogram,
    spread_by_width,
)

from ..spec import rows


def test_the_histogram_holds_every_pair_once():
    cosines = np.array([-1.0, -0.5, 0.0, 0.01, 1.0])
    predicted = np.full(len(EDGES) - 1, 0.02)
    titles = {f"{name}_title": name for name in ("cosine", "share", "predicted")}
    spec = cosine_histogram(cosines, predicted, spread=0.3, **titles).to_dict()
    band, bars, _ = spec["layer"]
    assert rows(spec, band) == [{"from": -0.3, "to": 0.3}]
    shares = {round(row["from"], 2): row["share"] for row in rows(spec, bars) if row["share"]}
    assert sum(shares.values()) == pytest.approx(1)
    assert shares[0.0] == pytest.approx(0.4)
    assert {row["predicted"] for row in rows(spec, bars)} == {0.02}


def test_the_chosen_width_is_the_large_dot():
    chart = spread_by_width(
        [2, 8],
        [0.7, 0.36],
        predicted=[0.71, 0.35],
        chosen=8,
        width_title="width",
        spread_title="spread",
        names=SpreadNames(measured="m", predicted="p"),
    )
    spec = chart.to_dict()
    dots = {row["width"]: row for row in rows(spec, "point")}
    assert dots[8]["size"] > dots[2]["size"]
    assert (dots[2]["spread"], dots[2]["predicted"]) == (0.7, 0.71)
