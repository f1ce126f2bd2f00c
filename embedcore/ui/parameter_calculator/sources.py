"""The figures of the sources beside the true ones."""

from typing import NamedTuple

import streamlit as st

from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.setup import Model, preset
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.show import what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section


class Claim(NamedTuple):
    """A line of the sources, and the presets that it may mean."""

    model: str
    line: str  # as it stands there
    presets: tuple[str, ...]

    def holds(self) -> bool:
        """Whether the share it gives is that of one of them, as exactly as it is given."""
        said = self.line.split("=")[-1].strip(" ~%")
        decimals = len(said.partition(".")[2])
        shares = [preset(name).counted.embedding_share for name in self.presets]
        return any(f"{100 * share:.{decimals}f}" == said for share in shares)


SMALL, LARGE = "nanoGPT Shakespeare (128)", "nanoGPT Shakespeare (384)"
CLAIMS = (
    Claim("microgpt", "688 / 4192 = 16.4%", ("microgpt",)),
    Claim("nanoGPT", "~123K / 810K = ~15%", (LARGE, SMALL)),
    Claim("GPT-2", "~39M / 124M = ~32%", ("GPT-2",)),
    Claim("GPT-3", "~643M / 175,000M = ~0.4%", ("GPT-3",)),
)


ARTICLE = "《当数字学会了远近亲疏——从查表到 Embedding 的一步跨越》"
LINKS = {
    "microgpt": "https://gist.github.com/karpathy/8627fe009c40f57531cb18360106ce95",
    "nanogpt": "https://github.com/karpathy/nanoGPT",
    "gpt2": "https://github.com/openai/gpt-2",
    "gpt3": "https://arxiv.org/abs/2005.14165",
}


def show_sources(visit: CalculatorVisit) -> None:
    """A table of lines, and what is wrong with one of them."""
    text = visit.text
    st.subheader(text("sources.heading"), anchor=False)
    st.markdown(text("sources.lead", article=ARTICLE, **LINKS))
    rows = [
        (claim.line if place == 0 else "", preset(name))
        for claim in CLAIMS
        for place, name in enumerate(claim.presets)
    ]
    st.table(
        {
            text("sources.config"): [_config(text, each) for _, each in rows],
            text("sources.said"): [said.replace("~", r"\~") for said, _ in rows],
            text("sources.counted"): [_counted(each) for _, each in rows],
        },
        hide_index=True,
        border="horizontal",
    )
    small, large = preset(SMALL), preset(LARGE)
    what_you_see(
        text,
        text(
            "sources.see.nanogpt",
            small_width=small.sizes.d_model,
            large_width=large.sizes.d_model,
            small_total=small.counted.total,
            large_total=large.counted.total,
            large_tables=_tables(large),
            small_share=small.counted.embedding_share,
            large_share=large.counted.embedding_share,
        ),
        text("sources.see.holds", holds=sum(claim.holds() for claim in CLAIMS), lines=len(CLAIMS)),
        text("sources.see.gpt3", total=count_written(preset("GPT-3").counted.total)),
    )
    st.caption(text("sources.biases"))


def _config(text: Text, model: Model) -> str:
    sizes = model.sizes
    values = {"vocab_size": sizes.vocab_size, "d_model": sizes.d_model, "context": sizes.context}
    return text("sources.sizes", model=model.name, n_layers=sizes.n_layers, **values)


def _counted(model: Model) -> str:
    counted = model.counted
    return f"{_tables(model):,} / {counted.total:,} = {counted.embedding_share:.1%}"


def _tables(model: Model) -> int:
    return model.counted.token_embedding + model.counted.position_embedding


SECTION = Section(show_sources)
