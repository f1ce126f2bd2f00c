"""The band of one standard deviation: a sample's, and within what an amount can be."""

import statistics

import altair as alt
import numpy as np
import pytest

from embedcore.charts.band import band, spread_table, targets

VALUES = np.array([[0.1, 0.4], [0.3, 0.8], [0.2, 0.9]])  # (samples, places)


def test_the_numbers_are_those_of_the_sample_at_each_place():
    table = spread_table(VALUES, step=[0, 10], name="one")
    assert table[["step", "name"]].to_numpy().tolist() == [[0, "one"], [10, "one"]]
    for place, row in table.iterrows():
        sample = VALUES[:, place].tolist()
        mean, spread = statistics.mean(sample), statistics.stdev(sample)
        assert (row["mean"], row["spread"]) == pytest.approx((mean, spread))
        assert (row["lower"], row["upper"]) == pytest.approx((mean - spread, mean + spread))
        assert (row["lowest"], row["highest"]) == (min(sample), max(sample))


def test_a_band_ends_where_its_amount_does():
    table = spread_table(np.array([[0.0, 1.0], [0.2, 0.6]]), (0, 1))
    assert table["lower"][0] == 0
    assert table["upper"][1] == 1
    assert table["upper"][0] == pytest.approx(0.1 + statistics.stdev([0, 0.2]))


def test_a_single_sample_has_no_spread():
    table = spread_table(VALUES[:1])
    for column in ("lower", "upper", "lowest", "highest"):
        assert table[column].tolist() == table["mean"].tolist() == [0.1, 0.4]
    assert table["spread"].tolist() == [0, 0]


def test_the_band_lies_between_its_ends_and_targets_are_not_seen():
    base = alt.Chart(spread_table(VALUES))

    def y(field):
        return alt.Y(f"{field}:Q", title="share")

    encoding = band(base, y, ends=("lowest", "highest")).to_dict()["encoding"]
    assert (encoding["y"]["field"], encoding["y2"]["field"]) == ("lowest", "highest")
    assert encoding["y"]["title"] == "share"
    spec = targets(base, y("mean"), [alt.Tooltip("mean:Q")]).to_dict()
    assert spec["mark"]["opacity"] == 0
    assert spec["encoding"]["tooltip"][0]["field"] == "mean"
