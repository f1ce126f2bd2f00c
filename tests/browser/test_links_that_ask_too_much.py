"""A link with something unusable in it: the page says so, and the address bar is clean."""

import pytest

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


def messages(visitor, key: str) -> list[str]:
    return [alert for alert in visitor.alerts() if beginning(visitor.language, key) in alert]


@pytest.mark.parametrize(("language", "page", "query", "named"), CASES)
def test_unusable_values(visit, language, page, query, named):
    visitor = visit(language=language)
    visitor.open(page, **query)
    visitor.expect_query()
    said = messages(visitor, "set_aside")
    assert len(said) == len(named)
    for message, parts in zip(said, named, strict=True):
        assert all(part in message for part in parts)
    visitor.expect_painted(page)


@pytest.mark.parametrize("raw", ["1", "<b>$x$</b>"])
def test_unknown_parameter(visit, raw):
    visitor = visit()
    visitor.open("one_hot", foo=raw)
    visitor.expect_query()
    (said,) = messages(visitor, "unknown")
    assert f"foo = {raw}" in said


def test_unknown_language(visit):
    visitor = visit()
    visitor.open("one_hot", query={"lang": "xx", "section": "cost", "d_model": "2"})
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", d_model="2")
    assert "lang" not in visitor.page.url
    (said,) = messages(visitor, "set_aside")
    assert "xx" in said


def test_the_message_goes_with_the_next_setting(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="abc", foo="1")
    assert any("abc" in alert for alert in visitor.alerts())
    visitor.control("slider", "lookup_table", "d_model").press("ArrowRight")
    visitor.expect_query(d_model="9")
    assert not [alert for alert in visitor.alerts() if "link" in alert]
