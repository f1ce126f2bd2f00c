"""UMAP's compilation in the background: what pages show until it is done, and if it fails."""

import pytest
import streamlit as st

from embedcore import projection, umap_compiler
from embedcore.ui import warm

from .visitor import Visit

COMPILE = warm._Warmer._compile  # before the tests of the pages put it out of action
MAPS = {  # each part of a page with a map of UMAP: what it says while there is none
    "film": ("training_lab", {}, "maps.waiting"),
    "trust": ("training_lab", {"section": "trust", "map": "PCA"}, "trust.waiting"),
    "neighbours": ("word_vectors", {"section": "neighbours"}, "neighbours.waiting"),
}


@pytest.fixture
def polls(monkeypatch):
    """How often each fragment of a page asks the server by itself, if it does."""
    found, fragment = [], st.fragment

    def recorded(function, run_every=None):
        found.append(run_every)
        return fragment(function)

    monkeypatch.setattr(st, "fragment", recorded)
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("part", MAPS)
def test_while_umap_is_compiled_the_page_asks_and_then_stops(part, language, umap_ready, polls):
    name, settings, waiting = MAPS[part]
    page = Visit(name, language, **settings)
    assert page.says(waiting)
    assert not page.says("umap_failed")
    assert 1.0 in polls
    umap_ready.fail()
    page.run()  # finds out, and runs the whole page again
    assert polls[-1] is None
    assert not page.says(waiting)
    assert sum(page.text("umap_failed") in said for said in page.said) == 1
    assert not [chart for chart in page.charts if "UMAP" in chart.alt]
    polls.clear()
    page.run()
    assert set(polls) == {None}


def warmed(monkeypatch, child, here, before=False):
    """How far the compilation got, with these in place of the child and of the server's own."""
    monkeypatch.setattr(warm, "_HEAD_START", 0)
    monkeypatch.setattr(warm, "look_past_what_stays", lambda: None)
    monkeypatch.setattr(umap_compiler, "compiled_before", lambda: before)
    monkeypatch.setattr(umap_compiler, "compile_in_child", child)
    monkeypatch.setattr(projection, "compile_umap", here)
    warmer = warm._Warmer()  # whose thread does nothing here
    COMPILE(warmer)
    return warmer.state


def fails():
    raise RuntimeError("no LLVM")


def test_umap_is_ready_once_it_was_compiled(monkeypatch):
    done = []
    state = warmed(monkeypatch, lambda: done.append("child"), lambda: done.append("here"))
    assert state is warm.Umap.READY
    assert done == ["child", "here"]


def test_what_was_compiled_before_needs_no_child(monkeypatch):
    done = []
    warmed(monkeypatch, lambda: done.append("child"), lambda: done.append("here"), before=True)
    assert done == ["here"]


def test_without_a_child_the_server_compiles_by_itself(monkeypatch):
    assert warmed(monkeypatch, lambda: False, lambda: None) is warm.Umap.READY


def test_a_failure_is_told_to_whoever_runs_the_server(monkeypatch, caplog):
    assert warmed(monkeypatch, lambda: False, fails) is warm.Umap.FAILED
    assert "no LLVM" in caplog.text
