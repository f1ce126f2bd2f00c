"""What tying saves in real models, counted from their configs."""

import streamlit as st

from embedcore.charts.weight_tying.savings import SavingTitles, savings_by_size
from embedcore.parameters import PRESETS
from embedcore.ui.amounts import count_written
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.savings import Saving, savings

TOLD = {"gpt2": "GPT-2", "llama": "Llama 3 8B", "gemma": "Gemma 2B"}
ONE_VOCABULARY = "GPT-2", "GPT-3"  # a small model and a large one
FEW_TOKENS = "nanoGPT Shakespeare (384)"
ALWAYS_NAMED = (*TOLD.values(), "microgpt", "GPT-3")


def show_real(visit: TyingVisit) -> None:
    """Three models in numbers, then all of the calculator's in one chart."""
    text = visit.text
    st.markdown(text("real.lead"))
    every = {saving.name: saving for saving in savings(PRESETS)}
    for (key, name), column in zip(TOLD.items(), st.columns(3, gap="large"), strict=True):
        with column:
            _show_model(text, key, every[name])
    found = list(every.values())
    titles = {title: text(f"real.{title}") for title in SavingTitles._fields}
    sizes = [count_written(saving.total) for saving in found]
    saved = [count_written(saving.saved) for saving in found]
    tied = sum(saving.tied for saving in found)
    alt = text("real.alt", models=len(found), tied=tied)
    chart(
        alt,
        "weight_tying.real",
        savings_by_size,
        found,
        sizes=sizes,
        saved=saved,
        always_named=ALWAYS_NAMED,
        titles=SavingTitles(**titles),
        narrow=on_phone(),
    )
    what_you_see(text, *_sentences(text, every), more=_more(text, every, tied))
    without = [name for name in PRESETS if name not in every]
    if without:
        st.caption(text("real.no_head", names=" · ".join(without)))
    numbers(text, _columns(text, found), "savings")


def _sentences(text: Text, every: dict[str, Saving]) -> list[str]:
    small, large = (every[name] for name in ONE_VOCABULARY)
    values = {"share": small.share, "of": large.share, "rows": small.vocab_size}
    ties = min((each for each in every.values() if each.tied), key=lambda each: each.share)
    parts = max((each for each in every.values() if not each.tied), key=lambda each: each.share)
    return [
        text("real.see.range", small=small.name, large=large.name, **values),
        text(
            "real.see.decided",
            ties=ties.name,
            little=ties.share,
            parts=parts.name,
            much=parts.share,
        ),
    ]


def _more(text: Text, every: dict[str, Saving], tied: int) -> list[str]:
    few = every[FEW_TOKENS]
    return [
        text("real.see.count", models=len(every), tied=tied),
        text("real.see.few", model=few.name, share=few.share, rows=few.vocab_size),
        text("real.see.gpt3"),
    ]


def _show_model(text: Text, key: str, saving: Saving) -> None:
    values = {
        "saved": saving.saved,
        "untied": saving.untied,
        "total": saving.total,
        "share": saving.share,
        "rows": saving.vocab_size,
        "width": saving.d_model,
    }
    st.metric(saving.name, count_written(saving.saved), help=text("real.product", **values))
    st.markdown(text(f"real.of.{key}", **values))


def _columns(text: Text, found: list[Saving]) -> dict[str, list]:
    return {
        text("real.model"): [saving.name for saving in found],
        text("real.is_tied"): [saving.tied for saving in found],
        "vocab_size": [saving.vocab_size for saving in found],
        "d_model": [saving.d_model for saving in found],
        text("real.size"): [saving.total for saving in found],
        text("real.two_tables"): [saving.untied for saving in found],
        text("real.saved"): [saving.saved for saving in found],
        text("real.share"): [round(saving.share, 4) for saving in found],
    }


SECTION = Section(show_real, code=(savings,))
