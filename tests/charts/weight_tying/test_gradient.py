"""Which rows of a table a step reaches."""

import numpy as np

from embedcore.charts.weight_tying.gradient import gradient_bars

from ..spec import rows


def test_a_row_without_a_gradient_is_said_to_have_exactly_none():
    norms, read = np.array([0.0, 0.25, 1e-9]), np.array([False, True, False])
    titles = {"row_title": "row", "norm_title": "gradient", "zero_title": "exactly 0"}
    spec = gradient_bars(norms, read, **titles).to_dict()
    drawn = rows(spec)
    assert [row["norm"] for row in drawn] == norms.tolist()
    assert [row["written"] for row in drawn][:2] == ["exactly 0", "0.2500"]
    assert [row["looked_up"] for row in drawn] == read.tolist()
