"""The parameter calculator: how much of a model is its embedding."""

import streamlit as st

from embedcore.charts.bars import breakdown
from embedcore.parameters import (
    FAMILIES,
    PRESETS,
    ConfigError,
    ParameterCount,
    Sizes,
    bytes_by_dtype,
    count,
    sizes,
    with_sizes,
)
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, chart, code, explain, maths, numbers, what_you_see
from embedcore.ui.sizes import bytes_written, count_written

DEFAULT = "GPT-2"
EMBEDDINGS = ("token_embedding", "position_embedding")
SIZES = ("vocab_size", "d_model", "context", "layers", "heads", "tied")

text = open_page("parameter_calculator")
controls = Controls(text)


def stops(name: str, between: list[int]) -> list[int]:
    """The values of all presets, so that each can be shown exactly, and some in between."""
    return sorted({getattr(sizes(config), name) for config in PRESETS.values()} | set(between))


def size_controls(preset: dict) -> Sizes:
    known = sizes(preset)
    left, right = st.columns(2, gap="large")
    with left:
        vocabularies = stops("vocab_size", [256, 1_000, 8_192, 64_000])
        vocab_size = controls.stops("vocab_size", vocabularies, known.vocab_size)
        widths = stops("d_model", [64, 256, 512, 3_072, 8_192])
        d_model = controls.stops("d_model", widths, known.d_model)
        context = controls.stops("context", stops("context", [128]), known.context)
    with right:
        n_layers = controls.slider("layers", 1, 128, known.n_layers)
        n_heads = controls.slider("heads", 1, 128, known.n_heads)
        # A model without an output table has nothing to tie.
        tied = None if known.tied is None else controls.toggle("tied", known.tied)
    return Sizes(vocab_size, d_model, n_layers, n_heads, context, tied)


def show_count(counted: ParameterCount, chosen: Sizes) -> None:
    total, token, position, share = st.columns(4)
    total.metric(text("metrics.total"), count_written(counted.total))
    token.metric(text("metrics.token"), count_written(counted.token_embedding))
    position.metric(text("metrics.position"), count_written(counted.position_embedding))
    share.metric(text("metrics.share"), f"{counted.embedding_share:.1%}")
    parts = [part for part in counted.parts if part.count]
    names = [text(f"parts.{part.name}") for part in parts]
    alt = text("breakdown.alt", total=counted.total, share=counted.embedding_share)
    chart(
        alt,
        "parameter_calculator.breakdown",
        breakdown,
        names,
        [part.count for part in parts],
        [part.name in EMBEDDINGS for part in parts],
        text("breakdown.count"),
        text("breakdown.part"),
        text("breakdown.share"),
    )
    what_you_see(
        text,
        text("see.share", total=counted.total, share=counted.embedding_share),
        text(
            "see.token",
            vocab_size=chosen.vocab_size,
            d_model=chosen.d_model,
            token=counted.token_embedding,
        ),
        *tying_sentence(chosen),
    )
    table = {
        text("breakdown.part"): names,
        text("breakdown.count"): [part.count for part in parts],
        text("breakdown.share"): [part.count / counted.total for part in parts],
    }
    numbers(text, table, "parameters")


def tying_sentence(chosen: Sizes) -> list[str]:
    if chosen.tied is None:
        return [text("see.no_head")]
    saved = chosen.vocab_size * chosen.d_model
    return [text("see.tied" if chosen.tied else "see.untied", saved=saved)]


def show_bytes(counted: ParameterCount) -> None:
    st.subheader(text("bytes.heading"), anchor=False)
    whole, token = bytes_by_dtype(counted.total), bytes_by_dtype(counted.token_embedding)
    table = {
        text("bytes.dtype"): list(whole),
        text("bytes.model"): [bytes_written(size) for size in whole.values()],
        text("bytes.embedding"): [bytes_written(size) for size in token.values()],
    }
    st.dataframe(table, hide_index=True)


with st.container(border=True):
    name = controls.select("preset", list(PRESETS), DEFAULT, resets=SIZES)
    chosen = size_controls(PRESETS[name])
    controls.reset_button()
controls.finish()
try:
    config = with_sizes(PRESETS[name], chosen)
    counted = count(config)
except ConfigError as error:
    explain(text, error)
else:
    show_count(counted, chosen)
    show_bytes(counted)
    with st.expander(text("closer.config"), icon="🧾"):
        st.json(config)
maths(
    text,
    r"N_{\text{token}} = V \cdot d_{\text{model}}",
    r"N_{\text{position}} = T \cdot d_{\text{model}}",
)
code(text, FAMILIES[PRESETS[name]["model_type"]].formula, count)
cautions(text)
close_page(text)
