"""Paste or upload a ``config.json``: read as JSON and counted, nothing in it run or fetched."""

from functools import partial

import streamlit as st

from embedcore.parameters import (
    FAMILIES,
    MAX_BYTES,
    ConfigError,
    count,
    embedding_only,
    family_of,
    named_class,
    parse,
)
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.breakdown import show_breakdown
from embedcore.ui.parameter_calculator.own import CONFIG, LONGEST_IN_LINK, refuse, take_over
from embedcore.ui.parameter_calculator.visit import CalculatorVisit
from embedcore.ui.settings import Settings
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section

_REFUSED = "near_and_far.refused_upload"


def show_paste(visit: CalculatorVisit) -> None:
    """A field and an upload that fills it; then what the text came to."""
    # With the choice of a model comes what the link asks for.
    text, controls, _ = visit.text, visit.controls, visit.choice
    st.subheader(text("paste.heading"), anchor=False)
    st.markdown(text("paste.lead", known=", ".join(f"`{name}`" for name in sorted(FAMILIES))))
    settings = controls.settings
    key, upload = settings.widget_key(CONFIG), f"{text.page}.upload"
    left, right = st.columns([3, 2], gap="large")
    with right:
        megabytes = MAX_BYTES // 10**6
        file = st.file_uploader(
            text("paste.upload", megabytes=megabytes),
            type="json",
            max_upload_size=megabytes,
            key=upload,
            on_change=partial(_take_upload, settings, upload),
        )
        if file is not None and _REFUSED in st.session_state:
            refuse(text, st.session_state[_REFUSED])
    with left:
        written = st.text_area(
            text("controls.config.label"),
            height=300,
            key=key,
            placeholder=text("paste.example"),
            on_change=lambda: _take(settings, st.session_state[key]),
        )
        if written.strip():
            _show_verdict(text, written)
    show_breakdown(visit)


def _take(settings: Settings, written: str) -> None:
    st.session_state.pop(_REFUSED, None)
    take_over(settings, written)


def _take_upload(settings: Settings, key: str) -> None:
    """Put an uploaded file in the field, as if it had been pasted there."""
    file = st.session_state[key]
    if file is None:
        return
    data = file.getvalue()
    try:
        parse(data)
    except ConfigError as error:
        if error.reason in ("not_utf8", "too_long", "empty"):  # nothing that a field could show
            st.session_state[_REFUSED] = error
            return
    _take(settings, data.decode("utf-8-sig"))


def _show_verdict(text: Text, written: str) -> None:
    """Whether it can be counted; if not, why, and what can be said all the same."""
    try:
        config = parse(written)
    except ConfigError as error:
        refuse(text, error)
        return
    try:
        counted = count(config)
    except ConfigError as error:
        refuse(text, error)
        if error.field == "model_type":
            _show_embedding(text, config)
        return
    model_class, named = family_of(config)[0].model_class, named_class(config)
    model = {"model_class": literal(model_class), "family": literal(config["model_type"])}
    st.success(text("paste.counted", **model, total=counted.total), icon="✅")
    if named not in (None, model_class):
        st.info(text("paste.other_class", **model, named=literal(named)), icon="🔍")
    if len(written) > LONGEST_IN_LINK:
        st.caption(text("paste.not_in_link", count=len(written), longest=LONGEST_IN_LINK))
    else:
        st.caption(text("paste.in_link"))


def _show_embedding(text: Text, config: dict) -> None:
    """The token table of a family that is not known otherwise."""
    table = embedding_only(config)
    if table is None:
        st.info(text("paste.no_embedding"), icon="🔍")
    else:
        st.info(text("paste.embedding", count=table, written=count_written(table)), icon="🔍")


SECTION = Section(show_paste, code=(parse,))
