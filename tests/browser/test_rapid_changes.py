"""A key held down: the last value counts, everywhere."""

from playwright.sync_api import expect

from .visitor import CHART


def test_ten_steps_at_once_and_back_during_runs(visit):
    visitor = visit()
    visitor.open("training_lab", map="PCA", steps="100")
    visitor.expect_painted()
    slider = visitor.control("slider", "training_lab", "steps")
    slider.focus()
    for _ in range(10):
        visitor.page.keyboard.press("ArrowRight")
    expect_steps(visitor, "200")
    for _ in range(10):
        visitor.page.keyboard.press("ArrowLeft")
        visitor.page.wait_for_timeout(230)  # just longer than the slider gathers changes
    visitor.page.keyboard.press("ArrowLeft")
    expect_steps(visitor, "90")


def expect_steps(visitor, steps: str) -> None:
    """In the address, on the slider and in the chart."""
    visitor.expect_query(map="PCA", steps=steps)
    expect(visitor.control("slider", "training_lab", "steps")).to_have_value(steps)
    alt = visitor.words("training_lab", "film.alt").format(tokens=20, steps=steps)
    expect(visitor.page.locator(CHART).first).to_have_attribute("aria-label", alt)


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
