"""What the server keeps in memory, with visitors who all differ: in bytes, resident.

A new installation has nothing of UMAP compiled; its second start reads what the first one kept.
"""

import tempfile
from collections.abc import Iterable, Sequence

from playwright.sync_api import Browser

from benchmarks.servers import HOME_SCRIPT, Server, browser, serve, wait_until_idle
from embedcore.ui.tour import HOME, TOUR

FIRST_PAGES = ["" if page.name == HOME else page.name for page in TOUR if page.heading != "real"]
REAL = [
    f"{page.name}?section={s}" for page in TOUR if page.heading == "real" for s in page.sections
]
VISITORS, MANY = 20, 60
PATIENCE = 600_000  # milliseconds: on a busy machine UMAP is compiled in minutes


def tours(
    chromium: Browser, server: Server, visitors: Iterable[int], paths: Sequence[str] = FIRST_PAGES
) -> float:
    """MB of the server once these visitors, each with a seed of their own, have seen ``paths``."""
    for visitor in visitors:
        context = chromium.new_context()
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        for path in paths:
            page.goto(f"{server.url}/{path}{'&' if '?' in path else '?'}seed={visitor}")
            page.wait_for_selector("h1")
            wait_until_idle(page)
        context.close()
    return server.memory()


def first_visit(chromium: Browser, server: Server) -> float:
    """The first visitor's tour, who also waits until UMAP is ready; MB of the server then."""
    tours(chromium, server, [0])
    page = chromium.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{server.url}/training_lab")
    page.wait_for_selector("[data-testid='stVegaLiteChart']")
    page.wait_for_function("() => !document.body.innerText.includes('UMAP is getting ready')")
    wait_until_idle(page)
    page.close()
    return server.memory()


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the amount, and what it is held to."""
    with browser() as chromium, tempfile.TemporaryDirectory() as compiled:
        with serve(HOME_SCRIPT, NUMBA_CACHE_DIR=compiled) as server:
            new = first_visit(chromium, server)
            many = tours(chromium, server, range(1, VISITORS))
            crowd = tours(chromium, server, range(VISITORS, MANY))
        with serve(HOME_SCRIPT, NUMBA_CACHE_DIR=compiled) as server:
            second = first_visit(chromium, server)
            second_many = tours(chromium, server, range(1, VISITORS))
            with_real_vectors = tours(chromium, server, [0], REAL)
    return [
        ("server, new installation, 1 visitor, MB", new, ""),
        (f"the same, {VISITORS} visitors, MB", many, "under 690"),
        (f"the same, {MANY} visitors, MB", crowd, "under 690"),
        ("server, second start, 1 visitor, MB", second, ""),
        (f"the same, {VISITORS} visitors, MB", second_many, "under 690"),
        ("the same, and all of the real vectors, MB", with_real_vectors, "under 1,200"),
    ]
