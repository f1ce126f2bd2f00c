"""A key held down: the last value counts, everywhere."""

from playwright.sync_api import expect

from .visitor import CHART


def test_ten_steps_at_once(visit):
    visitor = visit()
    visitor.open("training_lab", map="PCA")
    visitor.expect_painted("training_lab")
    slider = visitor.control("slider", "training_lab", "steps")
    slider.focus()
    for _ in range(10):
        visitor.page.keyboard.press("ArrowRight")
    visitor.expect_query(map="PCA", steps="600")
    expect(slider).to_have_value("600")
    map_after = visitor.page.locator(CHART).nth(1)
    expect(map_after).to_have_attribute(
        "aria-label", "Map of the vectors of 20 tokens at step 600, coloured by group."
    )


def test_steps_during_runs(visit):
    visitor = visit()
    visitor.open("training_lab", map="PCA")
    slider = visitor.control("slider", "training_lab", "steps")
    slider.focus()
    for _ in range(10):
        visitor.page.keyboard.press("ArrowLeft")
        visitor.page.wait_for_timeout(230)  # just longer than the slider gathers changes
    visitor.expect_query(map="PCA", steps="400")
    expect(slider).to_have_value("400")
    expect(visitor.page.locator(CHART).nth(1)).to_have_attribute(
        "aria-label", "Map of the vectors of 20 tokens at step 400, coloured by group."
    )


def test_two_controls_one_after_the_other(visit):
    visitor = visit()
    visitor.open("lookup_table")
    slider = visitor.control("slider", "lookup_table", "d_model")
    field = visitor.control("textbox", "lookup_table", "text")
    slider.press("ArrowRight")
    field.fill("你")
    field.press("Enter")
    slider.press("ArrowRight")
    visitor.page.get_by_role("radio", name="中文", exact=True).click()
    visitor.language = "zh"
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="10", text="你")
