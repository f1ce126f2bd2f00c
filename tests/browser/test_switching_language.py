"""Another language: the same page, the same settings, other words."""

from playwright.sync_api import expect

from embedcore.ui.text import sentences

from .visitor import PAGES


def switch(visitor, language: str) -> None:
    name = {"en": "English", "zh": "中文"}[language]
    visitor.page.get_by_role("radio", name=name, exact=True).click()
    visitor.language = language
    visitor.settle()


def menu_of(language: str) -> list[str]:
    return [sentences(page, language)["menu"] for page in PAGES]


def test_settings_and_page_stay(visit):
    visitor = visit()
    visitor.open("one_hot", section="cost")
    visitor.control("slider", "one_hot", "vocab_size").press("Home")
    visitor.settle()
    visitor.control("slider", "one_hot", "d_model").press("Home")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    values = visitor.values()
    switch(visitor, "zh")
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    assert "lang=zh" in visitor.page.url
    assert visitor.values()[2:] == values[2:]  # but for the language switch itself
    expect(visitor.page).to_have_title("独热距离 · 远近")
    links = visitor.page.get_by_test_id("stSidebar").get_by_test_id("stPageLink-NavLink")
    assert [link.split("\n")[-1] for link in links.all_inner_texts()] == menu_of("zh")
    switch(visitor, "en")
    visitor.expect_title("one_hot")
    visitor.expect_query(section="cost", vocab_size="27", d_model="2")
    assert visitor.values() == values
    expect(visitor.page).to_have_title("One-hot distances · Near & Far")


def test_the_language_goes_with_the_visitor(visit):
    visitor = visit()
    visitor.open("home")
    switch(visitor, "zh")
    for page in ("training_lab", "parameter_calculator", "home"):
        visitor.menu(page)
        assert "lang=zh" in visitor.page.url


def test_back_gives_the_language_before(visit):
    visitor = visit()
    visitor.open("lookup_table", d_model="9")
    switch(visitor, "zh")
    visitor.expect_title("lookup_table")
    visitor.page.go_back()
    visitor.language = "en"
    visitor.expect_title("lookup_table")
    visitor.expect_query(d_model="9")


def test_a_first_visit_speaks_the_language_of_the_browser(visit):
    visitor = visit(language="zh", locale="zh-CN")
    visitor.open("one_hot", query={})
    visitor.expect_title("one_hot")
