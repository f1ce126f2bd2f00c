"""Another language: the same page, the same settings, other words."""

import re

from playwright.sync_api import expect

from embedcore.ui.text import sentences

from .visitor import PAGES


def menu_of(language: str) -> list[str]:
    return [sentences(page, language)["menu"] for page in PAGES]


def test_settings_and_page_stay(visit):
    visitor = visit()
    visitor.open("one_hot", section="cost")
    with visitor.run():
        visitor.control("slider", "one_hot", "vocab_size").press("Home")
    visitor.control("slider", "one_hot", "d_model").press("Home")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    values = visitor.values()
    visitor.switch("zh")
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    expect(visitor.page).to_have_url(re.compile("lang=zh"))
    # But for the language switch itself.
    visitor.eventually(lambda: visitor.values()[2:], values[2:])
    expect(visitor.page).to_have_title("独热距离 · 远近")
    links = visitor.page.get_by_test_id("stSidebar").get_by_test_id("stPageLink-NavLink")
    expect(links).to_contain_text(menu_of("zh"))
    visitor.switch("en")
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    visitor.eventually(visitor.values, values)
    expect(visitor.page).to_have_title("One-hot distances · Near & Far")


def test_the_language_goes_with_the_visitor(visit):
    visitor = visit()
    visitor.open("home")
    visitor.switch("zh")
    for page in ("training_lab", "parameter_calculator", "home"):
        visitor.menu(page)
        expect(visitor.page).to_have_url(re.compile("lang=zh"))


def test_back_gives_the_language_before(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="9")
    visitor.switch("zh")
    visitor.expect_title("lookup_table")
    visitor.back()
    visitor.language = "en"
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")


def test_a_first_visit_speaks_the_language_of_the_browser(visit):
    visitor = visit(language="zh", locale="zh-CN")
    visitor.open("one_hot", query={})
    visitor.expect_title("one_hot")
