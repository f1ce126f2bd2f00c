"""UMAP compiled in a process of its own."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from embedcore import umap_compiler
from embedcore.umap_compiler import (
    ROOT,
    compile_in_child,
    compiled_before,
    keep_compiled_somewhere,
)

# A process that uses UMAP, and says how many functions it compiled for that.
COUNT = """
import numba.core.event as event
from embedcore.projection import compile_umap
import umap
with event.install_recorder("numba:compile") as compiled:
    compile_umap()
print(len(compiled.buffer))
"""


def test_after_the_child_no_process_compiles_for_a_fit():
    assert compile_in_child()
    assert compiled_before()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", COUNT]
    found = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert found.stdout == "0\n"


@pytest.mark.parametrize("code", ["raise SystemExit(3)", "import os; os.abort()"])
def test_a_child_that_fails_is_no_more_than_that(code):
    assert compile_in_child(("-c", code)) is False


def test_a_child_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(umap_compiler, "PATIENCE", 0.2)
    start = time.monotonic()
    assert compile_in_child(("-c", "import time; time.sleep(60)")) is False
    assert time.monotonic() - start < 10


def test_where_no_process_can_be_started_there_is_no_child(monkeypatch):
    def refused(*_, **__):
        raise OSError("no more processes")

    monkeypatch.setattr(subprocess, "Popen", refused)
    assert compile_in_child() is False


@pytest.mark.skipif(sys.platform == "win32", reason="looks for the child as Linux and macOS do")
def test_the_child_ends_with_its_parent_however_that_ends(tmp_path):
    """The parent is killed, so that it can tell the child nothing."""
    note = tmp_path / "child"
    child = (
        "import os, pathlib, threading, time;"
        "from embedcore.umap_compiler import end_with_parent;"
        "threading.Thread(target=end_with_parent, daemon=True).start();"
        f"pathlib.Path({str(note)!r}).write_text(str(os.getpid()));"
        "time.sleep(120)"
    )
    parent = f"from embedcore.umap_compiler import compile_in_child as c; c(('-c', {child!r}))"
    process = subprocess.Popen([sys.executable, "-c", parent], env=os.environ, cwd=ROOT)
    wait_for(lambda: note.exists() and note.read_text())
    number = int(note.read_text())
    os.kill(number, 0)  # it runs
    process.send_signal(signal.SIGKILL)
    process.wait()
    wait_for(lambda: not runs(number))


def runs(number):
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{number}/stat")  # nobody may have asked how it ended
    return not (state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z")


def wait_for(found):
    end = time.monotonic() + 60
    while not found():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_what_is_noted_holds_for_this_processor_and_what_is_installed(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert not compiled_before()
    umap_compiler._note().touch()
    assert compiled_before()
    monkeypatch.setattr(umap_compiler, "version", lambda name: "0.0")
    assert not compiled_before()
    monkeypatch.undo()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr("llvmlite.binding.get_host_cpu_name", lambda: "another")
    assert not compiled_before()


def test_in_a_folder_that_cannot_be_written_nothing_is_noted(monkeypatch, tmp_path):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "not there"))
    assert not compiled_before()


# Where numba keeps what it compiled


@pytest.fixture
def without_folder(monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "to be restored")
    monkeypatch.delenv("NUMBA_CACHE_DIR")


def test_where_numba_can_write_it_chooses_the_folder(without_folder):
    keep_compiled_somewhere()
    assert "NUMBA_CACHE_DIR" not in os.environ


def test_where_it_cannot_write_it_gets_a_private_one(without_folder, monkeypatch, tmp_path):
    monkeypatch.setattr(umap_compiler, "_can_write", lambda folder: False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    keep_compiled_somewhere()
    folder = Path(os.environ["NUMBA_CACHE_DIR"])
    assert folder.parent == tmp_path
    assert folder.is_dir()
    if sys.platform != "win32":
        assert folder.stat().st_mode & 0o777 == 0o700


def test_a_folder_that_was_chosen_stays(monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", "mine")
    monkeypatch.setattr(umap_compiler, "_can_write", lambda folder: False)
    keep_compiled_somewhere()
    assert os.environ["NUMBA_CACHE_DIR"] == "mine"


def test_a_folder_that_cannot_be_written_is_found_out(tmp_path):
    assert umap_compiler._can_write(tmp_path)
    assert not umap_compiler._can_write(tmp_path / "not there")
