"""Home: the question, and a way to every stop of the tour."""

from embedcore.ui.text import sentences

from .visitor import HOME, PAGES, Visit


def test_the_number_line_has_each_character_at_its_code_point():
    page = Visit(HOME)
    line = page.chart("picture.alt", characters="AB你我镉").rows()
    assert list(line["label"]) == list("AB你我镉")
    assert list(line["place"]) == [ord(char) for char in "AB你我镉"]
    gaps = {"near": 1, "pair": 0x6211 - 0x4F60, "far": 0x9549 - 0x6211}
    assert page.says("see.gaps", **gaps)


def test_a_card_for_each_stop_with_its_question_and_a_link():
    page = Visit(HOME)
    cards = [link.proto.page for link in page.tab.main.page_link]
    assert cards[: len(PAGES)] == list(PAGES)
    for stop in PAGES:
        assert sentences(stop, "en")["title"] in page.said


def test_previous_and_next_walk_the_tour():
    tour = ["", *PAGES]
    for place, name in enumerate(PAGES, start=1):
        links = [link.proto.page for link in Visit(name).tab.main.page_link]
        assert links == [tour[place - 1], *tour[place + 1 : place + 2]]


def test_the_menu_carries_the_language():
    page = Visit(HOME, "zh")
    for link in page.tab.sidebar.page_link:
        assert link.proto.query_string == "lang=zh"
