"""Rows of a table that are drawn alone."""

import numpy as np
import pytest

from embedcore.charts import flow


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
