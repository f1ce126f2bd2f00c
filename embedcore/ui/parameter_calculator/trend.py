"""The embedding's share against the size, over all presets: a trend, and its exceptions."""

import streamlit as st

from embedcore.charts.parameter_calculator.trend import Point, trend
from embedcore.parameters import PRESETS
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.setup import preset
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section

OLD, NEW = "Llama 2 7B", "Llama 3 8B"  # the same width and depth, another vocabulary


def show_trend(visit: CalculatorVisit) -> None:
    """The chart, with the model above in it, and the models that make its point."""
    text, model = visit.text, visit.model_if_any
    st.subheader(text("trend.heading"), anchor=False)
    st.markdown(text("trend.lead"))
    presets = [preset(name) for name in PRESETS]
    shown = [*presets]
    if model is not None:
        same = [n for n, each in enumerate(presets) if each.config == model.config]
        if not same:
            moved = model.name in PRESETS
            name = text("compare.moved", model=model.name) if moved else model.name
            shown.append(model._replace(name=name))
        chosen = same[0] if same else len(presets)
    else:
        chosen = -1
    names = [each.name for each in shown]
    totals = [each.counted.total for each in shown]
    shares = [each.counted.embedding_share for each in shown]
    arrow = names.index(OLD), names.index(NEW)
    alt = text("trend.alt", models=len(shown))
    chart(
        alt,
        f"{text.page}.trend",
        trend,
        list(map(Point, names, totals, shares)),
        arrow=arrow,
        chosen=chosen,
        model_title=text("controls.preset.label"),
        total_title=text("metrics.total"),
        share_title=text("trend.share"),
        narrow=on_phone(),
    )
    st.caption(text("trend.how", old=OLD, new=NEW))
    what_you_see(text, *_sentences(text))
    table = {
        text("controls.preset.label"): names,
        text("metrics.total"): totals,
        text("metrics.token"): [each.counted.token_embedding for each in shown],
        text("metrics.position"): [each.counted.position_embedding for each in shown],
        text("metrics.share"): shares,
    }
    numbers(text, table, "trend")


def _sentences(text: Text) -> list[str]:
    small, large = preset("GPT-2").counted, preset("GPT-3").counted
    old, new, gemma = preset(OLD), preset(NEW), preset("Gemma 2B")
    return [
        text("trend.see.falls", small=small.embedding_share, large=large.embedding_share),
        text(
            "trend.see.llama",
            old=OLD,
            new=NEW,
            old_vocab=old.sizes.vocab_size,
            new_vocab=new.sizes.vocab_size,
            old_share=old.counted.embedding_share,
            new_share=new.counted.embedding_share,
            old_total=count_written(old.counted.total),
            new_total=count_written(new.counted.total),
        ),
        text(
            "trend.see.gemma",
            share=gemma.counted.embedding_share,
            total=count_written(gemma.counted.total),
            vocab_size=gemma.sizes.vocab_size,
        ),
    ]


SECTION = Section(show_trend)
