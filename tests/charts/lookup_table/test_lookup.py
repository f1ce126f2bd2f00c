"""The lookup, drawn as it flows: token, id, row of the table, row of the result."""

import json

import pytest

from embedcore.charts import flow
from embedcore.charts.lookup_table.lookup import RESULT, TABLE, lookup_flow
from embedcore.lookup_table.lookup import look_up

from ..spec import layers, mark_of, rows

HEADINGS = "token", "id", "table", "result"


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
    kinds = sorted(map(mark_of, conditional))
    assert kinds == ["rect", "rect", "rect", "rule", "text", "text"]


def test_the_paths_of_a_repeated_token_meet_at_one_row():
    _, spec = flow_spec([9, 7, 9])
    (paths,) = layers(spec, "rule")
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


def test_a_wide_row_is_drawn_in_part():
    lookup, spec = flow_spec([1, 2], d_model=64)
    result = rows(spec, having(spec, "value")[2])
    assert len(result) == 2 * flow.MOST_COLUMNS
    assert [cell["value"] for cell in result] == lookup.result[:, :16].ravel().tolist()
