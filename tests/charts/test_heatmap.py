"""Heatmaps: one-hot vectors with what is left out of them, and legends that reach the values."""

import numpy as np
import pytest

from embedcore.charts.heatmap import amount_heatmap, columns_with_gaps, one_hot_heatmap

from .spec import layers, rows

TITLES = {"id_title": "id", "token_title": "token", "value_title": "value"}


@pytest.mark.parametrize(
    ("ids", "vocab_size", "shown"),
    [
        ([0, 1, 0, 2], 3, [0, 1, 2]),
        ([97, 97, 98], 256, [None, 97, 98, None]),
        ([0, 5], 6, [0, None, 5]),
        ([5, 3], 7, [None, 3, None, 5, None]),
    ],
)
def test_what_is_left_out_stands_as_one_column_between(ids, vocab_size, shown):
    assert columns_with_gaps(ids, vocab_size) == shown


def test_each_token_has_a_1_at_its_id_and_0_elsewhere():
    spec = one_hot_heatmap([97, 99, 97], "aca", vocab_size=256, **TITLES).to_dict()
    cells = rows(spec, layers(spec, "text")[0])
    written = {(cell["position"], cell["column"]): cell["written"] for cell in cells}
    columns = ["⋯", 97, "⋯", 99, "⋯"]
    assert written == {
        (row, place): "⋯" if column == "⋯" else str(int(column == token_id))
        for row, token_id in enumerate([97, 99, 97])
        for place, column in enumerate(columns)
    }


@pytest.mark.parametrize("largest", [2**0.5, 84.0, 0.0])
def test_the_legend_of_amounts_reaches_the_largest(largest):
    spec = amount_heatmap(
        np.array([[0, largest]] * 2), list("ab"), value_title="x", form=".2f"
    ).to_dict()
    shade = spec["layer"][0]["encoding"]["color"]
    assert shade["legend"]["values"] == shade["scale"]["domain"] == [0, largest or 1e-9]
