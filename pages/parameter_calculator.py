"""The parameter calculator: how much of a model is its embedding."""

import streamlit as st

from embedcore.parameters import FAMILIES, ConfigError, count, with_sizes
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.parameter_calculator.breakdown import show_breakdown
from embedcore.ui.parameter_calculator.compare import show_compare
from embedcore.ui.parameter_calculator.costs import show_costs
from embedcore.ui.parameter_calculator.formula import show_formula
from embedcore.ui.parameter_calculator.own import refuse
from embedcore.ui.parameter_calculator.paste import show_paste
from embedcore.ui.parameter_calculator.setup import model_controls
from embedcore.ui.parameter_calculator.sources import show_sources
from embedcore.ui.parameter_calculator.take_away import show_take_away
from embedcore.ui.parameter_calculator.trend import show_trend
from embedcore.ui.parameter_calculator.what_if import show_what_if
from embedcore.ui.show import cautions, code, maths

SECTIONS = {
    "formula": show_formula,
    "paste": show_paste,
    "compare": show_compare,
    "trend": show_trend,
    "costs": show_costs,
    "what_if": show_what_if,
    "sources": show_sources,
    "take_away": show_take_away,
}
WITHOUT_MODEL = ("paste", "trend", "what_if", "sources")  # sections that need no count of it

text = open_page("parameter_calculator")
controls = Controls(text)

with st.container(border=True):
    choice = model_controls(text, controls)
try:
    model = choice.model()
except ConfigError as error:
    model = None
    refuse(text, error)
else:
    show_breakdown(text, model)
st.divider()
section = controls.choice(
    "section", list(SECTIONS), "formula", label=lambda name: text(f"tabs.{name}")
)
if model is not None or section in WITHOUT_MODEL:
    SECTIONS[section](text, controls, model)
controls.finish()
maths(
    text,
    r"N_{\text{token}} = V \cdot d_{\text{model}}",
    r"N_{\text{position}} = T \cdot d_{\text{model}}",
    r"\text{share} = \frac{N_{\text{token}} + N_{\text{position}}}{N}",
)
code(text, FAMILIES[choice.config["model_type"]].formula, count, with_sizes)
cautions(text)
close_page(text)
