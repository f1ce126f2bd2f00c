"""A visit: what the sections of a page share during one run of it."""

from collections.abc import Callable
from typing import ClassVar

from embedcore.ui.controls import Controls
from embedcore.ui.text import Text


class NothingToShowError(Exception):
    """What a section needs of its page is not there; the page has said why, above the section."""


class Visit:
    """The words of the page, its controls, and the functions that compute what it shows.

    A page that lends its sections more, as a run or a model, has a visit of its own kind in its
    room (``visit.py``), where each such thing is made when a section first asks for it.
    """

    lends: ClassVar[str | None] = None  # the cached property whose controls the sections share

    def __init__(self, text: Text) -> None:
        self.text = text
        self.controls = Controls(text)
        self.code: list[Callable] = []

    def ran(self, *functions: Callable) -> None:
        """Show these as code that ran, too: for what depends on the settings of a section."""
        self.code.extend(functions)

    @property
    def lent(self) -> bool:
        """Whether the controls that the sections share are drawn by now, or there are none."""
        return self.lends is None or self.lends in vars(self)
