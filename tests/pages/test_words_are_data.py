"""A word reaches a chart as data: no word that was typed is ever part of an expression of Vega."""

import pytest

from embedcore.ui.tour import page_named

from .visitor import PAGES, Visit

# Names that Vega or JavaScript would take for their own.
THEIRS = ("if", "constructor", "toString")
TYPED = (" ".join(THEIRS), ", ".join(THEIRS), THEIRS[0])  # in fields of several words, and of one
EXPRESSIONS = ("labelExpr", "expr", "calculate", "test", "filter", "update", "sort")
TEXT = ("text_input", "text_area")

WITH_TEXT = [
    (name, section)
    for name in PAGES
    for section in page_named(name).sections
    if name != "parameter_calculator"  # where no words are typed
]


def expressions(part, inside=False):
    """Every string of a chart's specification that is an expression, or sorts what is drawn."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key not in ("data", "datasets", "values", "value"):
                yield from expressions(value, inside or key in EXPRESSIONS)
    elif isinstance(part, list):
        for value in part:
            yield from expressions(value, inside)
    elif inside and isinstance(part, str):
        yield part


@pytest.mark.parametrize(("name", "section"), WITH_TEXT)
@pytest.mark.usefixtures("short_training")
def test_no_typed_word_is_in_an_expression(name, section):
    page = Visit(name, section=section)
    fields = [w.key.removeprefix(f"{name}.") for w in page.widgets if w.type in TEXT]
    for typed in TYPED if fields else ():
        page = Visit(name, section=section, **dict.fromkeys(fields, typed))
        found = [said for chart in page.charts for said in expressions(chart.spec)]
        assert not [said for said in found if any(word in said for word in THEIRS)]
