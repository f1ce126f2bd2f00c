"""A moved slider: each page of ours against an empty page, and against a plain one of its pictures.

Both pages of a pair are open at once in one browser, and their sliders are moved in turn, so that
whatever else the machine does falls on both. What counts is the median of the pairs' ratios.
"""

import statistics
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from benchmarks.servers import (
    EMPTY,
    HOME_SCRIPT,
    PLAIN,
    Server,
    browser,
    serve,
    serve_frame,
    wait_until_idle,
)
from embedcore.ui.tour import HOME, TOUR

AIMS = {"lookup_table": "at most 3.5", "training_lab": "at most 3.5"}
AIM = "at most 2"
WARM, PAIRS = 4, 12  # moves before which neither page has its two settings computed; pairs counted
FIRST_SLIDER = "[data-testid='stMain'] [data-testid='stSlider'] :is(input, [role=slider])"

# Resolves, once nothing on the page has changed for a while, with the time of the last change that
# a visitor could see: a mark of Streamlit's on an element, or a toolbar that is out of sight, is
# none. (A short run never shows in Streamlit's own state of the script.)
ROUND_TRIP = """
() => new Promise(done => {
  const start = performance.now();
  let last = start;
  const hidden = "[data-testid=stElementToolbar], details:not([open])";
  const seen = change => {
    const element = change.target.nodeType === 1 ? change.target : change.target.parentElement;
    const mark = ["class", "data-stale"].includes(change.attributeName);
    return element && !element.closest(hidden) && !(mark && !element.closest("svg, canvas"));
  };
  const observer = new MutationObserver(changes => {
    if (changes.some(seen)) last = performance.now();
  });
  observer.observe(document.querySelector("[data-testid='stMain']"),
                   { attributes: true, childList: true, characterData: true, subtree: true });
  const timer = setInterval(() => {
    if (performance.now() - last < 700) return;
    clearInterval(timer);
    observer.disconnect();
    done(last - start);
  }, 50);
})
"""


class Slider:
    """The first slider of an open page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._moves = 0

    def milliseconds(self) -> float:
        """Move it a step, there and back in turn: from the key to the last change in sight."""
        self.page.bring_to_front()
        self.page.locator(FIRST_SLIDER).first.focus()
        self.page.evaluate(f"() => {{ window.roundTrip = ({ROUND_TRIP})(); }}")
        self.page.keyboard.press("ArrowLeft" if self._moves % 2 else "ArrowRight")
        self._moves += 1
        return self.page.evaluate("() => window.roundTrip")


@contextmanager
def opened(chromium: Browser, address: str) -> Iterator[Page]:
    """The page at that address, in a context of its own, once it has come to rest."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector("h1", timeout=120_000)
    wait_until_idle(page)
    page.wait_for_timeout(2_000)
    yield page
    context.close()


def in_turn(ours: Page, reference: Page) -> tuple[float, float, float]:
    """Milliseconds of both sliders, moved in turn, and the ratio: each the median."""
    sliders = Slider(ours), Slider(reference)
    pairs = [tuple(slider.milliseconds() for slider in sliders) for _ in range(WARM + PAIRS)]
    counted = pairs[WARM:]
    ratio = statistics.median(mine / theirs for mine, theirs in counted)
    mine, theirs = map(statistics.median, zip(*counted, strict=True))
    return mine, theirs, ratio


def wait_for_umap(chromium: Browser, server: Server) -> None:
    """Until the server does nothing by itself: it makes UMAP ready after its first visit."""
    with opened(chromium, f"{server.url}/training_lab?lang=en") as page:
        waiting = "() => !document.body.innerText.includes('UMAP is getting ready')"
        page.wait_for_function(waiting, timeout=300_000)


def row(name: str, aim: str, ours: Page, reference: Page) -> tuple[str, float, str]:
    """A row of the table, milliseconds beside the ratio."""
    mine, theirs, ratio = in_turn(ours, reference)
    return f"{name}, {mine:.0f} / {theirs:.0f} ms", ratio, aim


def measure() -> Iterator[tuple[str, float, str]]:
    """Rows of the table: what, the ratio, and what it is held to."""
    with (
        browser() as chromium,
        serve(HOME_SCRIPT) as app,
        serve(EMPTY) as empty,
        serve(PLAIN) as plain,
        serve_frame() as frame,
    ):
        wait_for_umap(chromium, app)
        with opened(chromium, empty.url) as reference:
            with opened(chromium, frame.url) as ours:
                yield row("slider: the frame / empty page", AIM, ours, reference)
            for page in TOUR:
                with opened(chromium, f"{app.url}/{page.name}") as ours:
                    if page.name == HOME or not ours.locator(FIRST_SLIDER).count():
                        continue
                    aim = AIMS.get(page.name, AIM)
                    yield row(f"slider: {page.name} / empty page", aim, ours, reference)
                    with opened(chromium, f"{plain.url}?page={page.name}") as same:
                        yield row(f"slider: {page.name} / plain page", "below 1", ours, same)
