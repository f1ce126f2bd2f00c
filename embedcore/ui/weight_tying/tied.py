"""What is tied: one line of PyTorch, run here."""

import inspect

import streamlit as st
import torch

from embedcore.config import TrainingConfig
from embedcore.ui.show import what_you_see
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.runs import designs
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.module import SmallLanguageModel, counted, is_tied

TYING = "lm_head.weight = self.wte.weight"  # the line that makes one table of two
ASKED = "lm_head.weight is wte.weight"


def show_tied(visit: TyingVisit) -> None:
    """A real module, asked whether its two tables are one object."""
    text, config = visit.text, visit.config
    st.markdown(text("what.lead"))
    source = inspect.getsource(SmallLanguageModel)
    (the_line,) = (line.strip() for line in source.splitlines() if TYING in line)
    st.code(the_line, language="python", wrap_lines=True)
    st.markdown(text("what.skeleton"))
    st.code(source, language="python", wrap_lines=True)
    columns = st.columns(2, gap="large")
    parameters = {}
    for (name, design), column in zip(designs(config).items(), columns, strict=True):
        model = SmallLanguageModel(config.vocab_size, config.d_model, design.tied)
        parameters[name] = counted(model)
        with column:
            st.markdown(f"**{text(f'{name}.heading')}**")
            st.code(_session(model, design), language="python", wrap_lines=True)
    rows = {"vocab_size": config.vocab_size, "d_model": config.d_model}
    saved = parameters["untied"] - parameters["tied"]
    what_you_see(
        text,
        text("what.is"),
        text("what.saved", saved=saved, **rows),
        text("what.bias"),
    )


def _session(model: SmallLanguageModel, design: TrainingConfig) -> str:
    """What was asked of the model, and what it answered."""
    row, column = 0, 0
    with torch.no_grad():
        model.wte.weight[row, column] = 42.0  # written in the one table …
        found = model.lm_head.weight[row, column].item() == 42.0  # … and read in the other
    sizes = f"{design.vocab_size}, {design.d_model}, tied={design.tied}"
    return "\n".join(
        [
            f">>> model = SmallLanguageModel({sizes})",
            f">>> model.{ASKED.replace('is ', 'is model.')}",
            str(is_tied(model)),
            ">>> model.wte.weight[0, 0] = 42.0",
            ">>> model.lm_head.weight[0, 0] == 42.0",
            str(found),
            ">>> sum(p.numel() for p in model.parameters())",
            f"{counted(model):_}",
        ]
    )


SECTION = Section(
    show_tied,
    code=(
        SmallLanguageModel,
        is_tied,
        counted,
    ),
)
