"""Three words, the point that their sum comes to, and its answers: in the plane of the three."""

import numpy as np
import pytest

from embedcore.charts.word_vectors.parallelogram import NARROW, WIDE, Named, parallelogram

from ..spec import layers, rows

CORNERS = (
    Named("king", "king", (0.0, 1.0)),
    Named("man", "man", (0.0, 0.0)),
    Named("woman", "woman", (0.5, 0.0)),
    Named("sum", "king - man + woman", (0.5, 1.0)),
)


QUEEN = Named("queen", "queen: 1.00 out of the plane", (0.4, 0.8))


@pytest.mark.parametrize(("narrow", "size"), [(False, WIDE), (True, NARROW)])
def test_the_parallelogram_has_its_corners_edges_and_answers_to_scale(narrow, size):
    spec = parallelogram(CORNERS, (QUEEN,), narrow=narrow).to_dict()
    table = rows(spec, "text")
    assert [(row["across"], row["up"]) for row in table] == [p.place for p in (*CORNERS, QUEEN)]
    assert [row["said"] for row in table] == [p.said for p in (*CORNERS, QUEEN)]
    edges = [rows(spec, layer) for layer in layers(spec, "line")]
    ends = [[tuple(end.values()) for end in edge] for edge in edges]
    step = [end[1][1] - end[0][1] for end in ends[:2]]
    assert step == [1, 1]  # man to king, woman to the sum: the same step
    assert ends[-1] == [CORNERS[3].place, QUEEN.place]
    encoding = layers(spec, "text")[0]["encoding"]
    units = [np.ptp(encoding[c]["scale"]["domain"]) / s for c, s in zip("xy", size, strict=True)]
    assert units[0] == pytest.approx(units[1])


def test_every_point_has_its_name_off_the_edges():
    spec = parallelogram(CORNERS, (QUEEN,)).to_dict()
    table = rows(spec, "text")
    sides = {row["name"]: row["side"] for row in table}
    assert sides["king"] != "right"  # there the edge to the sum begins
    assert sides["man"] != "right"
    filters = [layer["transform"][0]["filter"] for layer in layers(spec, "text")]
    drawn = [any(f"'{side}'" in filter_ for filter_ in filters) for side in sides.values()]
    assert drawn == [True] * 5


def test_points_in_one_place_are_drawn_all_the_same():
    here = [Named(name, name, (0.0, 0.0)) for name in "abcd"]
    spec = parallelogram(here, ()).to_dict()
    assert len(rows(spec, "text")) == 4
