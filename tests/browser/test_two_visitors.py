"""Two visitors at once see each their own."""

from playwright.sync_api import expect


def test_settings_do_not_mix(visit):
    one, two = visit(), visit(language="zh")
    one.open("lookup_table")
    two.open("lookup_table")
    one.control("slider", "lookup_table", "d_model").press("End")
    two.control("slider", "lookup_table", "d_model").press("Home")
    one.type("lookup_table", "text", "one")
    two.type("lookup_table", "text", "二")
    one.expect_query(d_model="64", text="one")
    two.expect_query(d_model="2", text="二")
    for visitor, width, text in ((one, "64", "one"), (two, "2", "二")):
        visitor.expect_title("lookup_table")
        expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value(width)
        expect(visitor.control("textbox", "lookup_table", "text")).to_have_value(text)
