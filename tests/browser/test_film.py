"""The film of the training lab: it plays, it is scrubbed, it shows a token's way, all by itself."""

import pytest
from playwright.sync_api import Locator, expect

from .visitor import Visitor

FILM = "[data-testid=stVegaLiteChart]:has(input[type=range])"
MAP = """canvas => {  // what is on the map: the left of the picture, above its words
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width * 0.45, canvas.height * 0.5];
    copy.getContext('2d').drawImage(canvas, 0, 0);
    return copy.toDataURL();
}"""


class FilmOnPage:
    """The film that a visitor has before them."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.sent = 0
        self.page.on("websocket", lambda socket: socket.on("framesent", self._count))

    def open(self, **query: str) -> None:
        self.visitor.open("training_lab", **query)
        expect(self.canvas).to_be_visible()

    @property
    def canvas(self) -> Locator:
        return self.page.locator(f"{FILM} canvas.marks")

    @property
    def slider(self) -> Locator:
        name = self.visitor.words("training_lab", "film.step")
        return self.page.locator(FILM).get_by_role("slider", name=name)

    @property
    def play(self) -> Locator:
        name = self.visitor.words("training_lab", "film.play")
        return self.page.locator(FILM).get_by_role("checkbox", name=name)

    def step(self) -> int:
        return int(self.slider.input_value())

    def map(self) -> str:
        return self.canvas.evaluate(MAP)

    def rest(self) -> str:
        """Wait until the map stands still; returns how it looks then."""
        look = None
        while look != (look := self.map()):
            self.page.wait_for_timeout(250)
        return look

    def _count(self, _: object) -> None:
        self.sent += 1


@pytest.fixture
def film(visit):
    def new(**choices) -> FilmOnPage:
        return FilmOnPage(visit(**choices))

    return new


def test_a_new_run_plays_once_to_its_end(film):
    film = film()
    film.visitor.go("training_lab", map="PCA")
    expect(film.canvas).to_be_visible(timeout=30_000)
    looks = {film.map()}
    while film.step() < 500:
        looks.add(film.map())
        film.page.wait_for_timeout(50)
    assert len(looks) > 5  # the points moved, and not only the loss
    end = film.rest()
    expect(film.play).not_to_be_checked()
    film.visitor.settle()
    assert film.step() == 500
    assert film.map() == end


def test_play_begins_again_at_the_end(film):
    film = film(language="zh")
    film.open(map="PCA")
    expect(film.slider).to_have_value("500")
    end = film.rest()
    film.play.check()
    film.page.wait_for_function(
        "slider => slider.value < 300", arg=film.slider.element_handle(), timeout=5_000
    )
    assert film.map() != end
    expect(film.slider).to_have_value("500")
    expect(film.play).not_to_be_checked()
    assert film.rest() == end


def test_scrubbing_by_key_and_by_hand_asks_the_server_nothing(film):
    film = film()
    film.open(map="PCA")
    end = film.rest()
    sent = film.sent
    assert sent > 0  # the page itself was asked for
    film.slider.focus()
    looks = {end}
    for key, step in (("Home", 0), ("ArrowRight", 25), ("ArrowRight", 50), ("End", 500)):
        film.page.keyboard.press(key)
        expect(film.slider).to_have_value(str(step))
        looks.add(film.rest())
    assert len(looks) == 4  # Home, two snapshots, and the end as before
    assert film.map() == end
    box = film.canvas.bounding_box()
    loss = box["y"] + box["height"] - 60
    film.page.mouse.move(box["x"] + box["width"] / 2, loss)
    film.page.mouse.down()
    film.page.wait_for_timeout(200)
    assert 200 <= film.step() <= 300
    film.page.mouse.move(box["x"] + box["width"] / 4, loss, steps=4)
    film.page.mouse.up()
    film.page.wait_for_timeout(200)
    assert 50 <= film.step() <= 150
    film.page.wait_for_timeout(500)
    assert film.sent == sent


def test_the_button_in_the_picture_plays_and_a_hand_on_the_slider_stops(film):
    film = film()
    film.open(map="PCA")
    film.rest()
    film.canvas.click(position={"x": 21, "y": film.canvas.bounding_box()["height"] - 58})
    expect(film.play).to_be_checked()
    film.slider.focus()
    slider = film.slider.element_handle()
    film.page.wait_for_function("slider => slider.value > 50 && slider.value < 450", arg=slider)
    film.page.keyboard.press("Home")
    expect(film.play).not_to_be_checked()
    film.page.wait_for_timeout(600)
    assert film.step() == 0


def test_a_token_under_the_pointer_shows_its_way(film):
    film = film()
    film.open(map="PCA")
    plain = film.rest()
    box = film.canvas.bounding_box()
    tooltip = film.page.locator("#vg-tooltip-element.visible")
    places = ((x, y) for y in range(60, 330, 16) for x in range(20, int(box["width"] * 0.5), 16))
    for x, y in places:
        film.page.mouse.move(box["x"] + x, box["y"] + y)
        if tooltip.count():
            break
    expect(tooltip).to_be_visible()
    assert film.visitor.words("training_lab", "groups") in tooltip.inner_text()
    assert film.rest() != plain
    film.page.mouse.move(box["x"] + 20, box["y"] + box["height"] - 150)
    assert film.rest() == plain


def test_a_cell_under_the_pointer_shows_the_ways_of_its_two_tokens(film):
    film = film(theme="dark")
    film.open(map="PCA")
    plain = film.rest()
    box = film.canvas.bounding_box()
    film.page.mouse.move(box["x"] + box["width"] - 60, box["y"] + 150)
    assert film.rest() != plain


def test_another_map_leaves_the_film_where_it_is(film):
    film = film()
    film.open()
    umap = film.rest()
    film.slider.focus()
    film.page.keyboard.press("ArrowLeft")
    film.canvas.evaluate("canvas => { canvas.dataset.ours = 'yes'; }")
    film.page.get_by_role("radio", name="PCA").click()
    film.visitor.settle()
    assert film.rest() != umap
    assert film.step() == 475
    assert film.canvas.get_attribute("data-ours") == "yes"


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
def test_fits_every_screen(film, width):
    film = film(width=width)
    film.open(map="PCA", groups="abcdefghij ABCDEFGHIJ 0123456789", rows="both")
    main = film.page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth - main.clientWidth") <= 0
    box, place = film.canvas.bounding_box(), film.page.locator(FILM).bounding_box()
    assert box["width"] == pytest.approx(place["width"], abs=2)
