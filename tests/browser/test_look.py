"""Every page in both languages, both themes, on a phone and on a desk."""

import re

import pytest

from .visitor import CHART, PAGES

CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", PAGES)
def test_page(visit, page, language, theme):
    visitor = visit(language=language, theme=theme, width=390)
    visitor.open(page)
    check_look(visitor, page)
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    visitor.page.wait_for_timeout(300)  # until the charts have their new widths
    check_look(visitor, page)


def check_look(visitor, page: str) -> None:
    visitor.expect_title(page)
    visitor.expect_painted(page)
    assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    main = visitor.page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
    charts = visitor.page.locator(CHART)
    for described in charts.evaluate_all("all => all.map(one => one.ariaLabel)"):
        assert described
        # The characters on the line of the home page are Chinese in both languages.
        assert bool(CHINESE.search(described)) == (visitor.language == "zh" or page == "home")
