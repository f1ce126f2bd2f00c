"""Weight tying: one table to read with and to write with."""

from dataclasses import replace

import streamlit as st

from embedcore.charts.bars import gradient_rows
from embedcore.charts.heatmap import cosine_heatmap
from embedcore.config import MAX_D_MODEL, MAX_STEPS, TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.model import NextTokenModel, Parameters
from embedcore.training import DivergedError, parameter_count
from embedcore.ui.cache import SEEDS, cached_gradients, cached_seeds, cached_train
from embedcore.ui.controls import Controls
from embedcore.ui.experiment import (
    groups_control,
    mean_and_spread,
    similarity_metrics,
)
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, chart, code, explain, maths, numbers, what_you_see

text = open_page("weight_tying")
controls = Controls(text)


def experiment_controls() -> TrainingConfig:
    first, second, third, fourth = st.columns([3, 2, 2, 1], gap="large")
    with first:
        groups = groups_control(controls)
    with second:
        steps = controls.slider("steps", 10, MAX_STEPS, 500, step=10)
    with third:
        d_model = controls.slider("d_model", 2, MAX_D_MODEL, 8)
    with fourth:
        seed = controls.whole("seed", 0, 9_999, 0)
    controls.reset_button()
    return TrainingConfig(groups, steps, d_model, seed)


def show_model(config: TrainingConfig, name: str) -> None:
    st.subheader(text(f"{name}.heading"), anchor=False)
    st.markdown(text(f"{name}.lead", parameters=parameter_count(config)))
    result = cached_train(config, text("progress"))
    runs = cached_seeds(config, SEEDS, text("progress"))
    drawn = cosine_matrix(result.vectors[-1]), result.tokens, text("cosine")
    alt = text("heatmap.alt", tokens=len(result.tokens), model=text(f"{name}.heading"))
    chart(alt, f"weight_tying.heatmap.{name}", cosine_heatmap, *drawn)
    similarity_metrics(text, runs, one_group=len(config.groups.groups) == 1)


def show_gradients(config: TrainingConfig, name: str) -> None:
    norms = cached_gradients(config)
    tables = {"one": norms.embedding}
    if not config.tied:
        tables = {"input": norms.embedding, "output": norms.unembedding}
    for table, lengths in tables.items():
        reached = int((lengths > 0).sum())
        st.markdown(text(f"gradient.{table}", reached=reached, rows=len(lengths)))
        titles = (text(f"gradient.{title}") for title in ("row", "norm", "zero"))
        alt = text("gradient.alt", reached=reached, rows=len(lengths))
        key = f"weight_tying.gradient.{name}.{table}"
        chart(alt, key, gradient_rows, lengths, norms.looked_up, *titles)


def show_comparison(untied: TrainingConfig) -> None:
    tied = replace(untied, tied=True)
    models = (("untied", untied), ("tied", tied))
    for (name, config), column in zip(models, st.columns(2, gap="large"), strict=True):
        with column:
            show_model(config, name)
    ends = {}
    for name, config in models:
        similarity = cached_seeds(config, SEEDS, text("progress")).similarity
        ends[name], ends[f"{name}_spread"] = mean_and_spread(similarity[:, -1, 0])
    saved = parameter_count(untied) - parameter_count(tied)
    share = saved / parameter_count(untied)
    what_you_see(
        text,
        text("see.parameters", saved=saved, share=share),
        text("see.within", seeds=SEEDS, **ends),
    )
    st.subheader(text("gradient.heading"), anchor=False)
    st.markdown(text("gradient.lead"))
    for (name, config), column in zip(models, st.columns(2, gap="large"), strict=True):
        with column:
            show_gradients(config, name)
    rows = {text("gradient.row"): range(untied.vocab_size)}
    for name, config in models:
        norms = cached_gradients(config)
        rows[f"{text(f'{name}.heading')} · E"] = norms.embedding
        rows[f"{text(f'{name}.heading')} · W"] = norms.unembedding
    numbers(text, rows, "gradients")


with st.container(border=True):
    config = experiment_controls()
controls.finish()
try:
    show_comparison(config)
except DivergedError as error:
    explain(text, error)
maths(
    text,
    r"z_v = x \cdot w_v + b_v, \qquad x = E_{i}",
    r"\text{tied:}\quad w_v = E_v \;\Rightarrow\; z_v = E_i \cdot E_v + b_v",
)
code(text, Parameters, NextTokenModel.step)
cautions(text)
close_page(text)
