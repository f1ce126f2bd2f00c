"""What a lookup costs as the vocabulary grows, by index and as a one-hot product."""

import numpy as np

from embedcore.charts.lookup_table.cost import growth

from ..spec import rows


def test_what_costs_nothing_has_no_line():
    amounts = np.array([[0, 0], [10, 1_000]])
    titles = {"size_title": "rows", "amount_title": "count"}
    spec = growth([10, 100], amounts, names=["index", "product"], **titles).to_dict()
    assert {row["way"] for row in rows(spec, "line")} == {"product"}
    axis = spec["layer"][0]["encoding"]["y"]
    assert axis["scale"]["type"] == "log"
    assert axis["axis"]["values"] == [10, 100, 1_000]
