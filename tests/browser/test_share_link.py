"""The address bar is the share link: it gives another visitor the same page."""

import pytest
from playwright.sync_api import expect

from .visitor import CHART


def set_one_hot(visitor) -> None:
    visitor.choose(visitor.words("one_hot", "tabs.ids"))
    visitor.type("one_hot", "sentence", "猫 & dog?=#%")


def set_training_lab(visitor) -> None:
    steps = visitor.control("slider", "training_lab", "steps")
    with visitor.run():
        steps.press("Home")
    for _ in range(5):
        with visitor.run():
            steps.press("ArrowRight")
    visitor.choose("PCA")
    visitor.type("training_lab", "groups", "甲乙丙丁 子丑寅卯")
    visitor.page.get_by_text(visitor.words("training_lab", "setup.more")).click()
    visitor.choose("SGD")


def set_calculator(visitor) -> None:
    page = "parameter_calculator"
    visitor.control("combobox", page, "preset").click()
    with visitor.run():
        visitor.page.get_by_role("option", name="Llama 2 7B", exact=True).click()
    with visitor.run():
        visitor.page.get_by_test_id("stCheckbox").locator("label").first.click()
    visitor.control("slider", page, "layers").press("ArrowLeft")


def set_word_vectors(visitor) -> None:
    visitor.choose(visitor.words("word_vectors", "tabs.axes"))
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
    second.follow(first.address())
    second.expect_title(page)
    second.expect_query(**expected)
    expect(second.page).to_have_url(first.address())
    expect(first.page.locator(CHART).first).to_be_visible()
    expect(second.page.locator(CHART).first).to_be_visible()
    expect(first.seen().first).to_be_visible()
    second.eventually(lambda: shown(second) == shown(first), True)


def shown(visitor) -> tuple[list[str], ...]:
    """What is set, found and said on the page."""
    return visitor.values(), visitor.seen().all_inner_texts(), visitor.alerts().all_inner_texts()
