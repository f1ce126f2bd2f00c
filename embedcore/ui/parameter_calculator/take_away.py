"""Take it away: the count as CSV and as Markdown, the config, the link."""

import json
from functools import partial

import pandas as pd
import streamlit as st

from embedcore.ui.parameter_calculator.breakdown import percent, table, titles
from embedcore.ui.parameter_calculator.own import LONGEST_IN_LINK, own_text
from embedcore.ui.parameter_calculator.setup import Model
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.settings import url_parameters
from embedcore.ui.share import share_link
from embedcore.ui.show import download
from embedcore.ui.text import Text
from embedcore.ui.tour import Section


def show_take_away(visit: CalculatorVisit) -> None:
    """Three files, the Markdown to copy, and the link."""
    text, controls, model = visit.text, visit.controls, visit.model
    st.subheader(text("take_away.heading"), anchor=False)
    st.markdown(text("take_away.lead"))
    markdown = as_markdown(text, model)
    with st.container(horizontal=True):
        download(text, "csv", partial(as_csv, text, model), "parameters.csv", "text/csv")
        download(text, "markdown", markdown, "parameters.md", "text/markdown")
        download(text, "config", as_json(model), "config.json", "application/json")
    st.code(markdown, language="markdown", wrap_lines=True)
    st.markdown(f"**{text('take_away.link')}**")
    if len(own_text(controls)) > LONGEST_IN_LINK:
        st.caption(text("take_away.without_own", longest=LONGEST_IN_LINK))
    if st.context.url:
        link = share_link(st.context.url, text.language, url_parameters(text.page))
        st.code(link, language=None, wrap_lines=True)


def as_csv(text: Text, model: Model) -> bytes:
    """A row a part; the mark at the start lets Excel read Chinese."""
    return pd.DataFrame(table(text, model.counted)).to_csv(index=False).encode("utf-8-sig")


def as_json(model: Model) -> str:
    """The config as it was counted."""
    return json.dumps(model.config, indent=2, ensure_ascii=False) + "\n"


def as_markdown(text: Text, model: Model) -> str:
    """A table with a row a part and the total."""
    counted = model.counted
    lines = [
        f"| {' | '.join(titles(text).values())} |",
        "| :-- | --: | --: |",
    ]
    for part in counted.parts:
        if part.count:
            share = percent(part.count / counted.total)
            lines.append(f"| {text(f'parts.{part.name}')} | {part.count:,} | {share} |")
    lines.append(f"| **{text('formula.total')}** | **{counted.total:,}** | **100%** |")
    return f"**{model.name}**\n\n" + "\n".join(lines) + "\n"


SECTION = Section(show_take_away)
