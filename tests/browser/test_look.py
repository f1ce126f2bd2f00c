"""Every page in both languages, both themes, on a desk and on a phone.

A tour goes through all pages in their order: by the menu in English, by "next" in Chinese.
"""

import re

import pytest
from playwright.sync_api import expect

from .visitor import CHART, PAGES

CHINESE = re.compile("[\u4e00-\u9fff]")
ON_THE_LINE = "AB你我镉"  # of the home page
WIDTHS = (390, 1280)
ACCENT = "rgb(213, 94, 0)"  # the name of the loss's floor wears its rule's colour in both themes

# Neither the page nor a picture is wider than its place.
_FITS = """selector => {
    const places = document.querySelectorAll(`html, [data-testid=stMain], ${selector}`);
    return [...places].every(place => place.scrollWidth <= place.clientWidth)
        && document.documentElement.scrollWidth <= innerWidth;
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_english_tour_by_the_menu(visit, theme):
    visitor = visit(theme=theme)
    visitor.open(PAGES[-1])
    for page in PAGES:
        visitor.menu(page)
        check_page(visitor, page, theme)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_chinese_tour_by_the_way_on(visit, theme):
    visitor = visit(language="zh", theme=theme)
    visitor.open(PAGES[0])
    expect(visitor.links_on("←")).to_have_count(0)
    check_page(visitor, PAGES[0], theme)
    for page in PAGES[1:]:
        with visitor.run():
            visitor.links_on("→").click()
        check_page(visitor, page, theme)
    expect(visitor.links_on("→")).to_have_count(0)


@pytest.mark.parametrize(
    ("page", "language", "theme"), [("training_lab", "en", "dark"), ("weight_tying", "zh", "light")]
)
def test_opened_on_a_phone(visit, page, language, theme):
    visitor = visit(language=language, theme=theme, width=390)
    visitor.open(page)
    check_layout(visitor, page)
    check_ink(visitor, page, theme)


def check_page(visitor, page: str, theme: str) -> None:
    for width in WIDTHS:  # ends on the wide one, where the menu is open
        visitor.page.set_viewport_size({"width": width, "height": 844})
        check_layout(visitor, page)
    check_descriptions(visitor, page)
    check_ink(visitor, page, theme)


def check_layout(visitor, page: str) -> None:
    visitor.expect_title(page)
    visitor.expect_painted()
    visitor.eventually(lambda: (page, visitor.page.evaluate(_FITS, CHART)), (page, True))


def check_descriptions(visitor, page: str) -> None:
    charts = visitor.page.locator(CHART)
    for described in charts.evaluate_all("all => all.map(one => one.ariaLabel)"):
        assert described, page
        described = described.replace(ON_THE_LINE, "")  # the same characters in both languages
        assert bool(CHINESE.search(described)) == (visitor.language == "zh"), page


def check_ink(visitor, page: str, theme: str) -> None:
    """Words inside a chart (that is no canvas) are dark on a light page and light on a dark one."""
    visitor.eventually(lambda: (page, wrong_inks(visitor, theme)), (page, []))


def wrong_inks(visitor, theme: str) -> list[str]:
    written = visitor.page.locator(f"{CHART} svg.marks .mark-text.role-mark text")
    inks = set(written.evaluate_all("all => all.map(text => getComputedStyle(text).fill)"))
    parts = {ink: re.findall(r"[\d.]+", ink)[:3] for ink in inks - {ACCENT}}
    brightness = {ink: sum(map(float, rgb)) / 765 for ink, rgb in parts.items()}
    right = {ink for ink, b in brightness.items() if (b > 0.6 if theme == "dark" else b < 0.4)}
    return sorted(brightness.keys() - right)
