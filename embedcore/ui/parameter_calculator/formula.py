"""The count part by part: each formula, with the numbers put in."""

import streamlit as st

from embedcore.parameters import Line, formula, symbols
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.show import what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section


def show_formula(visit: CalculatorVisit) -> None:
    """A line a part, adding up to the total; what the letters stand for."""
    text, model = visit.text, visit.model
    st.subheader(text("formula.heading"), anchor=False)
    st.markdown(text("formula.lead"))
    lines = formula(model.config)
    total = sum(line.count for line in lines)
    st.table(
        {
            text("breakdown.part"): [
                *(text(f"parts.{line.part}") for line in lines),
                f"**{text('formula.total')}**",
            ],
            text("formula.formula"): [*(_how(text, line) for line in lines), ""],
            text("breakdown.count"): [*(f"{line.count:,}" for line in lines), f"**{total:,}**"],
        },
        hide_index=True,
        border="horizontal",
    )
    letters = (
        f"**{letter.symbol}** = {letter.value:,} ({literal(letter.field)})"
        for letter in symbols(model.config)
    )
    st.caption(text("formula.letters", letters=" · ".join(letters)))
    with st.expander(text("formula.means"), icon="📖"):
        st.markdown("\n".join(f"- {_meaning(text, line.part)}" for line in lines))
    largest = max(lines, key=lambda line: line.count)
    part, share = text(f"parts.{largest.part}"), largest.count / total
    what_you_see(
        text,
        text("formula.see.total", lines=sum(line.count > 0 for line in lines), total=total),
        text("formula.see.largest", part=part, share=share),
    )


def _meaning(text: Text, part: str) -> str:
    return text("formula.mean", part=text(f"parts.{part}"), mean=text(f"means.{part}"))


def _how(text: Text, line: Line) -> str:
    """The formula and, below it, the numbers; or why there is nothing to count."""
    if not line.count:
        return text("formula.shared")
    return f"{line.formula}  \n= {line.numbers}"


SECTION = Section(
    show_formula,
    code=(
        formula,
        symbols,
    ),
)
