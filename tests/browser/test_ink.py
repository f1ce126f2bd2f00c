"""Words inside a chart are dark on a light page and light on a dark one."""

import re

import pytest

from .visitor import CHART

ACCENT = "rgb(213, 94, 0)"


def brightness(colour: str) -> float:
    """0 for black, 1 for white; ``rgb(…)`` or ``#rrggbb``."""
    if colour.startswith("#"):
        parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    else:
        parts = [float(part) for part in re.findall(r"[\d.]+", colour)[:3]]
    return sum(parts) / 765


@pytest.mark.parametrize(
    ("page", "theme"),
    [("home", "light"), ("home", "dark"), ("one_hot", "dark"), ("training_lab", "dark")],
)
def test_text_marks_follow_the_theme(visit, page, theme):
    visitor = visit(theme=theme)
    visitor.open(page)
    visitor.expect_painted(page)
    written = visitor.page.locator(f"{CHART} svg.marks .mark-text.role-mark text")
    inks = set(written.evaluate_all("all => all.map(text => getComputedStyle(text).fill)"))
    inks.discard(ACCENT)  # the name of the floor wears its rule's colour in both themes
    assert inks
    for ink in inks:
        assert brightness(ink) > 0.6 if theme == "dark" else brightness(ink) < 0.4, ink
