"""On one page the browser's Back button takes back the last setting."""

from playwright.sync_api import expect

CALCULATOR = "parameter_calculator"


def back(visitor) -> None:
    visitor.page.go_back()
    visitor.settle()


def forward(visitor) -> None:
    visitor.page.go_forward()
    visitor.settle()


def test_step_by_step(visit):
    visitor = visit()
    visitor.open("lookup_table")
    slider = visitor.control("slider", "lookup_table", "d_model")
    slider.press("ArrowRight")
    visitor.expect_query(d_model="9")
    visitor.type("lookup_table", "text", "你好")
    visitor.expect_query(d_model="9", text="你好")
    back(visitor)
    visitor.expect_query(d_model="9")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("Hello")
    expect(slider).to_have_value("9")
    back(visitor)
    visitor.expect_query()
    expect(slider).to_have_value("8")
    forward(visitor)
    forward(visitor)
    visitor.expect_query(d_model="9", text="你好")
    expect(visitor.control("textbox", "lookup_table", "text")).to_have_value("你好")
    expect(slider).to_have_value("9")
    back(visitor)
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
    back(visitor)
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
    visitor.page.get_by_role("option", name=name, exact=True).click()
    visitor.settle()


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
    back(visitor)
    visitor.expect_query(preset="Llama 3 8B")
    expect(layers).to_have_value("32")
    back(visitor)
    visitor.expect_query(layers="13")
    expect(layers).to_have_value("13")
    width = visitor.control("slider", CALCULATOR, "d_model")
    expect(width).to_have_attribute("aria-valuetext", "768")
    back(visitor)
    visitor.expect_query()
    expect(layers).to_have_value("12")
    forward(visitor)
    forward(visitor)
    visitor.expect_query(preset="Llama 3 8B")
    expect(layers).to_have_value("32")
    assert not [alert for alert in visitor.alerts() if "link" in alert]


def test_groups_then_back(visit):
    visitor = visit()
    visitor.open("training_lab", steps="20")
    visitor.type("training_lab", "groups", "甲乙丙 子丑寅")
    visitor.expect_query(steps="20", groups="甲乙丙 子丑寅")
    assert not [alert for alert in visitor.alerts() if "link" in alert]
    back(visitor)
    visitor.expect_query(steps="20")
    assert not [alert for alert in visitor.alerts() if "link" in alert]
