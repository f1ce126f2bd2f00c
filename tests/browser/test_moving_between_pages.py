"""What a visitor sets on a page is still there when the visitor comes back."""

from playwright.sync_api import expect

from .visitor import PAGES


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
    visitor.expect_painted("one_hot")
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
    links = visitor.page.get_by_test_id("stMain").get_by_test_id("stPageLink-NavLink")
    links.filter(has_text="←").click()
    visitor.expect_title("one_hot")
    visitor.expect_query(text="猫 cat")
    links.filter(has_text="→").click()
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("9")


def test_next_leads_through_the_whole_tour(visit):
    visitor = visit(language="zh")
    visitor.open("home")
    links = visitor.page.get_by_test_id("stMain").get_by_test_id("stPageLink-NavLink")
    for page in PAGES[1:]:
        links.filter(has_text="→").click()
        visitor.expect_title(page)
        visitor.settle()
    assert links.filter(has_text="→").count() == 0


def test_by_back_and_forward(visit):
    visitor = visit()
    set_things(visitor)
    for _ in range(2):  # undoes the width, then returns to the first page
        visitor.page.go_back()
        visitor.settle()
    visitor.expect_title("one_hot")
    visitor.expect_query(text="猫 cat")
    expect(visitor.control("textbox", "one_hot", "text")).to_have_value("猫 cat")
    for _ in range(2):
        visitor.page.go_forward()
        visitor.settle()
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")
    expect(visitor.control("slider", "lookup_table", "d_model")).to_have_value("9")
