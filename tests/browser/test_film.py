"""The film of the training lab: it plays, it is scrubbed, it shows a token's way, all by itself.

That another map leaves it where it is, is in ``test_umap_warms_up.py``.
"""

import pytest
from playwright.sync_api import expect

from .film import FILM, Film


@pytest.fixture
def film(visit):
    def new(**choices) -> Film:
        return Film(visit(**choices))

    return new


def test_a_new_run_plays_once_to_its_end(film):
    film = film()
    film.record()
    film.visitor.go("training_lab", map="PCA", steps="510")  # that no other visitor has seen
    expect(film.slider).to_have_value("510")
    expect(film.play).not_to_be_checked()
    film.visitor.rest()
    film.rest()
    steps, maps = film.shown()
    assert maps > 5  # the points moved, and not only the loss
    assert steps == sorted(steps)
    assert steps[0] < 100
    assert steps[-1] == 510


def test_play_begins_again_at_the_end(film):
    film = film(language="zh")
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    end = film.rest()
    film.play.check()
    film.visitor.eventually(lambda: film.map() != end, True)
    expect(film.slider).to_have_value("500")
    expect(film.play).not_to_be_checked()
    film.visitor.eventually(film.map, end)


def test_scrubbing_by_key_and_by_hand_asks_the_server_nothing(film):
    film = film()
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    end = film.rest()
    asked = film.visitor.runs.asked
    assert asked > 0  # the page itself
    film.slider.focus()
    looks = {end}
    for key, step in (("Home", 0), ("ArrowRight", 25), ("ArrowRight", 50), ("End", 500)):
        film.page.keyboard.press(key)
        expect(film.slider).to_have_value(str(step))
        looks.add(film.rest())
    assert len(looks) == 4  # Home, two snapshots, and the end as before
    film.visitor.eventually(film.map, end)
    box = film.canvas.bounding_box()
    loss = box["y"] + box["height"] - 60
    film.page.mouse.move(box["x"] + box["width"] / 2, loss)
    film.page.mouse.down()
    film.visitor.eventually(lambda: 200 <= film.step() <= 300, True)
    film.page.mouse.move(box["x"] + box["width"] / 4, loss, steps=4)
    film.page.mouse.up()
    film.visitor.eventually(lambda: 50 <= film.step() <= 150, True)
    film.page.wait_for_timeout(500)  # longer than any control waits before it asks
    assert film.visitor.runs.asked == asked


def test_the_button_in_the_picture_plays_and_a_hand_on_the_slider_stops(film):
    film = film()
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    film.rest()
    film.start_watching()
    film.canvas.click(position={"x": 21, "y": film.canvas.bounding_box()["height"] - 58})
    film.until_halfway()
    film.slider.focus()
    film.page.keyboard.press("Home")
    expect(film.play).not_to_be_checked()
    expect(film.slider).to_have_value("0")
    film.page.wait_for_timeout(600)  # in which it would have gone on
    expect(film.slider).to_have_value("0")


def test_a_token_under_the_pointer_shows_its_way(film):
    film = film()
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    plain = film.rest()
    film.page.mouse.move(*film.dot())
    tooltip = film.page.locator("#vg-tooltip-element.visible")
    expect(tooltip).to_contain_text(film.visitor.words("training_lab", "groups"))
    film.visitor.eventually(lambda: film.map() != plain, True)
    box = film.canvas.bounding_box()
    film.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 150)
    film.visitor.eventually(film.map, plain)


def test_a_cell_under_the_pointer_shows_the_ways_of_its_two_tokens(film):
    film = film(theme="dark")
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    plain = film.rest()
    film.canvas.scroll_into_view_if_needed()
    box = film.canvas.bounding_box()
    film.page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 150)
    film.visitor.eventually(lambda: film.map() != plain, True)


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_fits_every_screen(film, width):
    film = film(width=width)
    film.open(map="PCA", groups="abcdefghij ABCDEFGHIJ 0123456789", rows="both", steps="10")
    main = film.page.get_by_test_id("stMain")
    film.visitor.eventually(
        lambda: main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0, True
    )
    place = film.page.locator(FILM)
    film.visitor.eventually(
        lambda: abs(film.canvas.bounding_box()["width"] - place.bounding_box()["width"]) <= 2, True
    )
