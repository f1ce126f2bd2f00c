"""A visitor: one page in a browser context, and what must hold for every page seen."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

from playwright.sync_api import BrowserContext, Locator, expect

from embedcore.ui.text import sentences

CHARTS = {  # how many pictures each page shows at its defaults
    "home": 2,
    "one_hot": 3,
    "lookup_table": 3,
    "training_lab": 5,
    "weight_tying": 6,
    "parameter_calculator": 1,
    "word_vectors": 2,
    "languages": 5,
    "compression": 2,
}
PAGES = tuple(CHARTS)
PATIENCE = 30_000  # milliseconds
CHART = "[data-testid=stVegaLiteChart]"

# On a deep link Streamlit looks for its server under the page's own address first.
_PROBE = re.compile(r"/\w+/_stcore/(health|host-config)")
_QUIET = 320  # milliseconds without a run: longer than a slider waits before it reports
_SETTLED = """quiet => {
    const app = document.querySelector('[data-testid=stApp]');
    const idle = app && app.dataset.testScriptState === 'notRunning'
        && !document.querySelector('[data-testid=stSkeleton]');  // a part still being loaded
    if (!idle || window.quietMark !== app) {
        window.quietMark = idle ? app : null;
        window.quietSince = performance.now();
    }
    return idle && performance.now() - window.quietSince > quiet;
}"""
_PAINTED = """([selector, count]) => {
    const charts = [...document.querySelectorAll(selector)];
    return charts.length === count && charts.every(chart => {
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
    ) -> None:
        self.server = server
        self.language = language
        self.complaints: list[str] = []
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.set_viewport_size({"width": width, "height": 800 if width > 500 else 844})
        self.page.emulate_media(color_scheme=theme)
        self.page.on("console", self._console)
        self.page.on("request", lambda request: self._host(request.url))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("websocket", lambda socket: self._host(socket.url))

    def open(self, page: str = "home", query: dict[str, str] | None = None, **more: str) -> None:
        """Open a page by its address, in the visitor's language unless ``query`` is given."""
        self.go(page, query, **more)
        self.settle()

    def go(self, page: str = "home", query: dict[str, str] | None = None, **more: str) -> None:
        """``open``, without waiting: while UMAP compiles, the training lab hardly rests."""
        query = {"lang": self.language, **more} if query is None else query
        path = "" if page == "home" else page
        self.page.goto(f"{self.server}/{path}?{urlencode(query)}".rstrip("?"))

    def settle(self, quiet: int = _QUIET) -> None:
        """Wait until the app has been idle for ``quiet`` milliseconds."""
        self.page.evaluate("window.quietMark = null")
        self.page.wait_for_function(_SETTLED, arg=quiet, timeout=PATIENCE)

    def words(self, page: str, key: str) -> str:
        return sentences(page, self.language)[key]

    def expect_title(self, page: str) -> None:
        title = self.page.get_by_role("heading", level=1, name=self.words(page, "title"))
        expect(title).to_be_visible(timeout=PATIENCE)

    def expect_painted(self, page: str) -> None:
        self.page.wait_for_function(_PAINTED, arg=[CHART, CHARTS[page]], timeout=PATIENCE)

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
        """The address bar holds exactly these parameters (and maybe the language)."""

        def same(url: str) -> bool:
            return without_language(url) == parameters

        self.page.wait_for_url(same, wait_until="commit", timeout=PATIENCE)
        self.settle(quiet=150)
        assert without_language(self.page.url) == parameters

    def control(self, role: str, page: str, key: str) -> Locator:
        label = self.words(page, f"controls.{key}.label")
        # A slider's name is its label twice over.
        return self.page.get_by_role(role, name=label, exact=role != "slider")

    def type(self, page: str, key: str, text: str) -> None:
        """Put ``text`` in a field and press Enter."""
        field = self.control("textbox", page, key)
        field.fill(text)
        field.press("Enter")
        self.settle()

    def menu(self, page: str) -> None:
        """Follow the page's link in the menu."""
        link = self.page.get_by_test_id("stSidebar").get_by_test_id("stPageLink-NavLink")
        link.filter(has_text=self.words(page, "menu")).click()
        self.expect_title(page)
        self.settle(quiet=150)

    def seen(self) -> list[str]:
        """Each "what you see" on the page."""
        heading = sentences("common", self.language)["see.heading"]
        found = self.page.get_by_test_id("stMarkdownContainer").filter(has_text=heading)
        expect(found.first).to_be_visible()
        return found.all_inner_texts()

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

    def alerts(self) -> list[str]:
        return self.page.get_by_test_id("stAlert").all_inner_texts()

    def check(self) -> None:
        """What must hold whenever a visitor leaves."""
        assert not self.complaints, self.complaints
        assert self.page.get_by_test_id("stException").count() == 0

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
