"""How far to trust the map, on the page: maps with their measures, cautions with their control."""

import numpy as np
import pytest

from embedcore.charts.style import ACCENT, BRIDGE_SHAPE
from embedcore.config import TrainingConfig
from embedcore.geometry import crowding, group_gap
from embedcore.groups import Groups
from embedcore.projection import project, trust
from embedcore.training import train
from embedcore.ui.maps import cached_map

from ..visitor import Visit

SETTINGS = {"groups": "abc 甲乙 XYZ", "steps": "40", "d_model": "5", "seed": "3"}
CONFIG = TrainingConfig(Groups(("abc", "甲乙", "XYZ")), steps=40, d_model=5, seed=3)


def open_section(language="en", **parameters):
    return Visit("training_lab", language, section="trust", **parameters)


def maps(page, method, tokens):
    alt = page.text("trust.alt", method=method, tokens=tokens)
    return [chart for chart in page.charts if chart.alt == alt]


def points(chart):
    return chart.rows("point")[["x", "y"]].to_numpy()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_three_seeds_give_three_maps_of_the_same_vectors(language, umap_ready):
    umap_ready.set()
    chosen = {"n_neighbors": "3", "min_dist": "0.5", "map_seed": "7"}
    page = open_section(language, **chosen, **SETTINGS)
    vectors, group_of = train(CONFIG).vectors[-1], CONFIG.groups.group_of
    drawn = maps(page, "UMAP", 8)
    assert len(drawn) == 3
    gaps = []
    for seed, chart in zip((7, 8, 9), drawn, strict=True):
        place, [kept] = cached_map(vectors[None], "umap", 3, 0.5, seed)  # the very same map
        np.testing.assert_allclose(points(chart), place[0], atol=1e-5)
        assert page.says("trust.umap", seed=seed)
        assert page.says("maps.trust", **kept._asdict())
        gaps.append(group_gap(place[0], group_of))
        assert page.says("trust.on_map", gap=gaps[-1])
    assert not np.allclose(points(drawn[0]), points(drawn[1]), atol=0.01)
    values = {"lowest": min(gaps), "highest": max(gaps), "in_space": group_gap(vectors, group_of)}
    assert page.says("trust.see.gap", maps=3, **values)


def test_pca_stands_beside_them_with_its_variance():
    page = open_section(**SETTINGS)
    vectors = train(CONFIG).vectors[-1].astype(float)
    [chart] = maps(page, "PCA", 8)
    flat = project(vectors, "pca")
    np.testing.assert_allclose(points(chart), flat, atol=1e-5)
    singular = np.linalg.svd(vectors - vectors.mean(axis=0), compute_uv=False)
    assert page.says("trust.variance", share=(singular[:2] ** 2).sum() / (singular**2).sum())
    assert page.says("maps.trust", **trust(vectors, flat)._asdict())
    gap = group_gap(vectors, CONFIG.groups.group_of)
    assert page.metrics[page.text("trust.in_space")] == page.text("trust.widths", gap=gap)


def test_moving_min_dist_and_neighbours_changes_the_gap_but_no_vector(umap_ready):
    umap_ready.set()
    page = open_section(n_neighbors="5", min_dist="0")
    result = train(TrainingConfig())
    in_space = page.metrics[page.text("trust.in_space")]
    tight = [group_gap(points(chart), result.group_of) for chart in maps(page, "UMAP", 20)]
    page.set("n_neighbors", 19)
    page.set("min_dist", 0.99)
    loose = [group_gap(points(chart), result.group_of) for chart in maps(page, "UMAP", 20)]
    assert min(tight) > 2 * max(loose)
    assert page.metrics[page.text("trust.in_space")] == in_space


@pytest.mark.parametrize("language", ["en", "zh"])
def test_untrained_rows_make_clumps_with_two_neighbours(language, umap_ready):
    umap_ready.set()
    page = open_section(language, untrained="true", n_neighbors="2")
    vectors = train(TrainingConfig()).vectors[0]
    drawn, [plain] = maps(page, "UMAP", 20), maps(page, "PCA", 20)
    np.testing.assert_allclose(points(plain), project(vectors), atol=1e-5)
    places = [cached_map(vectors[None], "umap", 2, 0.1, seed) for seed in range(3)]
    for chart, (place, _) in zip(drawn, places, strict=True):
        np.testing.assert_allclose(points(chart), place[0], atol=1e-5)
    on_maps = np.mean([crowding(place[0]) for place, _ in places])
    on_plain = crowding(project(vectors))
    assert on_maps < on_plain / 3
    values = {"n_neighbors": 2, "on_maps": on_maps, "on_plain": on_plain}
    assert page.says("trust.see.clumps", **values)
    flat = trust(vectors, project(vectors)).trustworthiness
    assert all(kept[0].trustworthiness < flat for _, kept in places)


def test_with_many_neighbours_untrained_rows_make_no_clumps(umap_ready):
    umap_ready.set()
    page = open_section(untrained="true")
    said = " ".join(page.said)
    assert "does not make clumps" in said
    page.set("untrained", False)
    assert "clumps" not in " ".join(page.said)


def test_until_umap_is_ready_there_is_pca_and_the_maps_come_by_themselves(umap_ready):
    page = open_section(**SETTINGS)
    assert page.says("trust.waiting")
    assert not maps(page, "UMAP", 8)
    assert len(maps(page, "PCA", 8)) == 1
    umap_ready.set()
    page.run()
    assert not page.says("trust.waiting")
    assert len(maps(page, "UMAP", 8)) == 3
    assert len(maps(page, "PCA", 8)) == 1


def test_two_numbers_a_row_need_no_map_but_can_be_compared(umap_ready):
    umap_ready.set()
    page = open_section(d_model="2")
    assert page.says("trust.raw_note", d_model=2)
    [raw] = maps(page, "RAW", 20)
    np.testing.assert_array_equal(points(raw), train(TrainingConfig(d_model=2)).vectors[-1])
    assert not maps(page, "PCA", 20)
    assert len(maps(page, "UMAP", 20)) == 3


@pytest.mark.parametrize("groups", ["ab", "abc"])
def test_too_few_tokens_for_umap_are_told_so(groups, umap_ready):
    umap_ready.set()
    page = open_section(groups=groups, steps="10")
    assert page.says("trust.too_few", tokens=len(groups), fewest=4)
    assert "n_neighbors" not in page.values
    assert len(maps(page, "PCA", len(groups))) == 1
    assert not any("nan" in said.lower() for said in page.said)


@pytest.mark.parametrize("groups", ["abcd", "ab 甲乙"])
def test_four_tokens_are_enough(groups, umap_ready):
    umap_ready.set()
    page = open_section(groups=groups, steps="10", n_neighbors="3")
    assert len(maps(page, "UMAP", 4)) == 3
    assert not any("nan" in said.lower() for said in page.said)
    one_group = " " not in groups
    assert (page.text("trust.in_space") in page.metrics) != one_group


@pytest.mark.parametrize("asked", ["1", "20", "many"])
def test_neighbours_are_two_to_all_others(asked):
    page = open_section(n_neighbors=asked)
    assert page.values["n_neighbors"] == 15
    assert len(page.warnings) == 1
    slider = page.widget("n_neighbors")
    assert (slider.min, slider.max) == (2, 19)


def test_fewer_tokens_lower_the_neighbours_without_a_word():
    page = open_section(n_neighbors="18")
    page.set("groups", "abc xyz")
    assert page.values["n_neighbors"] == 5
    assert not page.warnings


def test_a_token_of_two_groups_has_a_look_of_its_own_and_lies_on_top():
    page = open_section(groups="abx xyz", bridge="x", steps="10")
    [chart] = maps(page, "PCA", 5)
    dots = next(layer for layer in chart.layers if layer["mark"]["type"] == "point")
    colours, shapes = (dots["encoding"][name]["scale"] for name in ("color", "shape"))
    name = page.text("trust.bridge")
    drawn = chart.rows("point")
    assert [tuple(row) for row in drawn[["token", "group"]].to_numpy()][-1] == ("x", name)
    number = drawn["number"].iloc[-1]
    assert dict(zip(colours["domain"], colours["range"], strict=True))[number] == ACCENT
    assert dict(zip(shapes["domain"], shapes["range"], strict=True))[number] == BRIDGE_SHAPE
    assert len(set(shapes["range"])) == len(set(colours["range"])) == 3
