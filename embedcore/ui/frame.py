"""The frame of every page: its title, the language, the menu, and the way on."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from embedcore.ui.settings import LANGUAGE, note_click, url_parameters
from embedcore.ui.text import DEFAULT_LANGUAGE, LANGUAGES, Text, language_of, literal, sentences
from embedcore.ui.tour import HOME, TOUR, Page, neighbours
from embedcore.ui.warm import start_compiling_umap

_LANGUAGE = "near_and_far.language"
_LANGUAGE_WIDGET = "near_and_far.language_widget"


@contextmanager
def framed(page: Page) -> Iterator[Text]:
    """Draw what stands around a page's own content; gives the page its words."""
    language = _language()
    text = Text(page.name, language)
    st.set_page_config(
        page_title=f"{page.menu(language)} · {text('app.name')}",
        page_icon="🧲",
        layout="wide" if page.name != HOME else "centered",
        menu_items={"About": text("app.about")},
    )
    place_in_menu = _menu(page, text)
    _language_switch(text)
    st.title(text("title"), anchor=False)
    st.markdown(text("lead"))
    _refused_language(text)
    yield text
    with place_in_menu:  # again, now with the settings of this run: a click must undo none
        _menu_link(page, language)
    _way_on(page, language)
    start_compiling_umap()  # with the page drawn, there is time for it


def tour_links(text: Text) -> None:
    """Each page after home as a card: its question, and the way in (the home page's map)."""
    for number, page in enumerate(TOUR[1:], start=1):
        with st.container(border=True):
            label = f"**{number} · {page.menu(text.language)}**"
            _link(page, text.language, label=label, icon=page.icon)
            st.markdown(sentences(page.name, text.language)["title"])


def _way_on(page: Page, language: str) -> None:
    """The links to the previous and the next page."""
    before, after = neighbours(page)
    st.divider()
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if before:
            _link(before, language, label=f"← {before.menu(language)}")
        if after:
            _link(after, language, label=f"{after.menu(language)} →")


def _language() -> str:
    """The visitor's language: the URL's, else the one chosen before, else the browser's."""
    wanted = st.query_params.get(LANGUAGE)
    if language := language_of(wanted or ""):
        st.session_state[_LANGUAGE] = language
        if wanted != language:  # as zh-CN
            st.query_params[LANGUAGE] = language
    elif _LANGUAGE not in st.session_state:
        of_browser = language_of(st.context.locale or "")
        st.session_state[_LANGUAGE] = of_browser or DEFAULT_LANGUAGE
    return st.session_state[_LANGUAGE]


def _language_switch(text: Text) -> None:
    def choose() -> None:
        note_click()
        st.query_params[LANGUAGE] = st.session_state[_LANGUAGE_WIDGET]

    st.session_state[_LANGUAGE_WIDGET] = text.language
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.segmented_control(
            text("app.language"),
            list(LANGUAGES),
            required=True,
            format_func=lambda code: LANGUAGES[code].name,
            key=_LANGUAGE_WIDGET,
            on_change=choose,
            label_visibility="collapsed",
        )


def _refused_language(text: Text) -> None:
    wanted = st.query_params.get(LANGUAGE)
    if wanted not in (None, *LANGUAGES):
        used = literal(LANGUAGES[text.language].name)
        st.warning(
            text("controls.set_aside", name=literal(LANGUAGE), raw=literal(wanted[:40]), used=used),
            icon="🔗",
        )
        del st.query_params[LANGUAGE]


def _menu(own: Page, text: Text) -> DeltaGenerator:
    """Draw the menu; returns the place of the link to the page itself."""
    with st.sidebar:
        st.markdown(f"### {text('app.name')}")
        st.caption(text("app.subtitle"))
        heading = None
        for page in TOUR:
            if page.heading != heading:
                heading = page.heading
                st.caption(text(f"sections.{heading}"))
            place = st.empty()
            if page is own:
                own_place = place
            with place:
                _menu_link(page, text.language)
    return own_place


def _menu_link(page: Page, language: str) -> None:
    _link(page, language, label=page.menu(language), icon=page.icon)


def _link(page: Page, language: str, label: str, icon: str | None = None) -> None:
    """A link that opens the page in this language and as the visitor left it."""
    parameters = {LANGUAGE: language, **url_parameters(page.name)}
    st.page_link(page.path, label=label, icon=icon, query_params=parameters)
