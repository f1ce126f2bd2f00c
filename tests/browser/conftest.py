"""A browser, a server, and visitors."""

import os
import shutil

import pytest
from playwright.sync_api import Browser

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
def server(browser: Browser):
    """The server that most tests share, with UMAP compiled, so that it has time for them."""
    shared = Server()
    try:
        visitor = Visitor(browser, shared.url)
        visitor.go("training_lab")
        visitor.expect_umap()
        visitor.leave()
        yield shared.url
    finally:
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
def visit(browser: Browser, fresh_server, request: pytest.FixtureRequest):
    """``visit(…)`` makes a ``Visitor``, on the shared server unless told another.

    Visitors leave before a fresh server stops.
    """
    visitors = []

    def new(server: str | None = None, **choices) -> Visitor:
        address = server or request.getfixturevalue("server")
        visitors.append(Visitor(browser, address, **choices))
        return visitors[-1]

    yield new
    try:
        for visitor in visitors:
            visitor.check()
    finally:
        for visitor in visitors:
            visitor.leave()
