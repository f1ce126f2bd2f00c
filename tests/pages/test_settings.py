"""Settings: kept when a page is left, written in the address, restored from it."""

import pytest

from embedcore.ui.tour import page_named

from .controls_found import another, keys_elsewhere
from .visitor import HOME, PAGES, Visit

pytestmark = pytest.mark.usefixtures("short_training")

EVERY_SECTION = [(name, section) for name in PAGES for section in page_named(name).sections]


def all_changed(name, section):
    """The page with every control of the section at something else than its default."""
    page = Visit(name, section=section)
    passed_over = {"section", *keys_elsewhere(name, section)}
    changed = [key for key in page.values if key not in passed_over]
    return page.set_all({key: another(page.widget(key)) for key in changed})


@pytest.fixture(autouse=True)
def measured_once(monkeypatch):
    """A measured time holds for ten minutes by the clock: here, for ever."""
    monkeypatch.setattr("embedcore.ui.lookup_table.ways.KEPT_FOR", 1e12)


@pytest.mark.parametrize("name", PAGES)
def test_the_defaults_are_left_out_of_the_address(name):
    assert Visit(name).url == {"lang": "en"}


@pytest.mark.parametrize(("name", "section"), EVERY_SECTION)
def test_the_address_opens_the_same_page_for_another_visitor(name, section):
    mine = all_changed(name, section)
    theirs = Visit(name, None, **mine.url)
    assert theirs.values == mine.values
    assert theirs.url == mine.url
    assert not theirs.refused_links
    assert theirs.said == mine.said


@pytest.mark.parametrize("name", PAGES)
def test_settings_stay_when_the_page_is_left_until_they_are_reset(name):
    page = all_changed(name, page_named(name).sections[-1])
    values, url = page.values, page.url
    page.follow(HOME)
    page.follow(name)
    assert page.values == values
    assert page.url == url
    assert not page.refused_links
    page.go(HOME).go(name)  # by an address without settings
    assert page.values == values
    assert page.url == {key: value for key, value in url.items() if key != "lang"}
    page.reset()
    assert page.values == Visit(name).values
    assert page.url == {}


@pytest.mark.parametrize("name", PAGES)
def test_changing_the_language_keeps_the_settings(name):
    page = all_changed(name, page_named(name).sections[0])
    values = page.values
    page.choose_language("zh")
    assert page.values == values
    assert page.url["lang"] == "zh"
    theirs = Visit(name, None, **page.url)
    assert theirs.values == values


def test_back_to_an_earlier_address_restores_its_settings():
    page = Visit("lookup_table", d_model="16")
    page.set("d_model", 32)
    page.go("lookup_table", lang="en", d_model="16")
    assert page.values["d_model"] == 16
    page.go("lookup_table", lang="en")
    assert page.values["d_model"] == 8


CLICKS = {
    "language": lambda page: page.choose_language("zh"),
    "expander": lambda page: page.look_closer("code"),
    "button": lambda page: (page.tab.button(key="lookup_table.edit.reset").click(), page.run()),
}


@pytest.mark.parametrize("click", CLICKS.values(), ids=CLICKS)
def test_a_click_that_overtakes_the_new_address_undoes_nothing(click):
    """As behind a slow link: the browser has not got the address that the last run wrote."""
    page = Visit("lookup_table", section="change_row", edits="108.0:2.5")
    late = dict(page.tab.query_params)
    page.set("d_model", 9)
    page.tab.query_params = late
    click(page)
    assert page.values["d_model"] == 9
    assert page.url["d_model"] == "9"


def test_back_after_a_button_restores_the_settings_before_it():
    page = Visit("lookup_table", d_model="16").reset()
    assert page.values["d_model"] == 8
    page.go("lookup_table", lang="en", d_model="16")
    assert page.values["d_model"] == 16


def test_back_after_a_run_with_a_film_restores_the_groups_before_it():
    page = Visit("training_lab", steps="20").set("groups", "xyz 甲乙")
    page.go("training_lab", lang="en", steps="20")
    assert page.values["groups"] == "abcdefghij ABCDEFGHIJ"


def test_two_visitors_do_not_share_settings():
    mine, yours = Visit("lookup_table"), Visit("lookup_table")
    mine.set("d_model", 32)
    yours.run()
    assert yours.values["d_model"] == 8


def test_new_groups_give_the_pairs_new_defaults():
    page = Visit("training_lab", section="seeds", anchor="b", steps="20").set("groups", "xyz 甲乙")
    assert [page.values[key] for key in ("anchor", "near", "far")] == ["x", "y", "甲"]
