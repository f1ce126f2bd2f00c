"""A typed word is only ever a word: none of those that JavaScript or Vega know blanks a chart."""

import pytest
from playwright.sync_api import expect

from .visitor import CHART

WORDS = "if constructor null true event in"  # all of them English words, too
OTHERS = "function return when parent item length"


@pytest.mark.parametrize("typed", [WORDS, OTHERS])
def test_charts_are_drawn_whatever_their_words_are(visit, typed):
    visitor = visit()
    said = []
    visitor.page.on("console", lambda message: said.append(message.text))
    for page, settings, charts in (
        ("word_vectors", {"section": "neighbours", "map": "pca", "several": typed}, 2),
        ("languages", {"section": "together", "together_words": typed.replace(" ", ",")}, 3),
    ):
        visitor.open(page, **settings)
        expect(visitor.page.locator(CHART)).to_have_count(charts, timeout=60_000)
        visitor.expect_painted()
    assert not [message for message in said if "ignal" in message or "perator" in message]
