"""Under every section stands the code that it ran: all of it was called, and nothing is missing."""

import inspect
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
import streamlit as st

from embedcore.ui import kept
from embedcore.ui.tour import page_named

from .visitor import PAGES, ROOT, Visit

EVERY_SECTION = [(name, section) for name in PAGES for section in page_named(name).sections]
HOUSE = ROOT / "embedcore"
ROOM_OF = {"parameter_calculator": "parameters"}  # the one room of another name


class Calls:
    """The functions of the subject that ran, and which of them a section called itself."""

    def __init__(self) -> None:
        self.ran = set()  # (file, name)
        self.by_pages = set()  # the same, called from embedcore/ui/<room>/<section>.py: and that

    def __call__(self, frame, event, _) -> None:
        if event != "call":
            return
        path = Path(frame.f_code.co_filename)
        if HOUSE not in path.parents or path.relative_to(HOUSE).parts[0] in ("ui", "charts"):
            return
        called = (path.relative_to(HOUSE).as_posix(), frame.f_code.co_qualname)
        self.ran.add(called)
        caller = Path(frame.f_back.f_code.co_filename) if frame.f_back else ROOT
        if HOUSE / "ui" in caller.parents:
            self.by_pages.add((*called, caller.relative_to(HOUSE / "ui").as_posix()))


@contextmanager
def recorded():
    """What runs meanwhile in new threads, as a page does, with no cache to answer for it."""
    st.cache_data.clear()
    kept.ANSWERS.forget()
    kept.SHARED.forget()
    calls = Calls()
    threading.setprofile(calls)
    try:
        yield calls
    finally:
        threading.setprofile(None)


def place(function):
    """File and name of a function or class, as a call of it is recorded."""
    plain = inspect.unwrap(function)
    path = Path(inspect.getsourcefile(plain)).relative_to(HOUSE).as_posix()
    return path, plain.__qualname__


def was_called(function, calls):
    path, name = place(function)
    if inspect.isclass(function):
        return any(p == path and n.startswith(f"{name}.") for p, n in calls.ran)
    return (path, name) in calls.ran


def is_computation(path, name):
    """Whether it is a plain function of a module: data that is read once is remembered."""
    module = sys.modules["embedcore." + path.removesuffix(".py").replace("/", ".")]
    return inspect.isfunction(getattr(module, name, None))


@pytest.mark.parametrize(("name", "section"), EVERY_SECTION)
def test_the_code_on_the_page_is_the_code_that_ran(name, section, monkeypatch):
    shown = []
    monkeypatch.setattr("embedcore.ui.page.code", lambda text, *functions: shown.extend(functions))
    with recorded() as calls:
        page = Visit(name, section=section)
    assert page.charts or page.tables
    assert not [place(function) for function in shown if not was_called(function, calls)]
    modules = {f"{name}/{part}.py" for part in (section, page_named(name).above)}
    room = ROOM_OF.get(name, name)
    own = {
        (path, called)
        for path, called, caller in calls.by_pages
        if caller in modules and path.startswith(f"{room}/") and is_computation(path, called)
    }
    assert own <= {place(function) for function in shown}
