"""Training word vectors: it can be stopped, and holds up nobody; a finished run is everyone's."""

from playwright.sync_api import expect

from .visitor import CHART

PAGE = "word_vectors"


def button(visitor, key):
    main = visitor.page.get_by_test_id("stMain")  # Streamlit has a Stop of its own
    return main.get_by_role("button", name=visitor.words(PAGE, f"training.{key}"))


def found(visitor):
    return visitor.seen().all_inner_texts()


def test_a_run_is_stopped_and_holds_up_nobody(visit):
    first, second = visit(), visit()
    second.open("lookup_table")
    first.open(PAGE, section="train")
    button(first, "start").click()
    bar = first.page.get_by_test_id("stProgress")
    expect(bar).to_be_visible()
    slider = second.control("slider", "lookup_table", "d_model")
    slider.press("ArrowRight")
    second.expect_query(d_model="9")
    expect(bar).to_be_visible()  # it ran all the while
    button(first, "stop").click()
    expect(button(first, "start")).to_be_enabled()
    expect(bar).to_be_hidden()
    first.rest()
    expect(first.page.locator(CHART)).to_have_count(0)


def test_a_finished_run_is_there_for_the_next_visitor(visit):
    quick = {"section": "train", "epochs": "1", "window": "1", "negatives": "1", "d_model": "8"}
    first = visit(language="zh")
    first.open(PAGE, **quick)
    button(first, "start").click()
    expect(first.page.locator(CHART)).to_have_count(2, timeout=60_000)
    expect(button(first, "stop")).to_be_hidden()
    second = visit(language="zh")
    second.open(PAGE, **quick)
    expect(first.seen().first).to_be_visible()
    second.eventually(lambda: found(second) == found(first), True)
    expect(button(second, "start")).to_have_count(0)
