"""For every test of the pages: nothing compiles behind their back, nothing leaks between them."""

import pytest

from embedcore.ui import warm
from embedcore.ui.tour import TOUR

from .controls_found import begin_short, remember_options


@pytest.fixture(autouse=True, scope="session")
def sections_are_imported():
    """Before a test puts something in the place of what they run: they name that when imported."""
    for page in TOUR:
        for name in page.sections:
            page.section(name)


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


@pytest.fixture
def short_training(monkeypatch):
    """Where the length of a training run is not the point."""
    begin_short(monkeypatch)


@pytest.fixture(autouse=True)
def no_search_for_components(monkeypatch):
    """Each AppTest would look through all installed packages for Streamlit components: slow."""
    search = "streamlit.components.v2.manifest_scanner.scan_component_manifests"
    monkeypatch.setattr(search, list, raising=False)


class Warmer:
    """What says how far UMAP's compilation is; here no thread does it, a test says so."""

    state = warm.Umap.COMPILING

    def set(self):
        self.state = warm.Umap.READY

    def fail(self):
        self.state = warm.Umap.FAILED


@pytest.fixture(autouse=True)
def umap_ready(monkeypatch):
    """UMAP is being compiled, until a test says ``umap_ready.set()``, or that it failed."""
    warmer = Warmer()
    monkeypatch.setattr(warm, "_warmer", lambda: warmer)
    return warmer
