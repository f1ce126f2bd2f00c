"""The first picture: the total, and the parts that it is made of."""

import streamlit as st

from embedcore.charts.parameter_calculator.breakdown import (
    EMBEDDINGS,
    Bar,
    breakdown,
    narrowest_labelled,
)
from embedcore.parameters import ParameterCount, count, family_of, with_sizes
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.setup import Model
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section


def show_breakdown(visit: CalculatorVisit) -> None:
    """Four figures, one bar, and what is in it."""
    text, model = visit.text, visit.model
    family, _ = family_of(model.config)
    visit.ran(family_of, family.formula)
    counted = model.counted
    with st.container(horizontal=True, gap="medium"):
        for name, value in (
            ("total", count_written(counted.total)),
            ("token", count_written(counted.token_embedding)),
            ("position", count_written(counted.position_embedding)),
            ("share", percent(counted.embedding_share)),
        ):
            explained = text("metrics.share_help") if name == "share" else None
            st.metric(text(f"metrics.{name}"), value, width="content", help=explained)
    alt = text("breakdown.alt", total=counted.total, share=counted.embedding_share)
    bars = [bar(text, counted, _heading(text, counted))]
    chart(alt, f"{text.page}.breakdown", breakdown, bars, **titles(text), narrow=on_phone())
    unlabelled(text, counted)
    what_you_see(
        text,
        text("see.share", total=counted.total, share=counted.embedding_share),
        text(
            "see.token",
            vocab_size=model.sizes.vocab_size,
            width=counted.token_embedding // model.sizes.vocab_size,
            token=counted.token_embedding,
        ),
        _on_tying(text, model),
    )
    numbers(text, table(text, counted), "parameters")


def bar(text: Text, counted: ParameterCount, heading: str) -> Bar:
    """A count as a bar, without the parts that count nothing."""
    parts = [part for part in counted.parts if part.count]
    return Bar(
        heading,
        tuple(part.name for part in parts),
        tuple(text(f"parts.{part.name}") for part in parts),
        tuple(part.count for part in parts),
    )


def titles(text: Text) -> dict[str, str]:
    """Of a part, its count, its share."""
    return {f"{name}_title": text(f"breakdown.{name}") for name in ("part", "count", "share")}


def table(text: Text, counted: ParameterCount) -> dict[str, list]:
    """A count as a table, heading to column."""
    parts = [part for part in counted.parts if part.count]
    headings = titles(text)
    return {
        headings["part_title"]: [text(f"parts.{part.name}") for part in parts],
        headings["count_title"]: [part.count for part in parts],
        headings["share_title"]: [part.count / counted.total for part in parts],
    }


def unlabelled(text: Text, counted: ParameterCount) -> None:
    """The parts that have no room for a name at their place in the bar."""
    least = narrowest_labelled(on_phone())
    small = [
        part
        for part in counted.parts
        if part.count and part.name not in EMBEDDINGS and part.count < least * counted.total
    ]
    if small:
        st.caption(text("breakdown.small", parts=_listed(text, counted, small)))


def _heading(text: Text, counted: ParameterCount) -> str:
    tables = [part for part in counted.parts if part.name in EMBEDDINGS and part.count]
    return _listed(text, counted, tables)


def _listed(text: Text, counted: ParameterCount, parts: list) -> str:
    return " · ".join(
        f"{text(f'parts.{part.name}')} {percent(part.count / counted.total)}" for part in parts
    )


def percent(share: float) -> str:
    """A share to a tenth of a percent; of a smaller one, its first digit."""
    return f"{share:.1%}" if share >= 0.0005 else f"{share * 100:.1g}%"


def _on_tying(text: Text, model: Model) -> str:
    if model.sizes.tied is None:
        return text("see.no_head")
    saved = model.counted.token_embedding
    return text("see.tied" if model.sizes.tied else "see.untied", saved=saved)


SECTION = Section(
    show_breakdown,
    code=(count, with_sizes, family_of),
    formulas=(
        r"N_{\text{token}} = V \cdot d_{\text{model}}",
        r"N_{\text{position}} = T \cdot d_{\text{model}}",
        r"\text{share} = \frac{N_{\text{token}} + N_{\text{position}}}{N}",
    ),
)
