"""Two models side by side."""

import streamlit as st

from embedcore.charts.parameter_calculator.breakdown import breakdown
from embedcore.parameters import PART_NAMES, PRESETS
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.breakdown import bar, titles
from embedcore.ui.parameter_calculator.setup import Model, preset
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section


def show_compare(visit: CalculatorVisit) -> None:
    """The model above and a preset: two bars, the numbers, how they differ."""
    text, controls, model = visit.text, visit.controls, visit.model
    st.subheader(text("compare.heading"), anchor=False)
    other = preset(controls.select("other", list(PRESETS), "Llama 3 8B"))
    models = model, other
    bars = [bar(text, each.counted, _heading(text, each)) for each in models]
    alt = text("compare.alt", first=model.name, second=other.name)
    chart(alt, f"{text.page}.compare", breakdown, bars, **titles(text), narrow=on_phone())
    what_you_see(text, *_sentences(text, model, other))
    table = _table(text, model, other)
    st.dataframe(table, hide_index=True, height="content", key=f"{text.page}.compared")
    numbers(text, _table(text, model, other, written=False), "compare")


def _heading(text: Text, model: Model) -> str:
    total, share = count_written(model.counted.total), model.counted.embedding_share
    return text("compare.above", model=model.name, total=total, share=share)


def _table(text: Text, model: Model, other: Model, written: bool = True) -> dict[str, list]:
    """Sizes and parts of both, a column each; two models of one name get a number."""
    first, second = model.name, other.name
    if first == second:
        first = text("compare.moved", model=first)
    sizes = ("vocab_size", "d_model", "n_layers", "n_heads", "context")
    names = [
        name for name in PART_NAMES if model.counted.count_of(name) or other.counted.count_of(name)
    ]
    rows = {text("compare.total"): [each.counted.total for each in (model, other)]}
    rows |= {
        text(f"parts.{name}"): [each.counted.count_of(name) for each in (model, other)]
        for name in names
    }
    rows |= {
        text(f"compare.{name}"): [getattr(each.sizes, name) for each in (model, other)]
        for name in sizes
    }
    columns = {text("compare.what"): list(rows)}
    for place, name in enumerate((first, second)):
        values = [row[place] for row in rows.values()]
        columns[name] = [f"{value:,}" for value in values] if written else values
    return columns


def _sentences(text: Text, model: Model, other: Model) -> list[str]:
    small, large = sorted((model, other), key=lambda each: each.counted.total)
    shares = {
        "small_share": small.counted.embedding_share,
        "large_share": large.counted.embedding_share,
    }
    names = {"small": small.name, "large": large.name}
    if small.counted.total == large.counted.total:
        return [text("compare.see.equal", total=small.counted.total)]
    said = [
        text("compare.see.times", ratio=large.counted.total / small.counted.total, **names),
    ]
    if small.counted.token_embedding == large.counted.token_embedding:
        said.append(text("compare.see.same_table", table=small.counted.token_embedding, **shares))
    else:
        ratio = large.counted.token_embedding / small.counted.token_embedding
        said.append(text("compare.see.tables", ratio=ratio, **names, **shares))
    return said


SECTION = Section(show_compare)
