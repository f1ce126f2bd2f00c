"""UMAP's compilation, done beforehand.

The first fit in a process compiles for many seconds. It is started in the background after the
first page has been drawn; until it is ready a page shows PCA.
"""

import gc
import threading
import time

import streamlit as st

_HEAD_START = 1.0  # seconds, for the page to reach the browser before the processor is busy


class _Warmer:
    def __init__(self) -> None:
        self.ready = threading.Event()
        threading.Thread(target=self._compile, name="umap-warm-up", daemon=True).start()

    def _compile(self) -> None:
        time.sleep(_HEAD_START)
        import numpy as np

        from embedcore.projection import project  # not before the first page is out

        points = np.random.default_rng(0).normal(size=(40, 8))
        project(points, "umap")
        # Half a million objects of torch and umap-learn stay for good. Streamlit collects garbage
        # after each run of a page: looking through these took twice the time of the page itself.
        gc.collect()
        gc.freeze()
        self.ready.set()


@st.cache_resource(show_spinner=False)
def _warmer() -> _Warmer:
    return _Warmer()


def start_compiling_umap() -> None:
    """Begin, unless it was begun; returns at once."""
    _warmer()


def umap_is_ready() -> bool:
    """Whether a fit takes milliseconds by now."""
    return _warmer().ready.is_set()
