"""A browser, a server, and visitors."""

import os
import shutil
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from .server import Server
from .visitor import Visitor

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


@dataclass
class FirstVisit:
    """What the first visitor of a server saw in the training lab, without a click."""

    server: str
    waiting: bool = False  # PCA, and that UMAP is getting ready
    pca: str = ""  # the picture of the film
    umap: str = ""  # the same, in the end, if UMAP came by itself


@pytest.fixture(scope="session")
def first_visit(chromium: str, contexts):
    """The server that most tests share, and its first visit.

    The visit lasts until UMAP is compiled, so that the server has time for the tests.
    """
    server = Server()
    try:
        visitor = Visitor(contexts("en-US", 0), server.url, language="zh")
        seen = FirstVisit(server.url)
        visitor.go("training_lab")
        visitor.expect_title("training_lab")
        visitor.expect_painted("training_lab")
        seen.waiting = visitor.waiting().is_visible()
        seen.pca = visitor.picture()
        try:
            expect(visitor.waiting()).to_have_count(0, timeout=90_000)
            visitor.settle()
            visitor.expect_painted("training_lab")
            seen.umap = visitor.picture()
        except AssertionError:
            pass  # for the test of it to say
        visitor.check()
        visitor.leave()
        yield seen
    finally:
        server.stop()


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
        address = server or request.getfixturevalue("first_visit").server
        visitors.append(Visitor(contexts(locale, len(visitors)), address, **choices))
        return visitors[-1]

    yield new
    try:
        for visitor in visitors:
            visitor.check()
    finally:
        for visitor in visitors:
            visitor.leave()
