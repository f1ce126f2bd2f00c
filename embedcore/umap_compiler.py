"""Compiling UMAP in a process of its own, which leaves the result on numba's disk cache.

LLVM takes 200 MB for it and gives none back to the process that it ran in, so a server lets this
one do it and then reads what was kept. Here are both ends: `compile_in_child`, which the server
calls, and the child: ``python -m embedcore.umap_compiler``. What it has done it notes, so that
the next server need not ask again.
"""

import importlib.util
import os
import platform
import subprocess
import sys
import tempfile
import threading
from importlib.metadata import version
from pathlib import Path

from embedcore.projection import compile_umap

PATIENCE = 600.0  # seconds: on a small shared machine it has taken 40
ROOT = Path(__file__).parents[1]
NICE = 10  # of 19: whoever looks at a page comes first


def compile_in_child(command: tuple[str, ...] = ("-m", __name__)) -> bool:
    """Wait until a child of low priority has compiled UMAP; whether it did.

    The child ends with this process, however that ends: it watches the pipe between them.
    """
    keep_compiled_somewhere()
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    try:
        child = subprocess.Popen(
            [sys.executable, *command],
            env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0),  # on Windows
        )
    except OSError:  # no further process is allowed here
        return False
    with child.stdin:
        try:
            return child.wait(PATIENCE) == 0
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
            return False


def compiled_before() -> bool:
    """Whether a child has noted that all is compiled, for this processor and what is installed."""
    note = _note()
    return note is not None and note.exists()


def _note() -> Path | None:
    """The file that says so, in the folder where numba keeps what it compiled; None in a home."""
    umap = Path(importlib.util.find_spec("umap").origin)
    folder = Path(os.environ.get("NUMBA_CACHE_DIR") or umap.parent / "__pycache__")
    if not folder.is_dir() or not _can_write(folder):
        return None
    from llvmlite.binding import get_host_cpu_name  # numba compiles for just this processor

    packages = "-".join(version(name) for name in ("umap-learn", "pynndescent", "numba"))
    installed = int(umap.stat().st_mtime)
    made_for = f"{packages}-{installed}-{platform.python_version()}-{get_host_cpu_name()}"
    return folder / f"near-and-far-{made_for}.compiled"


def keep_compiled_somewhere() -> None:
    """Give numba a private folder if it can write neither beside umap-learn nor in the home.

    Without any numba refuses to load umap-learn at all. To be called before numba is imported.
    """
    found = importlib.util.find_spec("umap")
    if "NUMBA_CACHE_DIR" in os.environ or found is None:
        return
    if not any(map(_can_write, (Path(found.origin).parent, Path("~").expanduser()))):
        os.environ["NUMBA_CACHE_DIR"] = tempfile.mkdtemp(prefix="near-and-far-")


def _can_write(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def end_with_parent() -> None:
    """In the child, in a thread: end it as soon as its parent is no more."""
    os.read(sys.stdin.fileno(), 1)  # returns when the parent closes the pipe, or is no more
    os._exit(1)


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICE)
    threading.Thread(target=end_with_parent, daemon=True).start()
    compile_umap()
    if note := _note():
        note.touch()
