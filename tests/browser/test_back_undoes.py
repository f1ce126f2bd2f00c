"""On one page the browser's Back button takes back the last setting."""

from playwright.sync_api import expect

CALCULATOR = "parameter_calculator"


def test_step_by_step(visit):
    visitor = visit()
    visitor.open("lookup_table")
    slider = visitor.control("slider", "lookup_table", "d_model")
    slider.press("ArrowRight")
    visitor.expect_query(d_model="9")
    visitor.type("lookup_table", "text", "你好")
    visitor.expect_query(d_model="9", text="你好")
    visitor.back()
    visitor.expect_query(d_model="9")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("Hello")
    expect(slider).to_have_value("9")
    visitor.back()
    visitor.expect_query()
    expect(slider).to_have_value("8")
    visitor.forward()
    visitor.forward()
    visitor.expect_query(d_model="9", text="你好")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("你好")
    expect(slider).to_have_value("9")
    visitor.back()
    slider.press("ArrowRight")  # starts from where Back led
    visitor.expect_query(d_model="10")
    expect(slider).to_have_value("10")


def test_reset_then_back(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="9", text="猫", seed="3")
    slider = visitor.control("slider", "lookup_table", "d_model")
    visitor.page.get_by_role("button", name="Reset", exact=True).click()
    visitor.expect_query()
    expect(slider).to_have_value("8")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("Hello")
    visitor.back()
    visitor.expect_query(d_model="9", text="猫", seed="3")
    expect(slider).to_have_value("9")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("猫")


def test_reset_while_typing(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="9")
    visitor.control("textbox", "lookup_table", "text").fill("half typ")
    visitor.page.get_by_role("button", name="Reset", exact=True).click()
    visitor.expect_query()
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("8")


def choose_preset(visitor, name: str) -> None:
    visitor.control("combobox", CALCULATOR, "preset").click()
    with visitor.run():
        visitor.page.get_by_role("option", name=name, exact=True).click()


def test_preset_then_back(visit):
    visitor = visit()
    visitor.open(CALCULATOR)
    layers = visitor.control("slider", CALCULATOR, "layers")
    layers.press("ArrowRight")
    visitor.expect_query(layers="13")
    choose_preset(visitor, "Llama 3 8B")
    visitor.expect_query(preset="Llama 3 8B")
    expect(layers).to_have_value("32")
    layers.press("ArrowLeft")
    visitor.expect_query(preset="Llama 3 8B", layers="31")
    visitor.back()
    visitor.expect_query(preset="Llama 3 8B")
    expect(layers).to_have_value("32")
    visitor.back()
    visitor.expect_query(layers="13")
    expect(layers).to_have_value("13")
    width = visitor.control("slider", CALCULATOR, "d_model")
    expect(width).to_have_attribute("aria-valuetext", "768")
    visitor.back()
    visitor.expect_query()
    expect(layers).to_have_value("12")
    visitor.forward()
    visitor.forward()
    visitor.expect_query(preset="Llama 3 8B")
    expect(layers).to_have_value("32")
    expect(visitor.alerts("link")).to_have_count(0)


def test_groups_then_back(visit):
    visitor = visit()
    visitor.open("training_lab", steps="20")
    visitor.type("training_lab", "groups", "甲乙丙 子丑寅")
    visitor.expect_query(steps="20", groups="甲乙丙 子丑寅")
    expect(visitor.alerts("link")).to_have_count(0)
    visitor.back()
    visitor.expect_query(steps="20")
    expect(visitor.alerts("link")).to_have_count(0)
