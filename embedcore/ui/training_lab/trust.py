"""How far to trust the map: the same vectors on several maps, and what each of them kept."""

from functools import partial
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.charts.scatter import PointGroups, scatter, square_extent
from embedcore.geometry import crowding, group_gap
from embedcore.projection import FEWEST_FOR_UMAP, Trust, project, trust
from embedcore.training import TrainingResult
from embedcore.ui.controls import Controls
from embedcore.ui.maps import cached_map
from embedcore.ui.runs import group_names
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.visit import LabVisit
from embedcore.ui.warm import Umap, show_with_umap

MAPS = 3  # of UMAP, each from a seed of its own
MIN_DISTS = [0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99]
HEIGHT = 400  # pixels, of every map, so that beside its legend it is about square


class MapSettings(NamedTuple):
    """What the visitor chose for the maps."""

    n_neighbors: int
    min_dist: float
    seed: int
    untrained: bool


class Map(NamedTuple):
    """A flat map ``points [tokens, 2]`` and how far to trust it."""

    points: np.ndarray
    trust: Trust


def show_trust(visit: LabVisit) -> None:
    """The section: three maps of UMAP that differ in their seed alone, and PCA beside them."""
    text, controls, result = visit.text, visit.controls, visit.result
    st.markdown(text("trust.lead"))
    tokens = len(result.tokens)
    if tokens < FEWEST_FOR_UMAP:
        st.info(text("trust.too_few", tokens=tokens, fewest=FEWEST_FOR_UMAP), icon="🔍")
        _show_plain(text, result, result.vectors[-1])
        return
    settings = _map_controls(text, controls, tokens)
    show_with_umap(True, partial(_show_maps, text, result, settings))


def _map_controls(text: Text, controls: Controls, tokens: int) -> MapSettings:
    """Each control with the caution that it shows."""
    first, second, third, fourth = st.columns(4, gap="medium")
    with first:
        min_dist = controls.stops("min_dist", MIN_DISTS, 0.1)
        st.caption(text("trust.caution.size"))
    with second:
        n_neighbors = controls.slider("n_neighbors", 2, tokens - 1, min(15, tokens - 1))
        st.caption(text("trust.caution.distance"))
    with third:
        seed = controls.whole("map_seed", 0, 9_999, 0)
        st.caption(text("trust.caution.seed", first=seed, last=seed + MAPS - 1))
    with fourth:
        untrained = controls.toggle("untrained", False)
        st.caption(text("trust.caution.noise"))
    return MapSettings(n_neighbors, min_dist, seed, untrained)


def _show_maps(text: Text, result: TrainingResult, settings: MapSettings, umap: Umap) -> None:
    vectors = result.vectors[0 if settings.untrained else -1]
    if umap is not Umap.READY:
        st.caption(text("trust.waiting" if umap is Umap.COMPILING else "umap_failed"))
        _show_plain(text, result, vectors)
        return
    st.markdown(text("trust.maps", maps=MAPS))
    seeds = range(settings.seed, settings.seed + MAPS)
    maps = [_map(vectors, "umap", settings.n_neighbors, settings.min_dist, s) for s in seeds]
    for seed, one, column in zip(seeds, maps, st.columns(MAPS, gap="medium"), strict=True):
        with column:
            st.markdown(text("trust.umap", seed=seed))
            _show_map(text, result, one, f"umap.{seed - settings.seed}")
    plain = _show_plain(text, result, vectors)
    what_you_see(text, *_sentences(text, result, vectors, maps, plain, settings))


def _show_plain(text: Text, result: TrainingResult, vectors: np.ndarray) -> Map:
    """The map that has no settings: PCA, or the space itself if that is flat."""
    method = "raw" if vectors.shape[1] == 2 else "pca"
    plain = _map(vectors, method)
    left, right = st.columns([1, 2], gap="medium")
    with left:
        st.markdown(text(f"trust.{method}"))
        _show_map(text, result, plain, method)
    with right:
        st.markdown(text(f"trust.{method}_note", d_model=vectors.shape[1]))
        spread = np.var(vectors, axis=0, dtype=np.float64, ddof=1).sum()
        if method == "pca" and spread:
            kept = plain.points.var(axis=0, ddof=1).sum()
            st.markdown(text("trust.variance", share=kept / spread))
        gap = group_gap(vectors, result.group_of)
        if gap is not None:
            st.metric(text("trust.in_space"), text("trust.widths", gap=gap))
            st.caption(text("trust.gap"))
    return plain


def _show_map(text: Text, result: TrainingResult, one: Map, name: str) -> None:
    groups = result.config.groups
    shown = PointGroups(
        result.group_of,
        group_names(groups),
        title=text("groups"),
        bridge=text("trust.bridge") if groups.bridge else "",
    )
    raw = name == "raw"
    alt = text("trust.alt", method=name.split(".")[0].upper(), tokens=len(result.tokens))
    chart(
        alt,
        f"training_lab.trust.{name}",
        scatter,
        one.points,
        result.tokens,
        groups=shown,
        extent=square_extent(one.points),
        through_origin=raw,
        height=HEIGHT,
    )
    said = [] if raw or not one.trust.k else [text("maps.trust", **one.trust._asdict())]
    gap = group_gap(one.points, result.group_of)
    if gap is not None:
        said.append(text("trust.on_map", gap=gap))
    st.caption("  \n".join(said))


def _sentences(
    text: Text,
    result: TrainingResult,
    vectors: np.ndarray,
    maps: list[Map],
    plain: Map,
    settings: MapSettings,
) -> list[str]:
    gaps = [group_gap(one.points, result.group_of) for one in maps]
    in_space = group_gap(vectors, result.group_of)
    sentences = []
    if None not in (*gaps, in_space):
        values = {"lowest": min(gaps), "highest": max(gaps), "in_space": in_space, "maps": MAPS}
        sentences.append(text("trust.see.gap", **values))
    if settings.untrained:
        clumps = [crowding(one.points) for one in maps]
        flat = crowding(plain.points)
        if None not in (*clumps, flat):
            values = {"on_maps": np.mean(clumps), "on_plain": flat}
            found = "clumps" if values["on_maps"] < flat / 2 else "no_clumps"
            sentence = text(f"trust.see.{found}", n_neighbors=settings.n_neighbors, **values)
            sentences.append(sentence)
    return sentences


def _map(vectors: np.ndarray, method: str, *settings: float) -> Map:
    points, trusts = cached_map(vectors[None], method, *settings)
    return Map(points[0], trusts[0])


SECTION = Section(
    show_trust,
    code=(
        group_gap,
        project,
        trust,
    ),
)
