"""Weight tying: one table to read with and to write with."""

import streamlit as st

from embedcore.config import TrainingConfig
from embedcore.errors import InputError
from embedcore.model import NextTokenModel
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, code, explain, maths
from embedcore.ui.text import Text
from embedcore.ui.weight_tying.alike import show_alike
from embedcore.ui.weight_tying.brief import show_brief
from embedcore.ui.weight_tying.gradient import show_gradient
from embedcore.ui.weight_tying.models import show_models
from embedcore.ui.weight_tying.names import show_names
from embedcore.ui.weight_tying.near import show_near
from embedcore.ui.weight_tying.real import show_real
from embedcore.ui.weight_tying.setup import tying_controls
from embedcore.ui.weight_tying.tied import show_tied
from embedcore.weight_tying.module import SmallLanguageModel
from embedcore.weight_tying.tables import answer_differences, correlation


def show_real_names(text: Text, controls: Controls, config: TrainingConfig) -> None:
    """The one section with a model and settings of its own."""
    show_names(text, controls)


SECTIONS = {
    "models": show_models,
    "alike": show_alike,
    "near": show_near,
    "gradient": show_gradient,
    "tied": show_tied,
    "names": show_real_names,
    "real": show_real,
}

text = open_page("weight_tying")
controls = Controls(text)


def show_page(config: TrainingConfig) -> None:
    show_brief(text, config)
    st.divider()
    section = controls.choice(
        "section", list(SECTIONS), "models", label=lambda name: text(f"tabs.{name}")
    )
    SECTIONS[section](text, controls, config)


with st.container(border=True):
    config = tying_controls(text, controls)
try:
    show_page(config)
except InputError as error:
    explain(text, error)
controls.finish()
maths(
    text,
    r"z_v = x \cdot w_v + b_v, \qquad x = E_{i}",
    r"\text{tied:}\quad w_v = E_v \;\Rightarrow\; z_v = E_i \cdot E_v + b_v",
    r"\log p(i \mid c) - \log p(j \mid c) = (w_i - w_j) \cdot x_c + b_i - b_j",
)
code(text, SmallLanguageModel, NextTokenModel.step, correlation, answer_differences)
cautions(text)
close_page(text)
