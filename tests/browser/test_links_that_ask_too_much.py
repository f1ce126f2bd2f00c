"""A link with something unusable in it: the page says so, and the address bar is clean."""

import pytest

from embedcore.ui.text import sentences

CASES = [
    ("en", "training_lab", {"steps": "abc"}, "set_aside", ("steps", "abc", "500")),
    ("zh", "training_lab", {"steps": "505"}, "set_aside", ("steps", "505", "500")),
    ("en", "training_lab", {"learning_rate": "nan"}, "set_aside", ("learning_rate", "nan", "0.01")),
    ("zh", "lookup_table", {"d_model": "100000"}, "set_aside", ("d_model", "100000", "8")),
    ("en", "one_hot", {"foo": "1"}, "unknown", ("foo", "1")),
    ("zh", "one_hot", {"foo": "<b>$x$</b>"}, "unknown", ("foo", "<b>$x$</b>")),
]


def beginning(language: str, key: str) -> str:
    return sentences("common", language)[f"controls.{key}"].split("{")[0]


@pytest.mark.parametrize(("language", "page", "query", "key", "named"), CASES)
def test_said_and_cleaned(visit, language, page, query, key, named):
    visitor = visit(language=language)
    visitor.open(page, **query)
    visitor.expect_query()
    said = [alert for alert in visitor.alerts() if beginning(language, key) in alert]
    assert len(said) == 1
    assert all(part in said[0] for part in named)
    visitor.expect_painted(page)


def test_unknown_language(visit):
    visitor = visit()
    visitor.open("one_hot", query={"lang": "xx", "d_model": "2"})
    visitor.expect_title("one_hot")
    visitor.expect_query(d_model="2")
    assert "lang" not in visitor.page.url
    said = [alert for alert in visitor.alerts() if beginning("en", "set_aside") in alert]
    assert len(said) == 1
    assert "xx" in said[0]


def test_the_message_goes_with_the_next_setting(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="abc", foo="1")
    assert any("abc" in alert for alert in visitor.alerts())
    visitor.control("slider", "lookup_table", "d_model").press("ArrowRight")
    visitor.expect_query(d_model="9")
    assert not [alert for alert in visitor.alerts() if "link" in alert]
