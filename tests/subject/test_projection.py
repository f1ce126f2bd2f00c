"""Flat maps, and how far to trust them."""

import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest
from sklearn.manifold import trustworthiness
from sklearn.metrics.pairwise import euclidean_distances
from sklearn.neighbors import NearestNeighbors

from embedcore.errors import InputError
from embedcore.projection import project, project_frames, trust


def normal(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


# PCA


def pca_by_hand(vectors):
    centred = vectors - vectors.mean(axis=0)
    sides, lengths, _ = np.linalg.svd(centred, full_matrices=False)
    return sides[:, :2] * lengths[:2]


@pytest.mark.parametrize("shape", [(20, 8), (5, 3), (3, 10), (40, 2)])
def test_pca_is_the_singular_value_decomposition_up_to_signs(shape):
    points, expected = project(normal(*shape)), pca_by_hand(normal(*shape))
    signs = np.sign((points * expected).sum(axis=0))
    np.testing.assert_allclose(points * signs, expected, atol=1e-12)


def test_pca_of_flat_vectors_only_turns_them():
    vectors = normal(15, 2) @ normal(2, 9)  # a plane in nine dimensions
    np.testing.assert_allclose(
        euclidean_distances(project(vectors)), euclidean_distances(vectors), atol=1e-7
    )


def test_two_points_lie_on_a_line_at_their_distance():
    points = project(np.array([[0.0, 0, 0], [2, 3, 6]]))
    np.testing.assert_allclose(np.abs(points), [[3.5, 0], [3.5, 0]], atol=1e-12)


def test_vectors_of_one_number_lie_on_a_line():
    points = project(np.array([[1.0], [4.0], [10.0]]))
    np.testing.assert_allclose(np.abs(points), [[4, 0], [1, 0], [5, 0]], atol=1e-12)


@pytest.mark.parametrize("value", [0.0, 0.1, 1e30])
def test_pca_of_one_point_many_times_is_one_point(value):
    assert project(np.full((6, 3), value)).tolist() == [[0, 0]] * 6


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_pca_keeps_any_scale(scale):
    np.testing.assert_allclose(project(normal(6, 4) * scale), project(normal(6, 4)) * scale)


# UMAP


@pytest.fixture(scope="module")
def umap():
    """``project`` by UMAP, whose first fit in a process compiles for some 10 s.

    As in the app that is done in a thread of its own: it leaves its thread with more OpenMP
    threads than it had, and the training tests slow on a busy machine.
    """
    with ThreadPoolExecutor(1) as thread:
        thread.submit(project, normal(20, 8), "umap").result()
    return partial(project, method="umap")


@pytest.mark.parametrize("n", range(4, 21))
def test_umap_maps_few_points_to_numbers(umap, n):
    points = umap(normal(n, 8))
    assert points.shape == (n, 2)
    assert np.isfinite(points).all()


def test_umap_with_the_same_seed_gives_the_same_map(umap):
    first, second, other = (umap(normal(20, 8), seed=seed) for seed in (3, 3, 4))
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first, other)


@pytest.mark.parametrize("n_neighbors", [0, 1, 2, 19, 20, 1_000])
def test_umap_takes_the_number_of_neighbours_nearest_to_a_possible_one(umap, n_neighbors):
    possible = min(max(n_neighbors, 2), 19)
    np.testing.assert_array_equal(
        umap(normal(20, 8), n_neighbors=n_neighbors),
        umap(normal(20, 8), n_neighbors=possible),
    )


def test_umap_keeps_clusters_together(umap):
    clusters = np.repeat(np.arange(6), 26)
    vectors = normal(156, 8) + 50 * np.eye(6, 8)[clusters]
    points = umap(vectors)  # the clusters share no neighbour: six maps side by side
    nearest = NearestNeighbors(n_neighbors=5).fit(points).kneighbors(return_distance=False)
    assert np.all(clusters[nearest] == clusters[:, None])


@pytest.mark.parametrize("scale", [1e-30, 1e30])
def test_umap_asks_for_no_scale(umap, scale):
    assert trust(normal(20, 8), umap(normal(20, 8) * scale)).trustworthiness > 0.7


@pytest.mark.parametrize(
    "vectors", [np.zeros((20, 8)), np.repeat(np.eye(2, 8), 10, axis=0)], ids=["one", "two"]
)
def test_umap_maps_points_that_coincide_to_numbers(umap, vectors):
    assert np.isfinite(umap(vectors)).all()


def test_two_threads_may_ask_for_umap_at_once(umap):
    jobs = [normal(20, 8, seed=seed) for seed in range(6)]
    with ThreadPoolExecutor(2) as threads:
        together = list(threads.map(umap, jobs))
    for points, vectors in zip(together, jobs, strict=True):
        np.testing.assert_array_equal(points, umap(vectors))


def test_umap_leaves_the_global_random_numbers_alone(umap, global_randomness):
    before = global_randomness()
    umap(normal(20, 8), seed=5)
    assert global_randomness() == before


@pytest.mark.parametrize("shape", [(20, 8), (3, 20, 8)], ids=["one map", "a film"])
def test_a_fit_in_a_thread_leaves_all_warnings_to_the_others(umap, shape, monkeypatch):
    """Who asks for a warning while another fits has it, then and afterwards."""
    from umap import UMAP

    fitting, may_go_on = threading.Event(), threading.Event()
    fit_transform = UMAP.fit_transform

    def waits(self, vectors):
        fitting.set()
        assert may_go_on.wait(20)
        return fit_transform(self, vectors)

    monkeypatch.setattr(UMAP, "fit_transform", waits)
    before = list(warnings.filters)
    asked = project if len(shape) == 2 else project_frames
    with ThreadPoolExecutor(1) as thread:
        points = thread.submit(asked, normal(*shape), "umap")
        assert fitting.wait(20)
        during = list(warnings.filters)
        warnings.filterwarnings("always", "asked for meanwhile")
        wanted = list(warnings.filters)
        may_go_on.set()
        assert np.isfinite(points.result()).all()
    assert during == before
    assert warnings.filters == wanted != before


# Refusals


@pytest.mark.parametrize(
    ("method", "n", "reason"),
    [
        ("pca", 0, "too_few_points"),
        ("pca", 1, "too_few_points"),
        ("umap", 3, "too_few_points"),
        ("pca", 2_001, "too_many_points"),
        ("umap", 2_001, "too_many_points"),
        ("tsne", 20, "unknown_method"),
    ],
)
def test_what_cannot_be_mapped_is_refused(method, n, reason):
    with pytest.raises(InputError) as caught:
        project(np.ones((n, 3)), method)
    assert caught.value.reason == reason


def test_a_wrong_number_of_points_is_named_with_the_limits():
    with pytest.raises(InputError, match="umap was given 3 points, but takes 4 to 2000"):
        project(normal(3, 8), "umap")


@pytest.mark.parametrize("method", ["pca", "umap"])
@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_vectors_that_left_the_numbers_are_refused(method, value):
    vectors = normal(20, 8)
    vectors[3, 5] = value
    with pytest.raises(InputError) as caught:
        project(vectors, method)
    assert caught.value.reason == "not_finite"


# Trust


def test_a_map_that_only_turns_the_space_is_trusted_wholly():
    vectors = normal(20, 2)
    assert trust(vectors, project(vectors)) == (1, 1, 5)


def test_a_map_with_every_neighbour_wrong_is_not_trusted_at_all():
    space, on_map = [0, 1, 3], [0, 3, 1]  # nearest: 1, 0, 1 in the space; 2, 2, 0 on the map
    assert trust(np.c_[space], np.c_[on_map, on_map]) == (0, 0, 1)


def test_a_shuffled_map_is_trusted_less_than_pca():
    vectors = normal(40, 3)
    points = project(vectors)
    good, bad = trust(vectors, points), trust(vectors, np.random.default_rng(1).permutation(points))
    assert bad.trustworthiness < good.trustworthiness - 0.2
    assert bad.kept_neighbours < good.kept_neighbours - 0.2


@pytest.mark.parametrize("k", [1, 5, 14])
def test_trustworthiness_is_that_of_scikit_learn(k):
    vectors, points = normal(30, 8), normal(30, 2, seed=1)
    expected = trustworthiness(vectors, points, n_neighbors=k)
    assert trust(vectors, points, k).trustworthiness == pytest.approx(expected)


def test_kept_neighbours_are_those_in_both_lists():
    vectors, points = normal(30, 8), normal(30, 2, seed=1)
    in_space, on_map = (
        NearestNeighbors(n_neighbors=5).fit(table).kneighbors_graph().toarray()
        for table in (vectors, points)
    )
    expected = (in_space * on_map).sum() / in_space.sum()
    assert trust(vectors, points).kept_neighbours == pytest.approx(expected)


@pytest.mark.parametrize(("n", "k"), [(3, 1), (4, 1), (5, 2), (11, 5), (12, 5)])
def test_fewer_than_half_of_the_points_are_looked_at(n, k):
    assert trust(normal(n, 4), normal(n, 2)).k == k


@pytest.mark.parametrize("n", [1, 2])
def test_with_so_few_points_there_is_nothing_to_trust(n):
    assert np.isnan(trust(normal(n, 4), normal(n, 2))[:2]).all()


@pytest.mark.parametrize(
    ("name", "value"),
    [("min_dist", -0.1), ("min_dist", 1.1), ("min_dist", float("nan")), ("seed", -1)],
)
def test_a_setting_of_umap_that_cannot_be_used_is_named(name, value):
    with pytest.raises(InputError, match=name) as caught:
        project(np.eye(5), "umap", **{name: value})
    assert caught.value.reason == "out_of_range"
