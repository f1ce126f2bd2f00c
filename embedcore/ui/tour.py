"""The tour: every page is declared here, once, in the order in which a visitor meets them.

Menu, home, the links from page to page, tests and benchmarks read it; none repeats it. A section
is a module of its page's room, ``embedcore/ui/<page>/<section>.py``, with a ``SECTION``: what it
shows and what it runs. It is imported when it is opened, so that a page costs what it shows.
"""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module

from embedcore.ui.text import sentences
from embedcore.ui.visit import Visit


@dataclass(frozen=True)
class Section:
    """A part of a page: ``show(visit)`` draws it, ``code`` computes what it draws.

    Where it has ``formulas`` (LaTeX), the words ``maths.<section>`` explain them; where the words
    have a ``caution.<section>``, it stands below.
    """

    show: Callable[[Visit], None]
    code: tuple[Callable, ...] = ()
    formulas: tuple[str, ...] = ()


@dataclass(frozen=True)
class Page:
    """One question: a file in ``pages/``, its words in each language, and a room on each floor."""

    name: str
    heading: str  # in the menu: the words' sections.<heading>
    icon: str
    sections: tuple[str, ...] = ()  # the first is open unless the visitor chooses

    @property
    def path(self) -> str:
        """The page's file, as Streamlit wants it."""
        return "streamlit_app.py" if self.name == HOME else f"pages/{self.name}.py"

    def menu(self, language: str) -> str:
        """What the page is called in the menu."""
        return sentences(self.name, language)["menu"]

    def section(self, name: str) -> Section:
        """One of ``sections``."""
        if name not in self.sections:
            raise KeyError(f"{self.name!r} has no section {name!r}, but {self.sections}")
        return import_module(f"embedcore.ui.{self.name}.{name}").SECTION


HOME = "home"
TOUR = (
    Page(HOME, "start", "🧭"),
    Page("one_hot", "meaning", "📏", ("one_hot", "ids", "near_ids", "cost", "generalise")),
    Page(
        "lookup_table",
        "meaning",
        "📇",
        ("flow", "ways", "shapes", "change_row", "gradient", "noise", "position", "real"),
    ),
    Page(
        "training_lab",
        "learning",
        "🧲",
        ("run", "seeds", "compare", "movement", "microscope", "trust", "take_away"),
    ),
    Page(
        "weight_tying",
        "learning",
        "🪢",
        ("brief", "tied", "models", "near", "gradient", "names", "real", "alike"),
    ),
    Page(
        "parameter_calculator",
        "cost",
        "🧮",
        (
            "breakdown",
            "formula",
            "paste",
            "compare",
            "trend",
            "costs",
            "what_if",
            "sources",
            "take_away",
        ),
    ),
    Page(
        "word_vectors",
        "real",
        "🗺️",
        ("neighbours", "arithmetic", "how_often", "axes", "games", "train", "why"),
    ),
    Page("languages", "real", "🌏", ("rotation", "together", "script", "agree")),
    Page("compression", "real", "🗜️", ("structure", "distances", "groups")),
)


def page_named(name: str) -> Page:
    """The page of that name. Raises ``KeyError`` with the names there are."""
    for page in TOUR:
        if page.name == name:
            return page
    raise KeyError(f"no page {name!r} in the tour, but {', '.join(page.name for page in TOUR)}")


def neighbours(page: Page) -> tuple[Page | None, Page | None]:
    """The page before it in the tour and the page after it, where there is one."""
    place = TOUR.index(page)
    before = TOUR[place - 1] if place > 0 else None
    return before, TOUR[place + 1] if place + 1 < len(TOUR) else None
