"""The pictures of the weight tying page, checked against Vega-Lite and by what they draw."""

import json

import numpy as np
import pytest

from embedcore.charts.weight_tying.designs import MOST_ROWS, DesignWords, design
from embedcore.charts.weight_tying.gradient import gradient_bars
from embedcore.charts.weight_tying.runs import NearTitles, losses_of_both, near_and_likely
from embedcore.charts.weight_tying.savings import SavingTitles, savings_by_size
from embedcore.parameters import PRESETS
from embedcore.weight_tying.savings import savings

WORDS = DesignWords("token id", "scores", ["trunk", "empty"])
TITLES = SavingTitles("size", "share", "saved", "ties", "does not")


def rows(spec, layer):
    data = layer["data"] if "data" in layer else spec["data"]
    return data["values"] if "values" in data else spec["datasets"][data["name"]]


def layers(spec, mark):
    return [layer for layer in spec["layer"] if layer["mark"]["type"] == mark]


def table(count, width=3, seed=0):
    return np.random.default_rng(seed).standard_normal((count, width))


def drawn_design(*tables):
    names = ["input", "output"] if len(tables) == 2 else ["one"]
    given = {"names": names, "words": WORDS, "value_title": "value"}
    return design(tables, "abcdefghijklmnop", **given).to_dict()


@pytest.mark.parametrize("count", [2, 16])
@pytest.mark.parametrize("tables", [1, 2])
def test_a_design_draws_the_first_rows_of_its_tables(tables, count):
    given = [table(count, seed=seed) for seed in range(tables)]
    spec = drawn_design(*given)
    cells = rows(spec, layers(spec, "rect")[0])
    shown = min(count, MOST_ROWS)
    expected = np.concatenate([rows_of[:shown].ravel() for rows_of in given])
    np.testing.assert_allclose([cell["value"] for cell in cells], expected)
    assert {cell["token"] for cell in cells} == set("abcdefghijklmnop"[:shown])


def test_two_tables_have_two_frames_and_one_has_one():
    for tables in (1, 2):
        spec = drawn_design(*[table(4)] * tables)
        frames = rows(spec, layers(spec, "rect")[1])
        assert len(frames) == tables


def test_a_design_shows_what_is_read_and_written_with_an_arrow_each():
    spec = drawn_design(table(4))
    said = {row["word"] for layer in layers(spec, "text") for row in rows(spec, layer)}
    assert said == {"token id", "scores", "trunk", "empty", "one"}
    shapes = [layer["mark"]["shape"] for layer in layers(spec, "point")]
    assert sorted(shapes) == ["triangle-left"] * 2 + ["triangle-right"] * 2


def test_losses_are_means_and_deviations_of_the_seeds():
    untied, tied = np.random.default_rng(0).uniform(2, 9, size=(2, 4, 30))
    titles = {"step_title": "step", "loss_title": "loss", "floor_title": "floor"}
    spec = losses_of_both(untied, tied, floor=2.3, names=("two", "one"), **titles).to_dict()
    drawn = rows(spec, layers(spec, "line")[0])
    for row in drawn:
        values = (untied if row["name"] == "two" else tied)[:, row["step"] - 1]
        assert row["mean"] == pytest.approx(values.mean())
        assert row["upper"] - row["mean"] == pytest.approx(values.std(ddof=1))
    assert len(drawn) == 60


def near(within):
    count = len(within)
    chart = near_and_likely(
        np.linspace(-1, 1, count),
        np.linspace(0, 5, count),
        pairs=[f"pair {place}" for place in range(count)],
        within=np.array(within),
        highest=5.0,
        titles=NearTitles("cosine", "difference", "within", "across"),
    )
    return chart.to_dict()


def test_every_pair_is_a_point_with_a_colour_and_a_shape_of_its_kind():
    spec = near([True, False, False])
    drawn = rows(spec, spec)
    assert [row["group"] for row in drawn] == ["within", "across", "across"]
    colours, shapes = (spec["encoding"][name]["scale"]["range"] for name in ("color", "shape"))
    assert len(set(colours)) == len(set(shapes)) == 2
    assert spec["encoding"]["x"]["scale"]["domain"] == [-1, 1]


def test_one_group_has_no_entry_for_pairs_across():
    assert near([True, True])["encoding"]["color"]["scale"]["domain"] == ["within"]


def test_every_model_is_a_point_at_its_size_and_share():
    found = savings(PRESETS)
    written = [str(saving.total) for saving in found]
    given = {"sizes": written, "saved": written, "always_named": ("GPT-2",), "titles": TITLES}
    spec = savings_by_size(found, **given).to_dict()
    points = {row["name"]: row for row in rows(spec, layers(spec, "point")[0])}
    assert set(points) == {saving.name for saving in found}
    assert points["GPT-2"]["share"] == pytest.approx(38_597_376 / 163_037_184)
    assert points["GPT-2"]["kind"] == "ties"
    assert points["Llama 3 8B"]["kind"] == "does not"
    assert layers(spec, "point")[0]["encoding"]["x"]["scale"]["type"] == "log"
    assert "NaN" not in json.dumps(spec)


@pytest.mark.parametrize("narrow", [False, True])
def test_the_models_that_are_told_of_have_their_names_and_others_where_there_is_room(narrow):
    found = savings(PRESETS)
    none, always = [""] * len(found), ("GPT-2", "microgpt", "Llama 3 8B")
    given = {"sizes": none, "saved": none, "always_named": always, "titles": TITLES}
    spec = savings_by_size(found, **given, narrow=narrow).to_dict()
    named = {row["name"] for row in rows(spec, layers(spec, "point")[0]) if row["side"]}
    assert set(always) <= named
    assert narrow or len(named) == len(found)


def test_a_row_without_a_gradient_is_said_to_have_exactly_none():
    norms, read = np.array([0.0, 0.25, 1e-9]), np.array([False, True, False])
    titles = {"row_title": "row", "norm_title": "gradient", "zero_title": "exactly 0"}
    spec = gradient_bars(norms, read, **titles).to_dict()
    drawn = rows(spec, spec)
    assert [row["norm"] for row in drawn] == norms.tolist()
    assert [row["written"] for row in drawn][:2] == ["exactly 0", "0.2500"]
    assert [row["looked_up"] for row in drawn] == read.tolist()
