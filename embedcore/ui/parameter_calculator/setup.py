"""Which model is counted: a preset or the visitor's own, at the sizes on the sliders."""

from typing import NamedTuple

import streamlit as st

from embedcore.parameters import PRESETS, ParameterCount, Sizes, count, sizes, with_sizes
from embedcore.ui.controls import Controls
from embedcore.ui.parameter_calculator.own import OWN, SIZES, own_text, usable
from embedcore.ui.text import Text

DEFAULT = "GPT-2"
MOST = 128  # layers and heads on the sliders, unless a model has more


class Model(NamedTuple):
    """A model with its count."""

    name: str
    config: dict
    sizes: Sizes
    counted: ParameterCount


class Choice(NamedTuple):
    """What the visitor chose, whether or not it can be counted."""

    name: str
    config: dict  # before its sizes were moved
    sizes: Sizes

    def model(self) -> Model:
        """The model at these sizes. Raises ``ConfigError`` if they do not fit together."""
        config = with_sizes(self.config, self.sizes)
        return Model(self.name, config, self.sizes, count(config))


def model_controls(text: Text, controls: Controls) -> Choice:
    """The controls of the first screen."""
    own = usable(own_text(controls))
    configs = PRESETS if own is None else {**PRESETS, OWN: own}
    first, second, third = st.columns(3, gap="medium")
    with first:
        name = controls.select(
            "preset",
            list(configs),
            DEFAULT,
            resets=SIZES,
            label=lambda name: text("own") if name == OWN else name,
        )
    known = sizes(configs[name])
    every = [sizes(config) for config in configs.values()]

    def stops(key: str, *between: int) -> int:
        """The values of all models, so that each can be shown exactly, and some in between."""
        options = sorted({*between, *(getattr(each, key) for each in every)})
        return controls.stops(key, options, getattr(known, key))

    with first:
        vocab_size = stops("vocab_size", 256, 1_000, 8_192, 64_000)
    with second:
        d_model = stops("d_model", 64, 256, 512, 3_072, 8_192)
        context = stops("context", 128)
    with third:
        n_layers = controls.slider("layers", 1, max(MOST, known.n_layers), known.n_layers)
        n_heads = controls.slider("heads", 1, max(MOST, known.n_heads), known.n_heads)
    # A model without an output table has nothing to tie.
    tied = None if known.tied is None else controls.toggle("tied", known.tied)
    chosen = Sizes(vocab_size, d_model, n_layers, n_heads, context, tied)
    return Choice(text("own") if name == OWN else name, configs[name], chosen)


def preset(name: str) -> Model:
    """A preset at its own sizes."""
    config = PRESETS[name]
    return Model(name, config, sizes(config), count(config))
