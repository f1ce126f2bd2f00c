"""UMAP's compilation, done beforehand, and what a page shows meanwhile.

The first fit on a new installation compiles for half a minute. That is begun in the background
after the first page has been drawn; until it is done a page shows PCA, and asks again by itself.
"""

import logging
import threading
import time
from collections.abc import Callable
from enum import Enum, auto

import streamlit as st

from embedcore.process import look_past_what_stays

_HEAD_START = 1.0  # seconds, for the page to reach the browser before the processor is busy
_SECONDS_BETWEEN = 1.0  # two looks at whether it is ready


class Umap(Enum):
    """How far the compilation is."""

    COMPILING = auto()
    READY = auto()  # a fit takes milliseconds
    FAILED = auto()  # there are no maps of UMAP on this machine


class _Warmer:
    def __init__(self) -> None:
        self.state = Umap.COMPILING
        threading.Thread(target=self._compile, name="umap-warm-up", daemon=True).start()

    def _compile(self) -> None:
        time.sleep(_HEAD_START)
        try:
            from embedcore.projection import compile_umap  # not before the first page is out
            from embedcore.umap_compiler import compile_in_child, compiled_before

            if not compiled_before():
                compile_in_child()
            compile_umap()  # reads what the child has left; or, without that, compiles here
            look_past_what_stays()
        except Exception:  # whatever numba and LLVM may meet with here, the pages go on
            logging.getLogger(__name__).exception("UMAP could not be made ready")
            self.state = Umap.FAILED
        else:
            self.state = Umap.READY


@st.cache_resource(show_spinner=False)
def _warmer() -> _Warmer:
    return _Warmer()


def start_compiling_umap() -> None:
    """Begin, unless it was begun; returns at once."""
    _warmer()


def show_with_umap(wanted: bool, show: Callable[[Umap], None]) -> None:
    """``show(state)``, and again each second while the state is ``COMPILING``.

    If UMAP is not ``wanted`` it counts as ready.
    """
    asks = wanted and _warmer().state is Umap.COMPILING

    def part() -> None:
        state = _warmer().state if wanted else Umap.READY
        if asks and state is not Umap.COMPILING:
            st.rerun()  # the whole page, so that this part stops asking
        show(state)

    st.fragment(part, run_every=_SECONDS_BETWEEN if asks else None)()
