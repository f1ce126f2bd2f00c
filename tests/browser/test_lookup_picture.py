"""The lookup page in a browser: what is pointed at lights up, and a number can be typed over."""

from playwright.sync_api import expect

from .visitor import CHART

_LIT_WORDS = """chart => [...chart.querySelectorAll('text')]
    .filter(text => text.getAttribute('fill') === '#D55E00').map(text => text.textContent)"""


def lit(visitor) -> list[str]:
    """The words of the first picture that are lit: tokens and ids."""
    return visitor.page.locator(CHART).first.evaluate(_LIT_WORDS)


def point_at(visitor, word: str) -> None:
    place = visitor.page.locator(CHART).first.get_by_text(word, exact=True).first.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    visitor.page.mouse.move(x, y)


def expect_lit(visitor, *words: str) -> None:
    visitor.eventually(lambda: sorted(lit(visitor)), sorted(words))


def test_pointing_at_a_token_lights_it_and_its_repeats_without_a_round_trip(visit):
    visitor = visit()
    visitor.open("lookup_table", text="banana")
    visitor.expect_painted()
    expect_lit(visitor, *["97"] * 3, *["a"] * 3)
    asked = visitor.runs.asked
    sent = []
    visitor.page.on("request", lambda request: sent.append(request.url))
    point_at(visitor, "n")
    expect_lit(visitor, *["110"] * 2, *["n"] * 2)
    point_at(visitor, "98")
    expect_lit(visitor, "98", "b")
    visitor.page.mouse.move(2, 2)
    visitor.page.wait_for_timeout(500)  # in which it would have gone out, or asked the server
    assert sorted(lit(visitor)) == ["98", "b"], "stays lit, so that a finger can leave"
    assert not sent
    assert visitor.runs.asked == asked


def type_over(visitor, row: int, column: int, typed: str) -> None:
    """Type in a cell of the editor, whose cells are drawn: rows and columns from its corner."""
    editor = visitor.page.get_by_test_id("stDataFrame").first
    width = editor.bounding_box()["width"]
    place = {"x": width * (column + 0.5) / 10, "y": 35 * row + 52}  # of ten columns
    editor.dblclick(position=place)
    field = visitor.page.locator("textarea.gdg-input")
    field.fill(typed)
    expect(field).to_have_value(typed)
    with visitor.run():
        visitor.page.keyboard.press("Enter")


def test_a_number_typed_over_is_in_the_link_and_back_undoes_it(visit):
    visitor = visit(language="zh")
    visitor.open("lookup_table", section="change_row", text="banana")
    type_over(visitor, row=1, column=2, typed="2.5")
    link = {"section": "change_row", "text": "banana"}
    visitor.expect_query(**link, edits="97.0:2.5")
    type_over(visitor, row=1, column=3, typed="abc")
    expect(visitor.alerts("abc").filter(has_text="97")).to_have_count(1)
    visitor.expect_query(**link, edits="97.0:2.5")
    type_over(visitor, row=2, column=3, typed="-3")
    visitor.expect_query(**link, edits="97.0:2.5,110.1:-3")
    expect(visitor.alerts("abc")).to_have_count(0)
    visitor.back()
    visitor.expect_query(**link, edits="97.0:2.5")
    visitor.page.get_by_role("button", name=visitor.words("lookup_table", "edit.reset")).click()
    visitor.expect_query(**link)
