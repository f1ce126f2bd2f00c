"""The frame of every page: its title, the language, the menu, and the way on.

The tour is data: a page's place in it is its place in the menu and its previous and next.
"""

from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from embedcore.ui.settings import LANGUAGE, url_parameters
from embedcore.ui.text import LANGUAGES, Text, literal, sentences
from embedcore.ui.warm import start_compiling_umap

_LANGUAGE = "near_and_far.language"
_LANGUAGE_WIDGET = "near_and_far.language_widget"
HOME = "home"


@dataclass(frozen=True)
class Stop:
    """One page of the tour."""

    page: str
    section: str  # the key of its heading in the menu
    icon: str

    @property
    def path(self) -> str:
        return "streamlit_app.py" if self.page == HOME else f"pages/{self.page}.py"

    def title(self, language: str) -> str:
        return sentences(self.page, language)["menu"]


TOUR = (
    Stop(HOME, "start", "🧭"),
    Stop("one_hot", "meaning", "📏"),
    Stop("lookup_table", "meaning", "📇"),
    Stop("training_lab", "learning", "🧲"),
    Stop("weight_tying", "learning", "🪢"),
    Stop("parameter_calculator", "cost", "🧮"),
    Stop("word_vectors", "real", "🗺️"),
    Stop("languages", "real", "🌏"),
    Stop("compression", "real", "🗜️"),
)


def open_page(page: str) -> Text:
    """Set the page up and draw all above its own content; returns its words."""
    stop = next(stop for stop in TOUR if stop.page == page)
    language = _language()
    text = Text(page, language)
    st.set_page_config(
        page_title=f"{stop.title(language)} · {text('app.name')}",
        page_icon="🧲",
        layout="wide" if page != HOME else "centered",
        menu_items={"About": text("app.about")},
    )
    text.place_in_menu = _menu(text)
    _language_switch(text)
    st.title(text("title"), anchor=False)
    st.markdown(text("lead"))
    _refused_language(text)
    return text


def close_page(text: Text) -> None:
    """The links to the previous and the next stop; then, with the page drawn, time for UMAP."""
    place = [stop.page for stop in TOUR].index(text.page)
    with text.place_in_menu:  # again, now with the settings of this run: a click must undo none
        _menu_link(TOUR[place], text)
    st.divider()
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        if place > 0:
            _link(TOUR[place - 1], text, label=f"← {TOUR[place - 1].title(text.language)}")
        if place + 1 < len(TOUR):
            _link(TOUR[place + 1], text, label=f"{TOUR[place + 1].title(text.language)} →")
    start_compiling_umap()


def tour_links(text: Text) -> None:
    """Each stop after home as a card: its question, and the way in (the home page's map)."""
    for number, stop in enumerate(TOUR[1:], start=1):
        with st.container(border=True):
            question = sentences(stop.page, text.language)["title"]
            _link(stop, text, label=f"**{number} · {stop.title(text.language)}**", icon=stop.icon)
            st.markdown(question)


def _language() -> str:
    """The visitor's language: the URL's, else the one chosen before, else the browser's."""
    wanted = st.query_params.get(LANGUAGE)
    if wanted in LANGUAGES:
        st.session_state[_LANGUAGE] = wanted
    elif _LANGUAGE not in st.session_state:
        chinese = (st.context.locale or "").lower().startswith("zh")
        st.session_state[_LANGUAGE] = "zh" if chinese else "en"
    return st.session_state[_LANGUAGE]


def _language_switch(text: Text) -> None:
    def choose() -> None:
        st.query_params[LANGUAGE] = st.session_state[_LANGUAGE_WIDGET]

    st.session_state[_LANGUAGE_WIDGET] = text.language
    with st.container(horizontal=True, horizontal_alignment="right"):
        st.segmented_control(
            text("app.language"),
            list(LANGUAGES),
            required=True,
            format_func=LANGUAGES.get,
            key=_LANGUAGE_WIDGET,
            on_change=choose,
            label_visibility="collapsed",
        )


def _refused_language(text: Text) -> None:
    wanted = st.query_params.get(LANGUAGE)
    if wanted not in (None, *LANGUAGES):
        used = literal(LANGUAGES[text.language])
        st.warning(
            text("controls.set_aside", name=literal(LANGUAGE), raw=literal(wanted[:40]), used=used),
            icon="🔗",
        )
        del st.query_params[LANGUAGE]


def _menu(text: Text) -> DeltaGenerator:
    """Draw the menu; returns the place of the link to the page itself."""
    with st.sidebar:
        st.markdown(f"### {text('app.name')}")
        st.caption(text("app.subtitle"))
        section = None
        for stop in TOUR:
            if stop.section != section:
                section = stop.section
                st.caption(text(f"sections.{section}"))
            place = st.empty()
            if stop.page == text.page:
                own = place
            with place:
                _menu_link(stop, text)
    return own


def _menu_link(stop: Stop, text: Text) -> None:
    _link(stop, text, label=stop.title(text.language), icon=stop.icon)


def _link(stop: Stop, text: Text, label: str, icon: str | None = None) -> None:
    """A link that opens ``stop`` in this language and as the visitor left it."""
    parameters = {LANGUAGE: text.language, **url_parameters(stop.page)}
    st.page_link(stop.path, label=label, icon=icon, query_params=parameters)
