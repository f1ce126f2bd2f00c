"""Settings of a whole process, in one place: how many threads, and what garbage is looked for in.

The models here are tiny. On a small shared machine the threads of one product of matrices wait for
one another: a run of half a second took seventeen. The app and the command line call
``one_thread_each`` before anything else; the library's training functions keep to one thread by
themselves, and leave their caller's number as it was.
"""

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Read when a library loads: torch and scikit-learn (OpenMP), numpy and scipy (OpenBLAS or MKL),
# and numba, whose first parallel loop sets OpenMP's number for the thread that calls it.
VARIABLES = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")


def one_thread_each() -> None:
    """One thread for each call of torch, numpy, scikit-learn and UMAP, loaded by now or later."""
    os.environ |= dict.fromkeys(VARIABLES, "1")
    if "torch" in sys.modules:
        sys.modules["torch"].set_num_threads(1)
    if "numpy" in sys.modules:
        from threadpoolctl import threadpool_limits  # comes with scikit-learn

        threadpool_limits(1, "blas")


@contextmanager
def one_thread() -> Iterator[None]:
    """Torch on one thread for as long as this lasts, whatever the caller has chosen.

    >>> import torch
    >>> with one_thread():
    ...     torch.get_num_threads()
    1
    """
    import torch

    before = torch.get_num_threads()
    if before == 1:  # as in the app: nothing to restore, so nothing to get wrong between threads
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def look_past_what_stays() -> None:
    """Leave all objects that there are by now out of the search for garbage.

    Half a million objects of torch and umap-learn stay for good. Streamlit collects garbage after
    each run of a page: looking through these took twice the time of the page itself.
    """
    gc.collect()
    gc.freeze()
