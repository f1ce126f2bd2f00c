"""How a page shows what it computed: a chart with its description, code, numbers, cautions."""

import inspect
from collections.abc import Callable, Mapping, Sequence

import altair as alt
import numpy as np
import pandas as pd
import streamlit as st

from embedcore.errors import InputError
from embedcore.ui.text import Text, literal

INK = {"light": "#1f2933", "dark": "#e6eaef"}  # of text in a chart: Vega does not know the theme


def chart(picture: alt.TopLevelMixin, alt_text: str, key: str) -> None:
    """A chart as wide as its place, with a description for those who do not see it."""
    picture = picture.configure_text(color=INK[st.context.theme.type or "light"])
    st.altair_chart(picture, width="stretch", alt=alt_text, key=key)


def what_you_see(text: Text, *sentences: str) -> None:
    """Two or three sentences under the picture, on what is in it."""
    st.markdown(f"**{text('see.heading')}**  \n" + text("see.joint").join(sentences))


def by_column(rows: np.ndarray) -> dict[str, np.ndarray]:
    """``rows [n, d]`` as columns of a table, each under its number."""
    return {str(number): column for number, column in enumerate(rows.T)}


def numbers(text: Text, columns: Mapping[str, Sequence], name: str) -> None:
    """The numbers of a picture as a table, heading to column, and as a CSV file."""
    table = pd.DataFrame(columns)
    with st.expander(text(f"numbers.{name}"), icon="🔢"):
        st.dataframe(table, hide_index=True)
        st.download_button(
            text("closer.download"),
            table.to_csv(index=False).encode("utf-8-sig"),  # the mark lets Excel read Chinese
            file_name=f"{name}.csv",
            mime="text/csv",
            on_click="ignore",
            key=f"{text.page}.download.{name}",
        )


def code(text: Text, *functions: Callable) -> None:
    """The source of what just ran, read from the running program and not copied."""
    with st.expander(text("closer.code"), icon="🐍"):
        for function in functions:
            source = inspect.unwrap(function)
            st.caption(f"`{source.__module__}.{source.__qualname__}`")
            st.code(inspect.getsource(source), language="python")


def maths(text: Text, *formulas: str) -> None:
    """The formulas behind the page, with its sentence on them."""
    with st.expander(text("closer.maths"), icon="📐"):
        st.markdown(text("maths"))
        for formula in formulas:
            st.latex(formula)


def cautions(text: Text) -> None:
    """What the picture does not say."""
    st.info(text("cautions"), icon="⚖️")


def explain(text: Text, error: InputError) -> None:
    """Say what could not be used, in the visitor's language."""
    shown = {
        name: literal(value) if isinstance(value, str) else value
        for name, value in error.details.items()
    }
    st.error(text(f"errors.{error.reason}", **shown), icon="✋")
