"""The tour: each page is there once, with its file, its words and its sections."""

from itertools import pairwise

import pytest

from embedcore.ui.page import show_page
from embedcore.ui.text import LANGUAGES, sentences
from embedcore.ui.tour import HOME, TOUR, Section, neighbours, page_named

from .visitor import PAGES, ROOT, Visit

QUICK = {"training_lab": {"steps": "20"}, "weight_tying": {"steps": "20"}}


def test_every_page_file_is_in_the_tour_once():
    files = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert sorted(PAGES) == sorted(files)
    assert TOUR[0].name == HOME


@pytest.mark.parametrize("page", TOUR, ids=lambda page: page.name)
def test_a_page_has_its_file_its_heading_and_the_names_of_its_sections(page):
    assert (ROOT / page.path).is_file()
    for language in LANGUAGES:
        assert f"sections.{page.heading}" in sentences("common", language)
        words = sentences(page.name, language)
        assert [key for key in words if key.startswith("tabs.")] == [
            f"tabs.{section}" for section in page.sections
        ]


@pytest.mark.parametrize("name", PAGES)
def test_a_section_is_a_module_of_its_room(name):
    page = page_named(name)
    for section in page.sections:
        declared = page.section(section)
        assert isinstance(declared, Section)
        assert declared.show.__module__ == f"embedcore.ui.{name}.{section}"


@pytest.mark.parametrize("name", PAGES)
def test_a_section_with_formulas_has_the_words_on_them_and_a_caution_is_of_a_section(name):
    page = page_named(name)
    with_formulas = [f"maths.{s}" for s in page.sections if page.section(s).formulas]
    for language in LANGUAGES:
        words = sentences(name, language)
        assert [key for key in words if key.startswith("maths.")] == with_formulas
        assert {key for key in words if key.startswith("caution.")} <= {
            f"caution.{section}" for section in page.sections
        }


@pytest.mark.parametrize("name", PAGES)
def test_the_maths_and_the_cautions_are_those_of_the_section(name):
    page = page_named(name)
    for section in page.sections[:2]:
        seen = Visit(name, section=section, **QUICK.get(name, {}))
        formulas = page.section(section).formulas
        labels = [expander.label for expander in seen.tab.expander]
        assert (seen.text("closer.maths") in labels) == bool(formulas)
        if formulas:
            seen.look_closer("maths")
            assert [line.value.strip("$\n ") for line in seen.tab.latex] == list(formulas)
        own = f"caution.{section}"
        assert seen.says("cautions")
        assert not seen.text.has(own) or seen.says(own)


def test_a_heading_stands_once_in_the_menu():
    headings = [page.heading for page in TOUR]
    changes = [h for h, before in zip(headings, [None, *headings], strict=False) if h != before]
    assert len(changes) == len(set(headings))


def test_the_pages_follow_one_another():
    for page, after in pairwise(TOUR):
        assert neighbours(page)[1] is after
        assert neighbours(after)[0] is page
    assert neighbours(TOUR[0])[0] is None
    assert neighbours(TOUR[-1])[1] is None


@pytest.mark.parametrize("ask", [page_named, show_page])
def test_an_unknown_page_is_named_beside_those_there_are(ask):
    with pytest.raises(KeyError, match="no page 'lettres' in the tour, but home, one_hot, "):
        ask("lettres")


def test_an_unknown_section_is_named_beside_those_there_are():
    with pytest.raises(KeyError, match=r"'languages' has no section 'words', but .*'rotation'"):
        page_named("languages").section("words")
