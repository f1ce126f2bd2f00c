"""What a visitor types is shown as typed: it is never Markdown, HTML or maths."""

import pytest
from playwright.sync_api import expect

NASTY = "$x$ :red[x] <b>b</b> _x_ | `y`"


@pytest.mark.parametrize("page", ["one_hot", "lookup_table"])
def test_shown_literally(visit, page):
    visitor = visit()
    visitor.open(page)
    with visitor.run():
        visitor.page.get_by_text(visitor.words("common", "closer.maths")).click()
    shown = visitor.page.get_by_test_id("stMain").locator("b, em, .katex")
    expect(visitor.page.locator(".katex").first).to_be_attached()  # the page's own, drawn late
    visitor.rest()
    before = shown.count()
    visitor.type(page, "text", NASTY)
    visitor.expect_query(text=NASTY)
    expect(visitor.control("textbox", page, "text")).to_have_value(NASTY)
    expect(shown).to_have_count(before)


def test_a_sign_at_the_start_is_named_as_it_is(visit):
    visitor = visit()
    visitor.open("lookup_table")
    for first in "$:<`*":
        visitor.type("lookup_table", "text", f"{first}x{first}")
        expect(visitor.seen().first).to_contain_text(f"{first} has id {ord(first)},")


def test_an_unusable_group_is_named_as_it_is(visit):
    visitor = visit()
    visitor.open("training_lab", steps="10", groups="aa$x$ <b>b</b>")
    visitor.expect_painted()
    expect(visitor.page.get_by_test_id("stMain").locator("b")).to_have_count(0)
