"""What if the vocabulary were another: what it costs models of each size."""

from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.parameter_calculator.what_if import CostTitles, vocabulary_cost
from embedcore.parameters import PRESETS, ParameterCount, count, with_sizes
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.setup import Model, preset
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section

VOCABULARIES = (32_000, 128_000, 256_000)


def show_what_if(visit: CalculatorVisit) -> None:
    """All presets that predict tokens, with each vocabulary, tied or not."""
    text, controls = visit.text, visit.controls
    st.subheader(text("what_if.heading"), anchor=False)
    st.markdown(text("what_if.lead"))
    tied = controls.toggle("what_if_tied", True)
    presets = [preset(name) for name in PRESETS]
    models = sorted(
        (each for each in presets if each.sizes.tied is not None),
        key=lambda each: each.counted.total,
    )
    grid = [[with_vocabulary(each, size, tied) for each in models] for size in VOCABULARIES]
    tables = np.array([[vocabulary_tables(each) for each in row] for row in grid])
    rest = [each.total - vocabulary_tables(each) for each in grid[0]]
    names = [text("what_if.tokens", tokens=size) for size in VOCABULARIES]
    titles = CostTitles(
        model=text("controls.preset.label"),
        rest=text("what_if.rest"),
        parameters=text("what_if.tables"),
        share=text("what_if.share"),
    )
    of = {"models": [each.name for each in models], "vocabularies": names}
    alt = text("what_if.alt", models=len(models), vocabularies=len(VOCABULARIES))
    chart(
        alt,
        f"{text.page}.what_if",
        vocabulary_cost,
        rest,
        tables,
        **of,
        titles=titles,
        narrow=on_phone(),
    )
    what_you_see(text, *_sentences(text, tied))
    st.caption(text("what_if.why"))
    columns = {text("controls.preset.label"): [each.name for each in models]}
    columns[text("what_if.published")] = [each.counted.total for each in models]
    for name, row in zip(names, grid, strict=True):
        columns[name] = [each.total for each in row]
    written = {
        name: [count_written(value) if isinstance(value, int) else value for value in column]
        for name, column in columns.items()
    }
    key = f"{text.page}.what_if.totals"
    st.dataframe(written, hide_index=True, height="content", key=key)
    numbers(text, columns, "what_if")


def with_vocabulary(model: Model, vocab_size: int, tied: bool) -> ParameterCount:
    """The model with another vocabulary, one table for both ends of it or two."""
    sizes = replace(model.sizes, vocab_size=vocab_size, tied=tied)
    return count(with_sizes(model.config, sizes))


def vocabulary_tables(counted: ParameterCount) -> int:
    """What the vocabulary costs: the table at the input and, if it is another, at the output."""
    names = "token_embedding", "lm_head"
    return sum(part.count for part in counted.parts if part.name in names)


def _sentences(text: Text, tied: bool) -> list[str]:
    smallest, largest = VOCABULARIES[0], VOCABULARIES[-1]
    micro, gpt2, gpt3 = (preset(name) for name in ("microgpt", "GPT-2", "GPT-3"))
    tiny = with_vocabulary(micro, smallest, tied)
    small, big = (with_vocabulary(each, largest, tied) for each in (gpt2, gpt3))
    untied, both = (with_vocabulary(gpt2, largest, each) for each in (False, True))
    return [
        text(
            "what_if.see.microgpt",
            before=micro.counted.total,
            tokens=smallest,
            after=tiny.total,
            share=vocabulary_tables(tiny) / tiny.total,
        ),
        text(
            "what_if.see.gpt",
            tokens=largest,
            small=vocabulary_tables(small) / small.total,
            large=vocabulary_tables(big) / big.total,
        ),
        text(
            "what_if.see.tying",
            tokens=largest,
            saved=count_written(untied.total - both.total),
            untied=count_written(untied.total),
            tied=count_written(both.total),
        ),
    ]


SECTION = Section(
    show_what_if,
    code=(
        count,
        with_sizes,
    ),
)
