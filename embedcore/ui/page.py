"""A page, top to bottom: a page file names its page, and this runs it."""

import streamlit as st

from embedcore.errors import InputError
from embedcore.ui.frame import framed
from embedcore.ui.show import cautions, code, explain, maths
from embedcore.ui.tour import Page, page_named
from embedcore.ui.visit import NothingToShowError, Visit


def show_page(name: str, kind: type[Visit] = Visit) -> None:
    """Draw the page of that name for one visitor; ``kind`` is its visit, where it has its own.

    Raises ``KeyError`` if the tour has no such page.
    """
    page = page_named(name)
    with framed(page) as text:
        visit = kind(text)
        chosen = _show_section(page, visit)
        _show_what_others_share(visit)
        visit.controls.finish()
        maths(text, chosen, page.section(chosen).formulas)
        code(text, *dict.fromkeys(visit.code))
        cautions(text, chosen)


def _show_section(page: Page, visit: Visit) -> str:
    """The choice of a section, with the way back to the defaults; below it what was chosen.

    What cannot be used is explained in its place, and the rest of the page goes on. Returns its
    name.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = visit.controls.choice(
            "section",
            page.sections,
            page.sections[0],
            label=lambda name: visit.text(f"tabs.{name}"),
        )
        visit.controls.reset_button()
    section = page.section(name)
    visit.ran(*section.code)
    try:
        section.show(visit)
    except NothingToShowError:
        pass
    except InputError as error:
        explain(visit.text, error)
    return name


def _show_what_others_share(visit: Visit) -> None:
    """Below a section that has no use for them, the controls of the others: they stay as set."""
    if not visit.lent:
        st.caption(visit.text("controls.others"))
        getattr(visit, visit.lends)
