"""The address bar is the share link: it gives another visitor the same page."""

import pytest
from playwright.sync_api import expect

from .visitor import CHART, without_language


def set_one_hot(visitor) -> None:
    visitor.page.get_by_role("radio", name=visitor.words("one_hot", "tabs.ids")).click()
    visitor.settle()
    visitor.type("one_hot", "sentence", "猫 & dog?=#%")


def set_training_lab(visitor) -> None:
    visitor.type("training_lab", "groups", "甲乙丙丁 子丑寅卯")
    visitor.control("slider", "training_lab", "steps").press("Home")
    visitor.settle()
    for _ in range(5):
        visitor.control("slider", "training_lab", "steps").press("ArrowRight")
    visitor.settle()
    visitor.page.get_by_text(visitor.words("training_lab", "setup.more")).click()
    visitor.page.get_by_role("radio", name="SGD", exact=True).click()
    visitor.settle()
    visitor.page.get_by_role("radio", name="PCA", exact=True).click()


def set_calculator(visitor) -> None:
    page = "parameter_calculator"
    visitor.control("combobox", page, "preset").click()
    visitor.page.get_by_role("option", name="Llama 2 7B", exact=True).click()
    visitor.settle()
    visitor.page.get_by_test_id("stCheckbox").locator("label").first.click()
    visitor.settle()
    visitor.control("slider", page, "layers").press("ArrowLeft")


def set_word_vectors(visitor) -> None:
    visitor.page.get_by_role("radio", name=visitor.words("word_vectors", "tabs.axes")).click()
    visitor.settle()
    visitor.type("word_vectors", "on_axes", "狗 & 猫")


SETTINGS = {
    "one_hot": (set_one_hot, {"section": "ids", "sentence": "猫 & dog?=#%"}),
    "training_lab": (
        set_training_lab,
        {"groups": "甲乙丙丁 子丑寅卯", "steps": "50", "optimizer": "sgd", "map": "PCA"},
    ),
    "parameter_calculator": (
        set_calculator,
        {"preset": "Llama 2 7B", "tied": "true", "layers": "31"},
    ),
    "word_vectors": (set_word_vectors, {"section": "axes", "on_axes": "狗 & 猫"}),
}


@pytest.mark.parametrize("page", SETTINGS)
def test_the_same_page_for_another_visitor(visit, page):
    change, expected = SETTINGS[page]
    first = visit(language="zh")
    first.open(page)
    change(first)
    first.expect_query(**expected)
    second = visit(language="zh")
    second.page.goto(first.page.url)
    second.settle()
    second.expect_title(page)
    expect(second.page.locator(CHART).first).to_be_visible()
    assert without_language(second.page.url) == expected
    assert second.page.url == first.page.url
    assert second.values() == first.values()
    assert second.seen() == first.seen()
    assert second.alerts() == first.alerts()
