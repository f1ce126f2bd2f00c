"""For every test of the pages: nothing compiles behind their back, nothing leaks between them."""

import threading
from types import SimpleNamespace

import pytest

from embedcore.ui import warm

from .controls_found import remember_options


@pytest.fixture(autouse=True, scope="session")
def nothing_compiles():
    """Not even for a run of a page that outlives its test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warm._Warmer, "_compile", lambda warmer: None)
        yield


@pytest.fixture(autouse=True, scope="session")
def controls_tell_their_options():
    with pytest.MonkeyPatch.context() as patch:
        remember_options(patch)
        yield


@pytest.fixture(autouse=True)
def no_search_for_components(monkeypatch):
    """Each AppTest would look through all installed packages for Streamlit components: slow."""
    search = "streamlit.components.v2.manifest_scanner.scan_component_manifests"
    monkeypatch.setattr(search, list, raising=False)


@pytest.fixture(autouse=True)
def umap_ready(monkeypatch):
    """The event that says UMAP is compiled; no thread does it. Not set, unless a test sets it."""
    ready = threading.Event()
    monkeypatch.setattr(warm, "_warmer", lambda: SimpleNamespace(ready=ready))
    return ready
