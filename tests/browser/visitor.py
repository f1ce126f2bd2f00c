"""A visitor: one page in a browser context, and what must hold for every page seen.

What a test expects of a page, it waits for: with ``expect(…)`` where Playwright knows the thing,
else with ``eventually``. Nothing is read once that a run may still change. What must *not* be
there, a test looks for when the run is over (``run``, ``rest``).
"""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import BrowserContext, Locator, expect

from embedcore.ui.text import sentences
from embedcore.ui.tour import TOUR

from .runs import Runs

PAGES = tuple(page.name for page in TOUR)
PATIENCE = 90_000  # milliseconds: a new server on a machine that is busy takes its time
POLL = 20  # milliseconds between two looks
CHART = "[data-testid=stVegaLiteChart]"

# On a deep link Streamlit looks for its server under the page's own address first.
_PROBE = re.compile(r"/\w+/_stcore/(health|host-config)")
_IDLE = """() => document.querySelector('[data-testid=stApp][data-test-script-state=notRunning]')
    && !document.querySelector('[data-testid=stSkeleton]')"""  # of a part still being loaded
_PAINTED = """selector => {
    const charts = [...document.querySelectorAll(selector)];
    return charts.every(chart => {
        const picture = chart.querySelector('canvas, svg.marks');
        const box = picture && picture.getBoundingClientRect();
        return box && box.width > 20 && box.height > 20;
    });
}"""


class Visitor:
    """``open`` a page, use ``page`` and the helpers; ``check()`` and ``leave()`` at the end."""

    def __init__(
        self,
        context: BrowserContext,
        server: str,
        language: str = "en",
        theme: str = "light",
        width: int = 1280,
        patience: int = PATIENCE,
    ) -> None:
        self.server = server
        self.language = language
        self.patience = patience
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.runs = Runs(self.page)
        self._to_be_asked = 0
        self.page.set_default_timeout(patience)
        self.page.set_viewport_size({"width": width, "height": 800 if width > 500 else 844})
        self.page.emulate_media(color_scheme=theme)
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self._host(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: self._host(socket.url))

    def open(self, page: str = "home", query: dict[str, str] | None = None, **more: str) -> None:
        """Open a page by its address, in the visitor's language unless ``query`` is given."""
        self.go(page, query, **more)
        self.rest()

    def go(self, page: str = "home", query: dict[str, str] | None = None, **more: str) -> None:
        """``open``, without waiting for the end of the page's run."""
        query = {"lang": self.language, **more} if query is None else query
        path = "" if page == "home" else page
        self.follow(f"{self.server}/{path}?{urlencode(query)}".rstrip("?"))

    def follow(self, link: str) -> None:
        """Open an address, without waiting for the end of the page's run."""
        self._to_be_asked = self.runs.asked + 1
        self.page.goto(link)

    @contextmanager
    def run(self) -> Iterator[None]:
        """What is done inside asks for a run of the page: wait until it was asked and is over."""
        self.rest()
        self._to_be_asked = self.runs.asked + 1
        yield
        self.rest()

    def rest(self) -> None:
        """Wait until no run that was asked for is still to come, and all is on the page."""
        self.eventually(
            lambda: (self.runs.asked >= self._to_be_asked, self.runs.over), (True, True)
        )
        self.page.wait_for_function(_IDLE)

    def eventually(self, read: Callable[[], object], wanted: object) -> None:
        """Wait until ``read()`` is what is wanted, as ``expect`` does for a locator."""
        end = time.monotonic() + self.patience / 1000
        while (found := read()) != wanted and time.monotonic() < end:
            self.page.wait_for_timeout(POLL)
        assert found == wanted, f"{found!r} is not {wanted!r}"

    def back(self) -> None:
        with self.run():
            self.page.go_back(wait_until="commit")

    def forward(self) -> None:
        with self.run():
            self.page.go_forward(wait_until="commit")

    def address(self) -> str:
        """The link to what the visitor sees."""
        self.rest()
        return self.page.evaluate("location.href")

    def words(self, page: str, key: str) -> str:
        return sentences(page, self.language)[key]

    def expect_title(self, page: str) -> None:
        title = self.page.get_by_role("heading", level=1, name=self.words(page, "title"))
        expect(title).to_be_visible()

    def expect_painted(self) -> None:
        """The run is over, and every picture that it sent has been drawn."""
        self.rest()
        self.page.wait_for_function(_PAINTED, arg=CHART)

    def waiting(self) -> Locator:
        """That the training lab shows PCA until UMAP is ready."""
        return self.page.get_by_text(self.words("training_lab", "maps.waiting"))

    def picture(self, number: int = 0) -> str:
        """A chart of the page as it is drawn just now."""
        chart = self.page.locator(CHART).nth(number)
        return chart.evaluate(
            "chart => chart.querySelector('canvas')?.toDataURL() || chart.innerHTML"
        )

    def expect_query(self, **parameters: str) -> None:
        """The address bar comes to hold these parameters (and maybe the language), and stays so."""

        def same(url: str) -> bool:
            return without_language(url) == parameters

        self.page.wait_for_url(same, wait_until="commit")
        link = without_language(self.address())
        assert link == parameters, f"{link} is not {parameters}"

    def control(self, role: str, page: str, key: str) -> Locator:
        label = self.words(page, f"controls.{key}.label")
        # A slider's name is its label twice over.
        return self.page.get_by_role(role, name=label, exact=role != "slider")

    def type(self, page: str, key: str, text: str) -> None:
        """Put ``text``, which must be new, in a field and press Enter."""
        field = self.control("textbox", page, key)
        with self.run():
            field.fill(text)
            field.press("Enter")

    def choose(self, name: str) -> None:
        """Choose one of a few words side by side, which is not the chosen one."""
        with self.run():
            self.page.get_by_role("radio", name=name, exact=True).click()

    def switch(self, language: str) -> None:
        """Choose the other language."""
        self.choose({"en": "English", "zh": "中文"}[language])
        self.language = language

    def menu(self, page: str) -> None:
        """Follow the page's link in the menu."""
        link = self.page.get_by_test_id("stSidebar").get_by_test_id("stPageLink-NavLink")
        with self.run():
            link.filter(has_text=self.words(page, "menu")).click()
        self.expect_title(page)

    def links_on(self, sign: str) -> Locator:
        """At the end of a page: the link to the previous (←) or the next (→)."""
        main = self.page.get_by_test_id("stMain")
        return main.get_by_test_id("stPageLink-NavLink").filter(has_text=sign)

    def seen(self) -> Locator:
        """Each "what you see" on the page."""
        heading = sentences("common", self.language)["see.heading"]
        return self.page.get_by_test_id("stMarkdownContainer").filter(has_text=heading)

    def values(self) -> list[str]:
        """What stands in every control of the page, in order; a film's own are not settings."""
        return self.page.get_by_test_id("stMain").evaluate(
            """main => [...main.querySelectorAll('input, [role=radio]')].filter(control =>
                !control.closest('[data-testid=stVegaLiteChart]')).map(control =>
                control.getAttribute('role') === 'radio'
                    ? control.getAttribute('aria-checked')
                    : control.type === 'checkbox' ? String(control.checked)
                    : control.getAttribute('aria-valuetext') || control.value)"""
        )

    def alerts(self, text: str = "") -> Locator:
        """The messages of the page; with ``text``, those that say it."""
        return self.page.get_by_test_id("stAlert").filter(has_text=text)

    def check(self) -> None:
        """What must hold whenever a visitor leaves."""
        expect(self.page.get_by_test_id("stException")).to_have_count(0)
        assert not self.complaints, self.complaints

    def leave(self) -> None:
        self.page.close()

    def _console(self, message) -> None:
        if message.type not in ("error", "warning"):
            return
        place = message.location.get("url", "")
        probe = _PROBE.fullmatch(urlsplit(place).path) and place.startswith(self.server)
        if not (probe and "404" in message.text):
            self.complaints.append(f"{message.type}: {message.text} ({place})")

    def _host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != urlsplit(self.server).netloc:
            self.complaints.append(f"asked another host: {url[:200]}")


def without_language(url: str) -> dict[str, str]:
    query = dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    query.pop("lang", None)
    return query
