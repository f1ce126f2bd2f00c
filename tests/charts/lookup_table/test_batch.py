"""A batch: sentences under one another, the shorter one filled up with padding."""

import numpy as np

from embedcore.charts.lookup_table.batch import batch_grid

from ..spec import rows


def test_padding_is_drawn_as_padding():
    batch = np.array([[72, 105, 33], [72, 256, 256]])
    names = ["first", 'se"cond']
    chart = batch_grid(batch, ["Hi!", "H"], padding=256, names=names, padding_title="pad")
    spec = chart.to_dict()
    drawn = rows(spec, "rect")
    assert [cell["token"] for cell in drawn] == ["H", "i", "!", "H", "pad", "pad"]
    assert [cell["id"] for cell in drawn if cell["padding"]] == [256, 256]
    assert [cell["written"] for cell in drawn] == ["72", "105", "33", "72", "256", ""]
