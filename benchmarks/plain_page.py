"""A page of the tour as anyone would first write it: its pictures by ``st.altair_chart``, no cache.

``?page=lookup_table`` chooses which. It has the page's own controls and sections, and no frame.
"""

import runpy
from contextlib import contextmanager

import streamlit as st

from embedcore.ui import kept, page, show
from embedcore.ui.text import Text
from embedcore.ui.tour import page_named


def uncached(function=None, **_):
    """In place of a cache: the function itself."""
    if function is None:
        return uncached
    function.clear = lambda: None
    return function


def plain_chart(alt_text, key, builder, /, *data, **settings):
    """In place of ``show.chart``: built anew, checked and sent by Streamlit."""
    drawn, place = builder(*data, **settings), {"width": "stretch", "alt": alt_text, "key": key}
    if builder.__name__ == "film":  # it has signals that Vega knows and Altair's check does not
        st.vega_lite_chart(drawn.to_dict(validate=False), **place)
    else:
        st.altair_chart(drawn, **place)


@contextmanager
def without_frame(shown):
    """In place of the frame: the title alone."""
    text = Text(shown.name, "en")
    st.title(text("title"))
    yield text


# Before any section is imported, which takes these by their names.
kept.kept = kept.kept_and_shared = st.cache_data = uncached
show.chart, page.framed = plain_chart, without_frame

# Kept in the session: the page writes its own settings into the address.
name = st.session_state.setdefault("plain_page", st.query_params.get("page"))
runpy.run_path(page_named(name).path)
