"""Everything can be reached and moved without a mouse."""

import pytest
from playwright.sync_api import expect

_FOCUSED = """() => document.activeElement.getAttribute('aria-label')
    || document.activeElement.innerText"""


def test_slider(visit):
    visitor = visit()
    visitor.open("lookup_table")
    visitor.expect_painted()
    slider, before = visitor.control("slider", "lookup_table", "d_model"), visitor.picture()
    slider.focus()
    for key, value in (("ArrowRight", "9"), ("ArrowLeft", "8"), ("End", "64"), ("Home", "2")):
        visitor.page.keyboard.press(key)
        visitor.expect_query(**({} if value == "8" else {"d_model": value}))
        expect(slider).to_have_value(value)
    visitor.eventually(lambda: visitor.picture() != before, True)
    expect(visitor.seen().first).to_contain_text("2")


def test_named_stops(visit):
    visitor = visit()
    visitor.open("one_hot", section="cost")
    slider = visitor.control("slider", "one_hot", "vocab_size")
    slider.focus()
    visitor.page.keyboard.press("End")
    visitor.expect_query(section="cost", vocab_size="256000")
    expect(slider).to_have_attribute("aria-valuetext", "256,000")
    visitor.page.keyboard.press("Home")
    visitor.expect_query(section="cost", vocab_size="27")
    expect(visitor.page.get_by_test_id("stMain")).to_contain_text("108 B")


def test_text_field(visit):
    visitor = visit()
    visitor.open("one_hot")
    visitor.expect_painted()
    before = visitor.picture()
    visitor.type("one_hot", "text", "猫狗")
    visitor.expect_query(text="猫狗")
    visitor.eventually(lambda: visitor.picture() != before, True)


@pytest.mark.parametrize("page", ["training_lab", "parameter_calculator"])
def test_tab_reaches_the_first_control(visit, page):
    visitor = visit()
    visitor.open(page)
    visitor.expect_painted()
    goal = visitor.words(page, "controls.preset.label")
    reached = []
    while goal not in reached and len(reached) < 20:
        visitor.page.keyboard.press("Tab")
        reached.append(visitor.page.evaluate(_FOCUSED))
    assert reached[0] == "Skip to main content"
    assert reached[-1] == goal


def test_skip_link(visit):
    visitor = visit()
    visitor.open("one_hot")
    visitor.expect_painted()
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Enter")
    reached = []
    for _ in range(4):
        visitor.page.keyboard.press("Tab")
        reached.append(visitor.page.evaluate(_FOCUSED))
    assert any(visitor.words("one_hot", "tabs.one_hot") in name for name in reached)
    visitor.expect_title("one_hot")
