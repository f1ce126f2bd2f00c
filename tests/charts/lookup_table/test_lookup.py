"""The charts of the lookup page: what they draw is what they were given."""

import json

import numpy as np
import pytest

from embedcore.charts import flow
from embedcore.charts.lookup_table.batch import batch_grid
from embedcore.charts.lookup_table.cost import growth
from embedcore.charts.lookup_table.lookup import RESULT, TABLE, lookup_flow
from embedcore.charts.lookup_table.noise import (
    EDGES,
    SpreadNames,
    cosine_histogram,
    spread_by_width,
)
from embedcore.charts.lookup_table.row_gradient import gradient_flow, gradient_strip
from embedcore.charts.lookup_table.rows import position_heatmap, row_heatmap
from embedcore.charts.nearest import nearest_words
from embedcore.lookup_table.lookup import look_up
from embedcore.lookup_table.row_gradient import row_gradient

HEADINGS = "token", "id", "table", "result"


def rows(spec, layer):
    data = layer["data"] if "data" in layer else spec["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


def having(spec, *fields):
    """The layers whose data have these columns."""
    first = [(layer, next(iter(rows(spec, layer)), {})) for layer in spec["layer"]]
    return [layer for layer, row in first if {*fields} <= {*row}]


def flow_spec(ids, vocab_size=256, d_model=4):
    lookup = look_up(ids, [f"t{token_id}" for token_id in ids], vocab_size, d_model)
    titles = {"value_title": "value", "column_title": "column"}
    return lookup, lookup_flow(lookup, headings=HEADINGS, **titles).to_dict()


@pytest.mark.parametrize("vocab_size", [256, 100_277])
def test_table_and_result_are_drawn_with_their_numbers(vocab_size):
    lookup, spec = flow_spec([9, 7, 9], vocab_size)
    *others, table, result = (rows(spec, layer) for layer in having(spec, "value"))
    assert [cell["value"] for cell in result] == lookup.result.ravel().tolist()
    assert [cell["id"] for cell in result] == [9] * 4 + [7] * 4 + [9] * 4
    drawn = {(cell["id"], cell["column"]): cell["value"] for cell in sum(others, table)}
    expected = {
        (row, column): value
        for row, numbers in zip(lookup.row_numbers.tolist(), lookup.weight.tolist(), strict=True)
        for column, value in enumerate(numbers)
    }
    assert drawn == expected
    assert {cell["id"] for cell in table} == {7, 9}


def test_everything_of_a_token_is_lit_by_its_id():
    _, spec = flow_spec([9, 7, 9])
    (lit,) = spec["params"]
    assert lit["select"]["fields"] == ["id"]
    assert "pointerover" in lit["select"]["on"]
    assert lit["value"] == [{"id": 9}]
    conditional = [layer for layer in spec["layer"] if "condition" in json.dumps(layer["encoding"])]
    for layer in conditional:
        assert all("id" in row for row in rows(spec, layer))
    kinds = sorted(layer["mark"]["type"] for layer in conditional)
    assert kinds == ["rect", "rect", "rect", "rule", "text", "text"]


def test_the_paths_of_a_repeated_token_meet_at_one_row():
    _, spec = flow_spec([9, 7, 9])
    (paths,) = [layer for layer in spec["layer"] if layer["mark"]["type"] == "rule"]
    into = [path for path in rows(spec, paths) if path["x2"] == TABLE[0]]
    out = [path for path in rows(spec, paths) if path["x2"] == RESULT[0]]
    ends = {path["id"]: set() for path in into}
    for path in into:
        ends[path["id"]].add(path["y2"])
    for path in out:
        ends[path["id"]].add(path["y"])
    assert {token_id: len(places) for token_id, places in ends.items()} == {7: 1, 9: 1}
    assert [*ends[9]] == pytest.approx([9.5 / 256])
    assert len({path["y"] for path in into}) == 3


@pytest.mark.parametrize(
    "ids",
    [
        [0],
        [120_000],
        [200_018],
        [5, 6, 7],
        [50_000, 50_001],
        [199_990, 200_018],
        list(range(16)),
        [0, 99, 200_018],
    ],
)
def test_rows_drawn_alone_keep_their_order_and_lie_apart_inside_the_table(ids):
    tops, thick = flow.row_tops(np.array(ids), 200_019)
    assert tops.min() >= -1e-9
    assert tops.max() + thick <= 1 + 1e-9
    assert (np.diff(tops) >= thick).all()
    if len(ids) == 1:
        assert tops[0] == pytest.approx(ids[0] / 200_019, abs=thick)


def test_a_wide_row_is_drawn_in_part():
    lookup, spec = flow_spec([1, 2], d_model=64)
    result = rows(spec, having(spec, "value")[2])
    assert len(result) == 2 * flow.MOST_COLUMNS
    assert [cell["value"] for cell in result] == lookup.result[:, :16].ravel().tolist()


def test_the_way_back_draws_shares_and_sums():
    lookup = look_up([1, 0, 1, 1], "abaa", 1_000, 3)
    way = row_gradient(lookup.weight, lookup.places)
    titles = {f"{name}_title": name for name in ("id", "value", "column", "shares")}
    spec = gradient_flow(lookup, way, headings=HEADINGS[:3], **titles).to_dict()
    shares, sums = (rows(spec, layer) for layer in having(spec, "value"))
    assert [cell["value"] for cell in shares] == pytest.approx(way.contributions.ravel().tolist())
    assert [cell["value"] for cell in sums] == pytest.approx(way.gradient.ravel().tolist())
    (counts,) = (rows(spec, layer) for layer in having(spec, "shares"))
    assert {row["id"]: row["written"] for row in counts} == {0: "× 1", 1: "× 3"}


def test_a_row_without_a_gradient_has_no_bar():
    titles = {"row_title": "row", "norm_title": "length"}
    norms = np.array([0, 2.0, 0, 1.0])
    spec = gradient_strip(np.arange(4), norms, vocab_size=4, **titles).to_dict()
    assert [bar["row"] for bar in rows(spec, spec)] == [1, 3]


def test_what_costs_nothing_has_no_line():
    amounts = np.array([[0, 0], [10, 1_000]])
    titles = {"size_title": "rows", "amount_title": "count"}
    spec = growth([10, 100], amounts, names=["index", "product"], **titles).to_dict()
    assert {row["way"] for row in rows(spec, spec["layer"][0])} == {"product"}
    axis = spec["layer"][0]["encoding"]["y"]
    assert axis["scale"]["type"] == "log"
    assert axis["axis"]["values"] == [10, 100, 1_000]


@pytest.mark.parametrize(("columns", "written"), [(8, True), (9, False)])
def test_changed_cells_have_a_frame(columns, written):
    numbers = np.arange(3 * columns, dtype=float).reshape(3, columns)
    marked = numbers == 4
    titles = {"value_title": "value", "column_title": "column"}
    spec = row_heatmap(numbers, "aba", **titles, marked=marked).to_dict()
    kinds = [layer["mark"]["type"] for layer in spec["layer"]]
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
    dots = {row["width"]: row for row in rows(spec, spec["layer"][1])}
    assert dots[8]["size"] > dots[2]["size"]
    assert (dots[2]["spread"], dots[2]["predicted"]) == (0.7, 0.71)


def test_nearest_words_stay_in_order_though_one_comes_twice():
    titles = {f"{name}_title": name for name in ("word", "cosine", "chance")}
    spec = nearest_words(["b.[", "a", "a"], [0.9, 0.5, -0.1], chance=0.2, **titles).to_dict()
    drawn = rows(spec, spec["layer"][0])
    assert [(row["place"], row["word"]) for row in drawn] == [(0, "b.["), (1, "a"), (2, "a")]
    assert [row["written"] for row in drawn] == ["+0.90", "+0.50", "-0.10"]
    assert rows(spec, spec["layer"][-1])[0]["cosine"] == 0.2


def test_padding_is_drawn_as_padding():
    batch = np.array([[72, 105, 33], [72, 256, 256]])
    names = ["first", 'se"cond']
    chart = batch_grid(batch, ["Hi!", "H"], padding=256, names=names, padding_title="pad")
    spec = chart.to_dict()
    drawn = rows(spec, spec["layer"][0])
    assert [cell["token"] for cell in drawn] == ["H", "i", "!", "H", "pad", "pad"]
    assert [cell["id"] for cell in drawn if cell["padding"]] == [256, 256]
