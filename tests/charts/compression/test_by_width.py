"""Curves over the numbers in a row: means of several seeds with their spread, and rules."""

import numpy as np
import pytest

from embedcore.charts.compression.by_width import Curve, Level, ValueAxis, curves

from ..spec import rows

TITLES = {"width_title": "x", "spread_title": "spread"}


def test_a_curve_is_the_mean_in_a_band_of_one_standard_deviation():
    values = np.array([[0.1, 0.4], [0.3, 0.8]])
    given = [Curve("many", values, "#000000", (6, 3)), Curve("one", values[:1], "#ffffff")]
    axis, level = ValueAxis("y", (0.0, 1.0)), Level("level", 0.9)
    drawn = curves((2, 8), given, values=axis, level=level, **TITLES).to_dict()
    found = {(row["name"], row["width"]): row for row in rows(drawn, "line")}
    assert found["many", 2]["mean"] == pytest.approx(0.2)
    assert found["many", 8]["spread"] == pytest.approx(np.std([0.4, 0.8], ddof=1))
    assert found["many", 8]["upper"] == pytest.approx(0.6 + found["many", 8]["spread"])
    assert found["one", 2]["lower"] == found["one", 2]["upper"] == pytest.approx(0.1)
    assert rows(drawn, "rule") == [{"mean": 0.9, "name": "level"}]


@pytest.mark.parametrize(("percent", "reach"), [(True, 1.0), (False, 1.05)])
def test_no_band_of_shares_is_above_all_of_them(percent, reach):
    curve = Curve("a", np.array([[1.0], [0.6], [1.0]]), "#000000")
    axis = ValueAxis("y", (0.0, 1.05), percent=percent)
    (row,) = rows(curves((2,), [curve], values=axis, **TITLES).to_dict(), "area")
    assert row["mean"] + row["spread"] > 1.05
    assert row["upper"] == pytest.approx(reach)


def test_cosines_have_signs_and_no_level_is_no_rule():
    curve = Curve("a", np.array([[0.5]]), "#000000")
    cosines = ValueAxis("y", (-1.0, 1.0), percent=False)
    drawn = curves((2,), [curve], values=cosines, **TITLES).to_dict()
    assert len(drawn["layer"]) == 3
    axis = drawn["layer"][0]["encoding"]["y"]
    assert axis["scale"]["domain"] == [-1, 1]
    assert "+.1f" in axis["axis"]["labelExpr"]
