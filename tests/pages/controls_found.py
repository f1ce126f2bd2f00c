"""The controls of a page and what each can be set to, found by running the page."""

from collections.abc import Iterator
from functools import cache, wraps

import pytest

from embedcore.ui.controls import Controls
from embedcore.ui.settings import as_parameter
from embedcore.ui.tour import page_named

from .visitor import Visit

QUICK = 50  # steps of a training run, where its length is not the point
FEW = 5  # options of which each is tried, as each may bring other controls into sight
NUMBERS = ("slider", "select_slider", "number_input")
LONG_TEXT = "é" * 200
_options: dict[str, list] = {}  # of a widget's key: a widget itself only knows its labels


def remember_options(patch: pytest.MonkeyPatch) -> None:
    """From now on, note of every control with options what they are."""
    for name in ("choice", "select", "stops"):
        patch.setattr(Controls, name, _noting(getattr(Controls, name)))


def begin_short(patch: pytest.MonkeyPatch) -> None:
    """From now on, a control that says how long to train has a short default."""
    slider, stops = Controls.slider, Controls.stops

    def short_slider(self, key, lowest, highest, default, step=1):
        if is_length(key):
            default = max(lowest, min(QUICK if key.endswith("steps") else lowest, default))
        return slider(self, key, lowest, highest, default, step)

    def short_stops(self, key, options, default, **named):
        return stops(self, key, options, options[0] if is_length(key) else default, **named)

    patch.setattr(Controls, "slider", short_slider)
    patch.setattr(Controls, "stops", short_stops)


def _noting(make):
    @wraps(make)
    def noting(self, key, options, *args, **named):
        _options[self.settings.widget_key(key)] = list(options)
        return make(self, key, options, *args, **named)

    return noting


def ends(widget) -> tuple:
    """The least and the most that the control can be set to."""
    if widget.type in ("slider", "number_input"):
        return widget.min, widget.max
    if widget.key in _options:
        return _options[widget.key][0], _options[widget.key][-1]
    return (False, True) if widget.type == "toggle" else ("", LONG_TEXT)


def tried(widget) -> list:
    """Both ends; of a few options, all."""
    every = _options.get(widget.key, [])
    if 0 < len(every) <= FEW and not is_length(widget.key):
        return every
    return list(ends(widget))


def another(widget) -> object:
    """A value near the widget's own, but not the same."""
    if widget.type in ("slider", "number_input"):
        step = widget.step or 1
        return widget.value + step if widget.value + step <= widget.max else widget.value - step
    if widget.key in _options:
        every = _options[widget.key]
        return every[(every.index(widget.value) + 1) % len(every)]
    return not widget.value if widget.type == "toggle" else f"{widget.value} `x$ 猫&="


def is_length(key: str) -> bool:
    """Whether the control says how long to train, or how often."""
    return key.endswith(("steps", "seeds"))


@cache
def keys_above(name: str) -> frozenset[str]:
    """Controls that stand on the page whatever its section."""
    sections = page_named(name).sections
    seen = [set(Visit(name, section=section).values) for section in sections[:2]]
    return frozenset(set.intersection(*seen))


def keys_elsewhere(name: str, section: str) -> frozenset[str]:
    """Controls of the section that are tried in another: those above are, in the first."""
    return frozenset() if section == page_named(name).sections[0] else keys_above(name)


def moves(name: str, section: str) -> Iterator[tuple[Visit, str, object, object]]:
    """Every control of a section, moved to each end: the page after it, its key, value, default.

    Controls that only come into sight where another is moved are found, too.
    """
    known = set(keys_elsewhere(name, section))
    ways = [{}]  # settings under which something new is in sight
    while ways:
        way = ways.pop()
        page = Visit(name, section=section, **way)
        found = [key for key in page.values if key not in known]
        known.update(found)
        for key in found:
            default = page.values[key]
            for value in tried(page.widget(key)):
                page.set(key, value)
                yield page, key, value, default
                if key != "section" and set(page.values) - known:
                    ways.append({**way, key: as_parameter(value)})
            page.widget(key).set_value(default)
            if page.widget(key).type not in NUMBERS:
                page.run()  # of a number: with the next control's move, in one run
