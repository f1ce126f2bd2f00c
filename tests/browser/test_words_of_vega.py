"""A typed word that is also a word of JavaScript's or of Vega's leaves no chart empty."""

import pytest

# Of JavaScript: its reserved words, and what every object has.
RESERVED = "if else for while function return this null true false undefined new delete typeof"
OF_OBJECTS = "constructor toString valueOf hasOwnProperty isPrototypeOf __proto__ toLocaleString"
OF_VEGA = "datum event item signal parent group scale data length format indexof NaN PI width"
WORDS = f"{RESERVED} {OF_OBJECTS} {OF_VEGA}".split()

LINKS = {
    "map": ("word_vectors", {"map": "pca", "several": " ".join(WORDS)}),
    "groups": (
        "training_lab",
        {"section": "trust", "map": "PCA", "groups": "if on", "steps": "20"},
    ),
    "one_hot": ("one_hot", {"unit": "words", "text": " ".join(WORDS[:14])}),
    "row": ("lookup_table", {"section": "change_row", "tokenizer": "o200k", "text": "if"}),
    "rows": (
        "lookup_table",
        {"section": "change_row", "tokenizer": "cl100k", "text": "constructor"},
    ),
    "position": ("lookup_table", {"section": "position", "tokenizer": "o200k", "text": "if this"}),
    "together": ("languages", {"section": "together", "together_words": ", ".join(WORDS[:20])}),
    "microscope": (
        "training_lab",
        {
            "section": "microscope",
            "word_context": "if datum",
            "word_target": "constructor",
            "word_others": "toString, null, item",
        },
    ),
}


@pytest.mark.parametrize("link", LINKS)
def test_every_chart_is_drawn(visit, link):
    page, settings = LINKS[link]
    visitor = visit()
    visitor.open(page, **settings)
    visitor.expect_painted()
