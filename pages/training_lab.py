"""The training lab: watch tokens that keep the same company gather."""

import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap
from embedcore.charts.loss import binned, loss_curve
from embedcore.charts.scatter import extent_of, scatter
from embedcore.config import MAX_D_MODEL, MAX_STEPS, TrainingConfig
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.model import NextTokenModel
from embedcore.training import DivergedError, TrainingResult
from embedcore.ui.cache import SEEDS, SeedRuns, cached_map, cached_seeds, cached_train
from embedcore.ui.controls import Controls
from embedcore.ui.experiment import (
    group_names,
    groups_control,
    mean_and_spread,
    similarity_metrics,
)
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import (
    by_column,
    cautions,
    chart,
    code,
    explain,
    maths,
    numbers,
    what_you_see,
)
from embedcore.ui.text import literal
from embedcore.ui.warm import umap_is_ready

OPTIMIZER_NAMES = {"adam": "Adam", "adamw": "AdamW", "sgd": "SGD"}
ENDS = (("before", 0), ("after", -1))  # name and frame

text = open_page("training_lab")
controls = Controls(text)


def experiment_controls() -> TrainingConfig:
    groups = groups_control(controls)
    steps = controls.slider("steps", 0, MAX_STEPS, 500, step=10)
    d_model = controls.slider("d_model", 2, MAX_D_MODEL, 8)
    seed = controls.whole("seed", 0, 9_999, 0)
    learning_rate = controls.number("learning_rate", 1e-6, 1e6, 1e-2)
    optimizer = controls.choice("optimizer", list(OPTIMIZER_NAMES), "adam", OPTIMIZER_NAMES.get)
    controls.reset_button()
    return TrainingConfig(groups, steps, d_model, seed, learning_rate, optimizer)


def show_maps(result: TrainingResult, method: str) -> None:
    frames = result.vectors[[frame for _, frame in ENDS]]
    waiting = method == "umap" and not umap_is_ready()
    if waiting:
        st.caption(text("maps.waiting"))
    points, trusts = cached_map(frames, "pca" if waiting else method)
    names, extent = group_names(result.config.groups), extent_of(points)
    columns = st.columns(2, gap="medium")
    for (end, frame), column, place, trust in zip(ENDS, columns, points, trusts, strict=True):
        with column:
            st.markdown(text(f"maps.{end}", steps=result.steps[frame]))
            alt = text("maps.alt", tokens=len(result.tokens), steps=result.steps[frame])
            chart(
                alt,
                f"training_lab.map.{end}",
                scatter,
                place,
                result.tokens,
                result.group_of,
                names,
                text("groups"),
                extent,
                method == "raw",
            )
            if method != "raw" and trust.k:  # two tokens have no neighbours to lose
                st.caption(text("maps.trust", **trust._asdict()))
    if method == "umap" and not waiting and st.session_state.pop("training_lab.waited", False):
        st.rerun()  # the whole page, so that this part stops asking
    st.session_state["training_lab.waited"] = waiting


def show_heatmaps(result: TrainingResult) -> None:
    st.subheader(text("heatmaps.heading"), anchor=False)
    for (end, frame), column in zip(ENDS, st.columns(2, gap="medium"), strict=True):
        with column:
            st.markdown(text(f"maps.{end}", steps=result.steps[frame]))
            cosines = cosine_matrix(result.vectors[frame])
            alt = text("heatmaps.alt", tokens=len(result.tokens), steps=result.steps[frame])
            drawn = cosines, result.tokens, text("cosine")
            chart(alt, f"training_lab.heatmap.{end}", cosine_heatmap, *drawn)


def show_loss(result: TrainingResult) -> None:
    st.subheader(text("loss.heading"), anchor=False)
    floor = result.config.groups.loss_floor
    if not len(result.losses):
        st.info(text("loss.none"), icon="🪨")
        return
    titles = text("loss.step"), text("loss.value"), text("loss.floor", floor=floor)
    first, last = result.losses[0], result.losses[-100:].mean()
    values = {"first": first, "last": last, "floor": floor}
    drawn = result.losses, floor, *titles
    chart(text("loss.alt", **values), "training_lab.loss", loss_curve, *drawn)
    st.markdown(text("loss.see", count=min(100, len(result.losses)), **values))
    table = binned(result.losses)
    numbers(text, {text(f"loss.{name}"): table[name] for name in table}, "loss")


def show_pairs(result: TrainingResult, runs: SeedRuns) -> None:
    st.subheader(text("pairs.heading"), anchor=False)
    st.markdown(text("pairs.lead", seeds=SEEDS))
    tokens = list(result.tokens)
    elsewhere = len(result.config.groups.groups[0]) % len(tokens)
    anchor, near, far = st.columns(3)
    with anchor:
        a = tokens.index(controls.select("anchor", tokens, tokens[0]))
    with near:
        b = tokens.index(controls.select("near", tokens, tokens[1]))
    with far:
        c = tokens.index(controls.select("far", tokens, tokens[elsewhere]))
    before, after = (cosine_matrix(result.vectors[frame]) for _, frame in ENDS)
    for other, column in ((b, near), (c, far)):
        mean, spread = mean_and_spread(runs.cosines_after[:, a, other])
        with column:
            st.metric(
                f"sim({literal(tokens[a])}, {literal(tokens[other])})",
                f"{after[a, other]:+.2f}",
                delta=f"{after[a, other] - before[a, other]:+.2f}",
                delta_color="off",
            )
            st.caption(text("pairs.seeds", mean=mean, spread=spread, seeds=SEEDS))


def show_what_happened(result: TrainingResult, runs: SeedRuns) -> None:
    within, across = (mean_and_spread(runs.similarity[:, -1, part]) for part in (0, 1))
    sentences = [text("see.within", before=runs.similarity[:, 0, 0].mean(), after=within[0])]
    if len(result.config.groups.groups) > 1:
        sentences.append(text("see.across", after=across[0], spread=across[1]))
    what_you_see(text, *sentences)


def chosen_method(config: TrainingConfig) -> str:
    if config.d_model == 2:
        st.caption(text("maps.raw"))
        return "raw"
    return controls.choice("map", ("UMAP", "PCA"), "UMAP").lower()


def show_run(config: TrainingConfig) -> None:
    with right:
        result = cached_train(config, text("progress"))
        runs = cached_seeds(config, SEEDS, text("progress"))
        method = chosen_method(config)
        waiting = method == "umap" and not umap_is_ready()
        st.fragment(show_maps, run_every=1.0 if waiting else None)(result, method)
        similarity_metrics(text, runs, one_group=len(config.groups.groups) == 1)
        show_what_happened(result, runs)
    show_heatmaps(result)
    show_pairs(result, runs)
    show_loss(result)
    vectors = by_column(result.vectors[-1].round(4))
    numbers(text, {text("token"): result.tokens, **vectors}, "vectors")


left, right = st.columns([1, 2], gap="medium")
with left, st.container(border=True):
    config = experiment_controls()
try:
    show_run(config)
except DivergedError as error:
    explain(text, error)
controls.finish()
maths(
    text,
    r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
    r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
    r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
)
code(text, NextTokenModel.step, group_similarity)
cautions(text)
close_page(text)
