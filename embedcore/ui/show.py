"""How a page shows what it computed: a chart with its description, code, numbers, cautions."""

import inspect
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import altair as alt
import numpy as np
import pandas as pd
import pyarrow as pa
import streamlit as st

from embedcore.charts.style import INK
from embedcore.errors import InputError
from embedcore.ui.kept import kept
from embedcore.ui.text import Text, literal


def chart(alt_text: str, key: str, builder: Callable, /, *data: object, **settings: object) -> None:
    """``builder(*data, **settings)`` as wide as its place, described for those who do not see it.

    At most two values are data by position; titles and all else have their names.
    """
    ink = INK[st.context.theme.type or "light"]
    name = f"{builder.__module__}.{builder.__name__}"
    table, spec = _drawn(name, last_change(builder), builder, ink, *data, **settings)
    st.vega_lite_chart(table, spec, width="stretch", alt=alt_text, key=key)


@lru_cache(maxsize=256)
def last_change(builder: Callable) -> int:
    """When any file of the builder's package was last written, in nanoseconds.

    Streamlit reads all modules anew when one was changed: then the builder is another object, and
    this looks again. On a server whose files stay as they are it looks once.
    """
    package = Path(inspect.getfile(builder)).parent
    while (package.parent / "__init__.py").exists():
        package = package.parent
    return max(source.stat().st_mtime_ns for source in package.rglob("*.py"))


# Building a chart takes Altair 20 to 60 ms, of which its own check of the result is the half. The
# tests check; a visitor who moves a slider back, or is not the first, does not wait for it again.
@kept
def _drawn(
    name: str, changed: int, _builder: Callable, ink: str, /, *data: object, **settings: object
) -> tuple[pa.Table | None, dict]:
    """The data that all layers share, as Streamlit sends it, and all else of the chart."""
    spec = _builder(*data, **settings).configure_text(color=ink).to_dict(validate=False)
    labels_as_data(spec)
    shared = spec.get("data", {}).get("values")
    if not shared:
        return None, spec
    del spec["data"]
    return pa.Table.from_pylist(shared), spec


def labels_as_data(spec: dict) -> None:
    """Move the labels of axes out of expressions: a word such as ``if`` there blanks the chart.

    An axis of tokens has ``labelExpr: '["a", "if"][datum.value]'``: the list becomes the value of
    a parameter, and the expression only names it.
    """
    found: list[list[str]] = []

    def move(part: object) -> None:
        if isinstance(part, dict):
            expression = part.get("labelExpr")
            if isinstance(expression, str) and expression.startswith("["):
                labels = json.loads(expression.removesuffix(LABEL))
                if labels not in found:
                    found.append(labels)
                part["labelExpr"] = f"labels_{found.index(labels)}{LABEL}"
            for name, value in part.items():
                if name not in ("data", "datasets"):
                    move(value)
        elif isinstance(part, list):
            for value in part:
                move(value)

    move(spec)
    if found:
        named = [{"name": f"labels_{n}", "value": labels} for n, labels in enumerate(found)]
        spec["params"] = [*spec.get("params", []), *named]


LABEL = "[datum.value]"


# Streamlit brings its own theme, and sends the data of each layer where it stands.
alt.theme.enable("none")
alt.data_transformers.disable_max_rows()
alt.data_transformers.consolidate_datasets = False


def what_you_see(text: Text, *sentences: str, more: Sequence[str] = ()) -> None:
    """Two or three sentences under the picture, with at most four numbers; the others fold away."""
    st.markdown(f"**{text('see.heading')}**  \n" + text("see.joint").join(sentences))
    if more:
        with st.expander(text("see.more"), icon="🔎"):
            st.markdown(text("see.joint").join(more))


def by_column(rows: np.ndarray) -> dict[str, np.ndarray]:
    """``rows [n, d]`` as columns of a table, each under its number."""
    return {str(number): column for number, column in enumerate(rows.T)}


def _with_numbers_that_fit(table: pd.DataFrame) -> pd.DataFrame:
    """Columns with a whole number that 64 bits do not hold as text, digit by digit."""
    bits = np.iinfo(np.int64).max
    long = [
        name
        for name, column in table.items()
        if column.dtype == object and any(type(v) is int and v > bits for v in column)
    ]
    return table.astype(dict.fromkeys(long, str))


def numbers(text: Text, columns: Mapping[str, Sequence], name: str) -> None:
    """The numbers of a picture as a table, heading to column, and as a CSV file."""
    with _closer(text, text(f"numbers.{name}"), "🔢", name) as is_open:
        if not is_open:
            return
        table = pd.DataFrame(columns)
        st.dataframe(_with_numbers_that_fit(table), hide_index=True)
        st.download_button(
            text("closer.download"),
            table.to_csv(index=False).encode("utf-8-sig"),  # the mark lets Excel read Chinese
            file_name=f"{name}.csv",
            mime="text/csv",
            on_click="ignore",
            key=f"{text.page}.download.{name}",
        )


def download(
    text: Text, name: str, data: Callable[[], str | bytes] | str, file_name: str, mime: str
) -> None:
    """A button of a take-away section; ``data`` may be a function, called when it is pressed."""
    st.download_button(
        text(f"take_away.files.{name}"),
        data,
        file_name=f"near_and_far_{file_name}",
        mime=mime,
        on_click="ignore",
        key=f"{text.page}.download.{name}",
        icon="⬇️",
    )


def code(text: Text, *functions: Callable) -> None:
    """The source of what just ran, read from the running program and not copied; if any ran."""
    if not functions:
        return
    with _closer(text, text("closer.code"), "🐍", "code") as is_open:
        for function in functions if is_open else ():
            source = inspect.unwrap(function)
            st.caption(f"`{source.__module__}.{source.__qualname__}`")
            st.code(inspect.getsource(source), language="python")


def maths(text: Text, section: str, formulas: Sequence[str]) -> None:
    """The formulas behind a section, with its sentence on them; if it has any."""
    if not formulas:
        return
    with _closer(text, text("closer.maths"), "📐", "maths") as is_open:
        if not is_open:
            return
        st.markdown(text(f"maths.{section}"))
        for formula in formulas:
            st.latex(formula)


@contextmanager
def _closer(text: Text, label: str, icon: str, name: str) -> Iterator[bool]:
    """An expander that is filled only while it is open: a closed one costs nothing."""
    key = f"{text.page}.closer.{name}"
    expander = st.expander(label, icon=icon, key=key, on_change="rerun")
    with expander:
        yield expander.open


def cautions(text: Text, section: str) -> None:
    """What the pictures do not say: those of this section, and those of the whole page."""
    own = f"caution.{section}"
    said = [text(own)] if text.has(own) else []
    st.info(text("see.joint").join([*said, text("cautions")]), icon="⚖️")


def explain(text: Text, error: InputError, **translated: str) -> None:
    """Say what could not be used, in the visitor's language; in English if it has no sentence.

    ``translated`` are those details that have a word of their own in that language.
    """
    shown = {
        name: literal(value) if isinstance(value, str) else value
        for name, value in error.details.items()
    }
    try:
        said = text(f"errors.{error.reason}", **shown | translated)
    except (KeyError, TypeError, ValueError):  # no such sentence, or one for other details
        said = literal(str(error))
    st.error(said, icon="✋")
