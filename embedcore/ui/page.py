"""A page, top to bottom: a page file names its page, and this runs it."""

import streamlit as st

from embedcore.errors import InputError
from embedcore.ui.frame import framed
from embedcore.ui.show import cautions, code, explain, maths
from embedcore.ui.tour import Page, Section, page_named
from embedcore.ui.visit import NothingToShowError, Visit


def show_page(name: str, kind: type[Visit] = Visit, formulas: tuple[str, ...] = ()) -> None:
    """Draw the page of that name for one visitor; ``kind`` is its visit, where it has its own.

    Raises ``KeyError`` if the tour has no such page.
    """
    page = page_named(name)
    with framed(page) as text:
        visit = kind(text)
        _show_sections(page, visit)
        if page.above is None:
            visit.controls.reset_button()
        visit.controls.finish()
        maths(text, *formulas)
        code(text, *dict.fromkeys(visit.code))
        cautions(text)


def _show_sections(page: Page, visit: Visit) -> None:
    """Draw what stands above, and the section that the visitor chose.

    What cannot be used is explained in its place, and the rest of the page goes on; but without
    what stands above there is nothing to choose.
    """
    if page.above is not None:
        if not _could_show(page.section(page.above), visit):
            return
        st.divider()
    name = visit.controls.choice(
        "section", page.sections, page.sections[0], label=lambda name: visit.text(f"tabs.{name}")
    )
    _could_show(page.section(name), visit)


def _could_show(section: Section, visit: Visit) -> bool:
    """Draw a section, if it has what it needs; else the page says what it has not."""
    visit.ran(*section.code)
    try:
        section.show(visit)
    except NothingToShowError:
        pass
    except InputError as error:
        explain(visit.text, error)
        return False
    return True
