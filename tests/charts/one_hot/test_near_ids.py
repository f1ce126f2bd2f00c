"""Gaps of ids against cosines: cells that count every pair once, and the visitor's own on top."""

import numpy as np
import pytest

from embedcore.charts.one_hot.near_ids import COLUMNS, GapTitles, gap_histogram, histogram_cells

GAPS = np.array([1, 1, 2, 3, 5, 8, 13, 21, 34, 55] * 8)
COSINES = np.linspace(-0.95, 0.95, 80)


def test_the_cells_count_every_pair_once_in_columns_of_equal_share():
    cells, means = histogram_cells(GAPS, COSINES)
    assert cells["pairs"].sum() == 80
    assert len(means) == COLUMNS
    order = np.argsort(GAPS, kind="stable")
    np.testing.assert_allclose(means["cosine"], COSINES[order].reshape(COLUMNS, 4).mean(axis=1))
    assert (means["gap"].diff().dropna() >= 0).all()
    assert (cells["low"] < cells["high"]).all()
    assert cells["low"].min() >= -1
    assert cells["high"].max() <= 1 + 1e-9


def test_a_cosine_a_hair_above_one_is_counted():
    cells, _ = histogram_cells(np.arange(1, 41), np.full(40, 1 + 1e-7))
    assert cells["pairs"].sum() == 40


@pytest.mark.parametrize(("gap", "beside"), [(1, False), (41, True)])
def test_the_name_of_a_pair_keeps_off_that_of_the_line(gap, beside):
    """The line ends at gap 55 and cosine 0; its name stands 12 pixels, or 0.09, above its end."""
    titles = GapTitles(*GapTitles._fields)
    own = [("cat · dog", gap, 0.09)]
    spec = gap_histogram(GAPS, np.zeros(len(GAPS)), own=own, titles=titles).to_dict()
    tables = [layer["data"].get("values", []) for layer in spec["layer"] if "data" in layer]
    tables += spec.get("datasets", {}).values()
    side = next(row["side"] for rows in tables for row in rows if "side" in row)
    assert (side != "right") == beside


@pytest.mark.parametrize("own", [[], [("A · B", 1, 0.4)], [("a", 9_000, 1.0), ("b", 2, -1.0)]])
def test_the_picture_is_valid_and_light(own):
    spec = gap_histogram(GAPS, COSINES, own=own, titles=GapTitles(*GapTitles._fields)).to_dict()
    tables = list(spec.get("datasets", {}).values())
    tables += [layer["data"].get("values", []) for layer in spec["layer"] if "data" in layer]
    assert 0 < sum(map(len, tables)) < 2_000
    x = spec["layer"][0]["encoding"]["x"]["scale"]
    assert x["domain"] == [0, max([55, *(gap for _, gap, _ in own)])]
    assert spec["layer"][0]["encoding"]["y"]["scale"]["domain"] == [-1, 1]
    names = [row["pair"] for rows in tables for row in rows if "pair" in row]
    assert set(names) == {name for name, _, _ in own}
