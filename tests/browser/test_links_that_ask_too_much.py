"""A link with something unusable in it: the page says so, and the address bar is clean."""

import re

import pytest
from playwright.sync_api import Locator, expect

from embedcore.ui.text import sentences

CASES = [  # language, page, query, what is named in the messages
    (
        "en",
        "training_lab",
        {"steps": "abc", "learning_rate": "nan"},
        [("abc", "500"), ("nan", "0.01")],
    ),
    ("zh", "training_lab", {"steps": "505"}, [("steps", "505", "500")]),
    ("zh", "lookup_table", {"d_model": "100000"}, [("d_model", "100000", "8")]),
]


def beginning(language: str, key: str) -> str:
    return sentences("common", language)[f"controls.{key}"].split("{")[0]


def messages(visitor, key: str) -> Locator:
    return visitor.alerts(beginning(visitor.language, key))


@pytest.mark.parametrize(("language", "page", "query", "named"), CASES)
def test_unusable_values(visit, language, page, query, named):
    visitor = visit(language=language)
    visitor.open(page, **query)
    visitor.expect_query()
    said = messages(visitor, "set_aside")
    expect(said).to_have_count(len(named))
    for number, parts in enumerate(named):
        for part in parts:
            expect(said.nth(number)).to_contain_text(part)
    visitor.expect_painted()


@pytest.mark.parametrize("raw", ["1", "<b>$x$</b>"])
def test_unknown_parameter(visit, raw):
    visitor = visit()
    visitor.open("one_hot", foo=raw)
    visitor.expect_query()
    expect(messages(visitor, "unknown")).to_have_text(re.compile("foo"))


def test_unknown_language(visit):
    visitor = visit()
    visitor.open("one_hot", query={"lang": "xx", "section": "cost", "d_model": "2"})
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", d_model="2")
    expect(visitor.page).not_to_have_url(re.compile("lang"))
    expect(messages(visitor, "set_aside")).to_have_text(re.compile("xx"))


def test_the_message_goes_with_the_next_setting(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="abc", foo="1")
    expect(visitor.alerts("abc")).to_have_count(1)
    visitor.control("slider", "lookup_table", "d_model").press("ArrowRight")
    visitor.expect_query(d_model="9")
    expect(visitor.alerts("link")).to_have_count(0)
