"""The way back: what reaches a row of the result flows into the table's row that it came from."""

import numpy as np
import pytest

from embedcore.charts.lookup_table.row_gradient import gradient_flow, gradient_strip
from embedcore.lookup_table.lookup import look_up
from embedcore.lookup_table.row_gradient import row_gradient

from ..spec import rows

HEADINGS = "token", "id", "table", "result"


def having(spec, *fields):
    """The layers whose data have these columns."""
    first = [(layer, next(iter(rows(spec, layer)), {})) for layer in spec["layer"]]
    return [layer for layer, row in first if {*fields} <= {*row}]


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


def test_a_table_without_gradients_is_empty_and_its_frame_says_so():
    lookup = look_up([1, 0, 1, 1], "abaa", 1_000, 3)
    way = row_gradient(lookup.weight, lookup.places)
    titles = {f"{name}_title": name for name in ("id", "value", "column", "shares")}
    spec = gradient_flow(lookup, way, headings=HEADINGS[:3], **titles).to_dict()
    (frame,) = [m for m in (layer["mark"] for layer in spec["layer"]) if "strokeDash" in m]
    assert frame["fillOpacity"] == 0
    assert len(frame["strokeDash"]) == 2


def test_a_row_without_a_gradient_has_no_bar():
    titles = {"row_title": "row", "norm_title": "length"}
    norms = np.array([0, 2.0, 0, 1.0])
    spec = gradient_strip(np.arange(4), norms, vocab_size=4, **titles).to_dict()
    assert [bar["row"] for bar in rows(spec)] == [1, 3]
