"""The charts of word arithmetic: what they draw is what they were given, and names have room."""

import numpy as np
import pytest

from embedcore.charts.word_vectors.analogy_accuracy import accuracy_by_kind
from embedcore.charts.word_vectors.parallelogram import NARROW, WIDE, Named, parallelogram
from embedcore.charts.word_vectors.word_similarity import people_and_vectors

CORNERS = (
    Named("king", "king", (0.0, 1.0)),
    Named("man", "man", (0.0, 0.0)),
    Named("woman", "woman", (0.5, 0.0)),
    Named("sum", "king - man + woman", (0.5, 1.0)),
)
QUEEN = Named("queen", "queen: 1.00 out of the plane", (0.4, 0.8))


def rows(spec, layer):
    """The data of a layer: where it stands, or under the name it has in the whole chart."""
    data = layer["data"] if "data" in layer else spec["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


@pytest.mark.parametrize(("narrow", "size"), [(False, WIDE), (True, NARROW)])
def test_the_parallelogram_has_its_corners_edges_and_answers_to_scale(narrow, size):
    spec = parallelogram(CORNERS, (QUEEN,), narrow=narrow).to_dict()
    table = rows(spec, spec["layer"][-1])
    assert [(row["across"], row["up"]) for row in table] == [p.place for p in (*CORNERS, QUEEN)]
    assert [row["said"] for row in table] == [p.said for p in (*CORNERS, QUEEN)]
    edges = [rows(spec, layer) for layer in spec["layer"] if layer["mark"]["type"] == "line"]
    ends = [[tuple(end.values()) for end in edge] for edge in edges]
    step = [end[1][1] - end[0][1] for end in ends[:2]]
    assert step == [1, 1]  # man to king, woman to the sum: the same step
    assert ends[-1] == [CORNERS[3].place, QUEEN.place]
    encoding = spec["layer"][-1]["encoding"]
    units = [np.ptp(encoding[c]["scale"]["domain"]) / s for c, s in zip("xy", size, strict=True)]
    assert units[0] == pytest.approx(units[1])


def test_every_point_has_its_name_off_the_edges():
    spec = parallelogram(CORNERS, (QUEEN,)).to_dict()
    table = rows(spec, spec["layer"][-1])
    sides = {row["name"]: row["side"] for row in table}
    assert sides["king"] != "right"  # there the edge to the sum begins
    assert sides["man"] != "right"
    filters = [layer["transform"][0]["filter"] for layer in spec["layer"] if _is_text(layer)]
    drawn = [any(f"'{side}'" in filter_ for filter_ in filters) for side in sides.values()]
    assert drawn == [True] * 5


def test_points_in_one_place_are_drawn_all_the_same():
    here = [Named(name, name, (0.0, 0.0)) for name in "abcd"]
    spec = parallelogram(here, ()).to_dict()
    assert len(rows(spec, spec["layer"][-1])) == 4


def _is_text(layer):
    return layer["mark"]["type"] == "text"


def test_a_bar_and_a_diamond_a_kind_in_the_order_given():
    shares = np.array([0.95, 0.5, 0.25]), np.array([0.9, 0.1, 0.0])
    counts = np.array([10, 20, 4])
    names = {"names": ["x", "y", "z"], "ways": ("out", "in")}
    titles = {"share_title": "share", "count_title": "count"}
    spec = accuracy_by_kind(*shares, counts=counts, **names, **titles).to_dict()
    table = rows(spec, {})
    assert [row["name"] for row in sorted(table, key=lambda row: row["place"])] == ["x", "y", "z"]
    assert [row["out"] for row in table] == shares[0].tolist()
    assert [row["in"] for row in table] == shares[1].tolist()
    assert [row["written"] for row in table] == ["95%", "50%", "25%"]
    by_mark = {layer["mark"]["type"]: layer for layer in spec["layer"]}
    bar, point = by_mark["bar"], by_mark["point"]
    assert (bar["encoding"]["x"]["field"], bar["encoding"]["x2"]["field"]) == ("zero", "out")
    assert point["encoding"]["x"]["field"] == "in"
    colours = bar["encoding"]["color"]["scale"]
    assert colours == point["encoding"]["color"]["scale"]
    assert colours["domain"] == ["out", "in"]


@pytest.mark.parametrize("narrow", [False, True])
def test_a_point_a_pair_and_names_at_some(narrow):
    pairs, judgements = ["a · b", "c · d", "e · f"], np.array([1.0, 9.0, 10.0])
    cosines = np.array([0.9, -0.3, 1.0])
    titles = {"judgement_title": "people", "cosine_title": "cosine"}
    named = {"pairs": pairs, "named": (0, 1)}
    spec = people_and_vectors(judgements, cosines, **named, **titles, narrow=narrow).to_dict()
    table = rows(spec, {})
    assert [(r["pair"], r["judgement"], r["cosine"]) for r in table] == list(
        zip(pairs, judgements, cosines, strict=True)
    )
    assert [bool(row["side"]) for row in table] == [True, True, False]
    lowest, highest = spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert lowest <= -0.3
    assert highest >= 1
