"""What a visitor waits for: the first paint of a server just started, a full lecture hall."""

import statistics
import time
from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.servers import EMPTY, HOME_SCRIPT, IDLE, Server, browser, serve

HALL = 30
STARTS = 3


def first_paint(chromium: Browser, script: Path) -> float:
    """Seconds from the start of a server's process to the title in a browser."""
    with serve(script) as server:
        page = chromium.new_page()
        page.goto(server.url)
        page.wait_for_selector("h1", timeout=120_000)
        return time.perf_counter() - server.started


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
        starts = [  # in turn, so that whatever else the machine does falls on both
            [first_paint(chromium, script) for script in (HOME_SCRIPT, EMPTY)]
            for _ in range(STARTS)
        ]
        ratio = statistics.median(home / empty for home, empty in starts)
        with serve(HOME_SCRIPT) as server:
            errors = errors_in_the_hall(chromium, server)
    return [
        ("first paint: home / empty page", ratio, "at most 1.3"),
        (f"errors seen by {HALL} visitors at once", float(errors), "0"),
    ]
