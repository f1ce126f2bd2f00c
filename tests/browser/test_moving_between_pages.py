"""What a visitor sets on a page is still there when the visitor comes back.

The way through the whole tour is in ``test_look.py``.
"""

from playwright.sync_api import expect


def set_things(visitor) -> None:
    visitor.open("one_hot")
    visitor.type("one_hot", "text", "猫 cat")
    visitor.expect_query(text="猫 cat")
    visitor.menu("lookup_table")
    visitor.control("slider", "lookup_table", "d_model").press("ArrowRight")
    visitor.expect_query(d_model="9")


def test_by_the_menu(visit):
    visitor = visit()
    set_things(visitor)
    visitor.menu("home")
    visitor.menu("one_hot")
    visitor.expect_query(text="猫 cat")
    expect(visitor.control("textbox", "one_hot", "text")).to_have_value("猫 cat")
    visitor.expect_painted()
    visitor.menu("lookup_table")
    visitor.expect_query(d_model="9")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("9")
    visitor.control("slider", "lookup_table", "d_model").press("ArrowRight")
    visitor.expect_query(d_model="10")
    visitor.menu("lookup_table")  # the page itself: changes nothing
    visitor.expect_query(d_model="10")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("10")


def test_by_previous_and_next(visit):
    visitor = visit()
    set_things(visitor)
    visitor.links_on("←").click()
    visitor.expect_title("one_hot")
    visitor.expect_query(text="猫 cat")
    visitor.links_on("→").click()
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("9")


def test_by_back_and_forward(visit):
    visitor = visit()
    set_things(visitor)
    for _ in range(2):  # undoes the width, then returns to the first page
        visitor.back()
    visitor.expect_title("one_hot")
    visitor.expect_query(text="猫 cat")
    expect(visitor.control("textbox", "one_hot", "text")).to_have_value("猫 cat")
    for _ in range(2):
        visitor.forward()
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("9")
