"""What a visitor waits for: first paint, a moved slider, a full hall."""

import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Page

from benchmarks.servers import (
    EMPTY,
    IDLE,
    ROOT,
    Server,
    browser,
    serve,
    serve_frame,
    wait_until_idle,
)

HOME = ROOT / "streamlit_app.py"
SLIDERS = ("parameter_calculator", "lookup_table", "training_lab", "compression")
HALL = 30
STARTS, MOVES = 3, 12

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


def first_paint(chromium: Browser, script: Path) -> float:
    """Seconds from the start of a server's process to the title in a browser."""
    with serve(script) as server:
        page = chromium.new_page()
        page.goto(server.url)
        page.wait_for_selector("h1", timeout=120_000)
        return time.perf_counter() - server.started


def round_trip(page: Page) -> float:
    """Milliseconds from a key on the slider to the new picture: the median on a cached page."""
    slider = page.get_by_role("slider").first
    slider.focus()
    times = []
    for move in range(MOVES):
        page.evaluate(f"() => {{ window.roundTrip = ({ROUND_TRIP})(); }}")
        page.keyboard.press("ArrowRight" if move % 2 == 0 else "ArrowLeft")
        times.append(page.evaluate("() => window.roundTrip"))
        page.wait_for_timeout(300)
    return statistics.median(times[4:])  # by then both settings have been computed


def round_trips(chromium: Browser, server: Server, paths: Sequence[str]) -> list[float]:
    """The first slider of each page, its two settings cached, while nothing else goes on."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{server.url}/training_lab")
    page.wait_for_selector("[data-testid='stVegaLiteChart']")
    page.wait_for_function(  # UMAP compiles for some seconds, and the processor with it
        "() => !document.body.innerText.includes('UMAP is getting ready')", timeout=120_000
    )
    trips = []
    for path in paths:
        page.goto(f"{server.url}/{path}")
        page.get_by_role("slider").first.wait_for()
        wait_until_idle(page)
        page.wait_for_timeout(2_000)
        trips.append(round_trip(page))
    context.close()
    return trips


def round_trip_alone(chromium: Browser, server: Server) -> float:
    """The slider of a server that has one page and no more."""
    page = chromium.new_page()
    page.goto(server.url)
    page.get_by_role("slider").first.wait_for()
    wait_until_idle(page)
    page.wait_for_timeout(2_000)
    return round_trip(page)


def errors_in_the_hall(chromium: Browser, server: Server) -> int:
    """How many of 30 who open the training lab at once, each with other settings, see an error."""
    context = chromium.new_context()
    pages = [context.new_page() for _ in range(HALL)]
    for seed, page in enumerate(pages):
        page.goto(f"{server.url}/training_lab?seed={seed + 100}&steps=300", wait_until="commit")
    errors = 0
    for page in pages:
        page.wait_for_selector("[data-testid='stVegaLiteChart']", timeout=300_000)
        page.wait_for_selector(IDLE, timeout=300_000)
        errors += bool(page.locator("[data-testid='stException']").count())
    context.close()
    return errors


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the ratio or amount, and what it is held to."""
    with browser() as chromium:
        paints = [
            statistics.median(first_paint(chromium, script) for _ in range(STARTS))
            for script in (HOME, EMPTY)
        ]
        with serve(HOME) as server:
            trips = round_trips(chromium, server, SLIDERS)
            errors = errors_in_the_hall(chromium, server)
        with serve(EMPTY) as reference:
            empty = round_trip_alone(chromium, reference)
        with serve_frame() as frame:
            framed = round_trip_alone(chromium, frame)
    return [
        ("first paint: home / empty page", paints[0] / paints[1], "at most 1.3"),
        ("slider: the frame without a page / empty page", framed / empty, ""),
        *(
            (f"slider: {path} / empty page", trip / empty, "at most 2.5")
            for path, trip in zip(SLIDERS, trips, strict=True)
        ),
        (f"errors seen by {HALL} visitors at once", float(errors), "0"),
    ]
