"""Which groups fit: a square for each number of groups and each width of a row."""

import numpy as np

from embedcore.charts.compression.fit_map import FitTitles, fit_map

from ..spec import rows


def test_the_map_has_a_square_for_each_pair():
    shares, right = np.array([[0.9, 1.0], [0.2, 0.8]]), np.array([[8, 8], [0, 3]])
    titles = FitTitles("groups", "width", "share", "seeds")
    sides = {"counts": (2, 16), "widths": (2, 4), "seeds": 8}
    drawn = fit_map(shares, right, **sides, titles=titles).to_dict()
    found = {(row["count"], row["width"]): row for row in rows(drawn, "rect")}
    assert found[16, 4]["share"] == 0.8
    assert found[16, 4]["written"] == "3/8"
    assert [found[cell]["all"] for cell in ((2, 2), (2, 4), (16, 2))] == [True, True, False]
    assert drawn["layer"][0]["encoding"]["y"]["sort"] == [16, 2]
