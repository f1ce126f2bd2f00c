"""A browser, a server, and visitors."""

import os
import shutil

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from .server import Server
from .visitor import PATIENCE, Visitor

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where the system's Chromium is. Without one we skip, but never in CI."""
    for name in BROWSERS:
        if path := shutil.which(name):
            return path
    reason = f"No Chromium found (looked for {', '.join(BROWSERS)}): these tests need one."
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict, chromium: str) -> dict:
    return {**browser_type_launch_args, "executable_path": chromium, "args": FLAGS}


@pytest.fixture(scope="session")
def contexts(browser: Browser):
    """``contexts(locale, number)``: a browser context, kept for later tests and their speed.

    Streamlit's sessions belong to a page, not to a context: what is kept is the browser's cache.
    """
    known = {}

    def get(locale: str, number: int) -> BrowserContext:
        if (locale, number) not in known:
            known[locale, number] = browser.new_context(locale=locale)
        return known[locale, number]

    yield get
    for context in known.values():
        context.close()


@pytest.fixture(scope="session")
def server(chromium: str):
    """The address of the server that most tests share.

    It compiles UMAP while the first of them run: a test that draws a map either asks for PCA or
    waits for UMAP.
    """
    shared = Server()
    yield shared.url
    shared.stop()


@pytest.fixture
def fresh_server(chromium: str):
    """``fresh_server()`` starts another server, that nobody has visited yet."""
    started = []

    def start() -> str:
        started.append(Server())
        return started[-1].url

    yield start
    for one in started:
        one.stop()


@pytest.fixture
def visit(contexts, fresh_server, request: pytest.FixtureRequest):
    """``visit(…)`` makes a ``Visitor``, on the shared server unless told another.

    Each of a test's visitors has a context of its own; they leave before a fresh server stops.
    """
    visitors = []

    def new(server: str | None = None, locale: str = "en-US", **choices) -> Visitor:
        address = server or request.getfixturevalue("server")
        visitors.append(Visitor(contexts(locale, len(visitors)), address, **choices))
        return visitors[-1]

    yield new
    try:
        for visitor in visitors:
            visitor.rest()
            visitor.check()
    finally:
        for visitor in visitors:
            visitor.leave()
