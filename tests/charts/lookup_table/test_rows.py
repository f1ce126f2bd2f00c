"""Rows of numbers under one another: rows of a table, with the changed ones marked."""

import numpy as np
import pytest

from embedcore.charts.lookup_table.rows import position_heatmap, row_heatmap

from ..spec import layers, mark_of, rows


@pytest.mark.parametrize(("columns", "written"), [(8, True), (9, False)])
def test_changed_cells_have_a_frame(columns, written):
    numbers = np.arange(3 * columns, dtype=float).reshape(3, columns)
    marked = numbers == 4
    titles = {"value_title": "value", "column_title": "column"}
    spec = row_heatmap(numbers, "aba", **titles, marked=marked).to_dict()
    kinds = list(map(mark_of, layers(spec)))
    assert kinds == ["rect", "text", "rect"] if written else ["rect", "rect"]
    (frame,) = rows(spec, spec["layer"][-1])
    assert (frame["row"], frame["column"], frame["token"]) == (0, 4, "a")
    unmarked = row_heatmap(numbers, "aba", **titles, marked=marked & False).to_dict()
    assert len(unmarked["layer"]) == len(kinds) - 1


def test_a_position_table_is_drawn_whole_with_its_edge():
    table = np.arange(12.0).reshape(4, 3)
    titles = {"place_title": "place", "column_title": "column", "value_title": "value"}
    spec = position_heatmap(table, used=2, **titles, largest=12.0).to_dict()
    cells, edge = spec["layer"]
    drawn = {(c["place"], c["column"]): c["value"] for c in rows(spec, cells)}
    assert drawn == {(p, c): table[p, c] for p in range(4) for c in range(3)}
    assert rows(spec, edge) == [{"place": 2}]


def test_the_numbers_of_columns_and_places_stand_at_the_middle_of_their_cells():
    titles = {"place_title": "place", "column_title": "column", "value_title": "value"}
    spec = position_heatmap(np.zeros((64, 3)), used=2, **titles, largest=1.0).to_dict()
    axes = {channel: spec["layer"][0]["encoding"][channel]["axis"] for channel in "xy"}
    assert axes["x"]["values"] == [0.5, 1.5, 2.5]
    assert axes["y"]["values"] == [place + 0.5 for place in range(0, 64, 8)]
    assert {axis["labelExpr"] for axis in axes.values()} == {"floor(datum.value)"}
