"""Every page in both languages, both themes, on a desk and on a phone."""

import re

import pytest

from .visitor import CHART, PAGES

CHINESE = re.compile("[\u4e00-\u9fff]")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("page", PAGES)
def test_page(visit, page, language, theme, width):
    visitor = visit(language=language, theme=theme, width=width)
    visitor.open(page)
    visitor.expect_title(page)
    visitor.expect_painted(page)
    assert visitor.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    main = visitor.page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
    for chart in visitor.page.locator(CHART).all():
        described = chart.get_attribute("aria-label")
        assert described
        assert bool(CHINESE.search(described)) == (language == "zh" or page == "home")
