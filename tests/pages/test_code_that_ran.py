"""Under every section stands the code that it ran: all of it was called, and nothing is missing."""

import inspect
import sys
import threading
from collections import OrderedDict
from contextlib import contextmanager
from pathlib import Path

import pytest

from embedcore.ui import kept
from embedcore.ui.tour import page_named

from .visitor import PAGES, ROOT, Visit

pytestmark = pytest.mark.usefixtures("short_training")

EVERY_SECTION = [(name, section) for name in PAGES for section in page_named(name).sections]
HOUSE = ROOT / "embedcore"
ROOM_OF = {"parameter_calculator": "parameters"}  # the one room of another name


class Calls:
    """The functions of the subject that ran, and which of them a section called itself.

    It is told of every call of the interpreter, so it looks at each piece of code once.
    """

    def __init__(self) -> None:
        self.ran = set()  # (file, name)
        self.by_pages = set()  # the same, called from a file of embedcore/ui: and that
        self._places = {}  # of a piece of code: its file in the house and its name, or None

    def __call__(self, frame, event, _) -> None:
        if event != "call":
            return
        called = self._place(frame.f_code)
        if called is None or called[0].startswith(("ui/", "charts/")):
            return
        self.ran.add(called)
        caller = self._place(frame.f_back.f_code) if frame.f_back else None
        if caller and caller[0].startswith("ui/"):
            self.by_pages.add((*called, caller[0].removeprefix("ui/")))

    def _place(self, code) -> tuple[str, str] | None:
        if code not in self._places:
            path = Path(code.co_filename)
            inside = HOUSE in path.parents
            self._places[code] = inside and (path.relative_to(HOUSE).as_posix(), code.co_qualname)
        return self._places[code] or None


@pytest.fixture
def nothing_kept(monkeypatch):
    """No answer is there yet; those of other tests are, again, when this one is over."""
    for store in (kept.ANSWERS, kept.SHARED):
        monkeypatch.setattr(store, "_kept", OrderedDict())
        monkeypatch.setattr(store, "bytes", 0)


@contextmanager
def recorded():
    """What runs meanwhile in new threads, as a page does."""
    calls = Calls()
    threading.setprofile(calls)
    try:
        yield calls
    finally:
        threading.setprofile(None)


def place(function):
    """File and name of a function or class, as a call of it is recorded."""
    plain = inspect.unwrap(function)
    return module_file(plain.__module__), plain.__qualname__


def module_file(name):
    return name.removeprefix("embedcore.").replace(".", "/") + ".py"


def was_called(function, calls):
    path, name = place(function)
    if inspect.isclass(function):
        return any(p == path and n.startswith(f"{name}.") for p, n in calls.ran)
    return (path, name) in calls.ran


def is_computation(path, name):
    """Whether it is a plain function of a module: data that is read once is remembered."""
    module = sys.modules["embedcore." + path.removesuffix(".py").replace("/", ".")]
    return inspect.isfunction(getattr(module, name, None))


OTHERWISE = [  # where a setting decides what runs
    ("lookup_table", "ways", {"measure": "true"}),
    ("lookup_table", "position", {"position": "sinusoidal"}),
    ("word_vectors", "games", {"game": "walk"}),
    ("compression", "distances", {"source": "glove"}),
    ("parameter_calculator", "formula", {"preset": "Llama 3 8B"}),
]


@pytest.mark.parametrize(
    ("name", "section", "settings"), [*((*place, {}) for place in EVERY_SECTION), *OTHERWISE]
)
@pytest.mark.usefixtures("nothing_kept")
def test_the_code_on_the_page_is_the_code_that_ran(name, section, settings, monkeypatch):
    shown = []
    monkeypatch.setattr("embedcore.ui.page.code", lambda text, *functions: shown.extend(functions))
    monkeypatch.setattr("embedcore.ui.show._drawn", lambda *_, **__: (None, {"mark": "point"}))
    with recorded() as calls:
        page = Visit(name, section=section, **settings)
    assert not page.errors
    assert not [place(function) for function in shown if not was_called(function, calls)]
    room = ROOM_OF.get(name, name)
    own = {
        (path, called)
        for path, called, caller in calls.by_pages
        if caller == f"{name}/{section}.py"
        and path.startswith(f"{room}/")
        and is_computation(path, called)
    }
    assert own <= {place(function) for function in shown}
