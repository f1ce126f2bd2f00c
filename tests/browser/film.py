"""The film of the training lab, as a visitor has it before them."""

from playwright.sync_api import Locator, expect

from .visitor import CHART, Visitor

FILM = f"{CHART}:has(input[type=range])"

# What is on the map: the left of the picture, above its words.
_MAP = """canvas => {
    const copy = document.createElement('canvas');
    [copy.width, copy.height] = [canvas.width * 0.45, canvas.height * 0.5];
    copy.getContext('2d').drawImage(canvas, 0, 0);
    return copy.toDataURL();
}"""
# The same once it has not changed for some frames: more than the film takes from step to step,
# and on a busy machine, where both take longer, too.
_AT_REST = f"""async canvas => {{
    const map = {_MAP};
    let look, frames = 0;
    while (frames < 15) {{
        await new Promise(requestAnimationFrame);
        const now = map(canvas);
        frames = now === look ? frames + 1 : 0;
        look = now;
    }}
    return look;
}}"""
# Every step and every map that this page's film shows from now on.
_RECORD = f"""() => {{
    const map = {_MAP};
    window.stepsShown = [];
    window.mapsShown = new Set();
    const look = () => {{
        const film = document.querySelector('{FILM}');
        const canvas = film?.querySelector('canvas.marks');
        if (canvas?.width) {{
            window.stepsShown.push(film.querySelector('input[type=range]').valueAsNumber);
            window.mapsShown.add(map(canvas));
        }}
        requestAnimationFrame(look);
    }};
    look();
}}"""
# The middle of a dot of the first group, in the picture's pixels.
_DOT = """canvas => {
    const {width, height} = canvas, scale = width / canvas.clientWidth;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    const nearby = [-2, 0, 2].map(pixel => Math.round(pixel * scale));
    const blue = (x, y) => [0, 114, 178].every(  // a little of the ground shines through
        (part, i) => Math.abs(pixels[4 * (y * width + x) + i] - part) < 20);
    for (let y = nearby[2]; y < height * 0.5; y++)
        for (let x = nearby[2]; x < width * 0.45; x++)
            if (nearby.every(dx => nearby.every(dy => blue(x + dx, y + dy))))
                return [x / scale, y / scale];
}"""


class Film:
    """What a visitor sees of it, and may do."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page

    def open(self, **query: str) -> None:
        """The lab with its film at rest: played to the end."""
        self.visitor.open("training_lab", **query)
        expect(self.canvas).to_be_visible()

    def record(self) -> None:
        """Keep, for ``shown``, all that the next page shows."""
        self.page.add_init_script(f"({_RECORD})()")

    def shown(self) -> tuple[list[int], int]:
        """The step of every frame since, and how many maps."""
        return tuple(self.page.evaluate("[window.stepsShown, window.mapsShown.size]"))

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

    def start_watching(self) -> None:
        """Note, for ``until_halfway``, when the film is well under way."""
        self.slider.evaluate(
            """slider => { window.halfway = new Promise(done => {
                const look = () => slider.value > 50 && slider.value < 450
                    ? done() : requestAnimationFrame(look);
                look();
            }) }"""
        )

    def until_halfway(self) -> None:
        self.page.wait_for_function("window.halfway.then(() => true)")

    def map(self) -> str:
        return self.canvas.evaluate(_MAP)

    def rest(self) -> str:
        """Wait until the map stands still; returns how it looks then."""
        return self.canvas.evaluate(_AT_REST)

    def dot(self) -> tuple[float, float]:
        """Where on the page a token of the first group is."""
        x, y = self.canvas.evaluate(_DOT)
        box = self.canvas.bounding_box()
        return box["x"] + x, box["y"] + y
