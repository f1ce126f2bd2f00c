"""Every page in both languages, both themes, on a desk and on a phone."""

import re

import pytest

from .visitor import CHART, PAGES

CHINESE = re.compile("[\u4e00-\u9fff]")
ON_THE_LINE = "AB你我镉"  # of the home page
WIDTHS = (390, 1280)
ACCENT = "rgb(213, 94, 0)"  # the name of the loss's floor wears its rule's colour in both themes


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_tour(visit, language, theme):
    visitor = visit(language=language, theme=theme)
    visitor.open("home")
    for page in PAGES:
        visitor.menu(page)
        for width in WIDTHS:  # ends on the wide one, where the menu is open
            visitor.page.set_viewport_size({"width": width, "height": 844})
            visitor.page.wait_for_timeout(200)  # until the charts have their new widths
            check_layout(visitor, page)
        check_descriptions(visitor, page)
        check_ink(visitor, theme)


@pytest.mark.parametrize(
    ("page", "language", "theme"), [("training_lab", "en", "dark"), ("weight_tying", "zh", "light")]
)
def test_opened_on_a_phone(visit, page, language, theme):
    visitor = visit(language=language, theme=theme, width=390)
    visitor.open(page)
    check_layout(visitor, page)
    check_ink(visitor, theme)


def check_layout(visitor, page: str) -> None:
    visitor.expect_title(page)
    visitor.expect_painted(page)
    assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, page
    main = visitor.page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0, page


def check_descriptions(visitor, page: str) -> None:
    charts = visitor.page.locator(CHART)
    for described in charts.evaluate_all("all => all.map(one => one.ariaLabel)"):
        assert described, page
        described = described.replace(ON_THE_LINE, "")  # the same characters in both languages
        assert bool(CHINESE.search(described)) == (visitor.language == "zh"), page


def check_ink(visitor, theme: str) -> None:
    """Words inside a chart (that is no canvas) are dark on a light page and light on a dark one."""
    written = visitor.page.locator(f"{CHART} svg.marks .mark-text.role-mark text")
    inks = set(written.evaluate_all("all => all.map(text => getComputedStyle(text).fill)"))
    for ink in inks - {ACCENT}:
        brightness = sum(float(part) for part in re.findall(r"[\d.]+", ink)[:3]) / 765
        assert brightness > 0.6 if theme == "dark" else brightness < 0.4, ink
