"""Arithmetic with words: where ``a - b + c`` lands, and how often that is the expected word.

"man is to king as woman is to …": the step from man to king, made from woman, is
king - man + woman, and the answer is the word whose vector has the highest cosine with that point
(Mikolov, Yih and Zweig 2013; with the vectors as they are, not brought to length 1 first).
Usually the three inputs are not allowed to answer, for often one of them would win.
"""

from typing import NamedTuple

import numpy as np

from embedcore.progress import Progress
from embedcore.words import WordVectors

BLOCK = 128  # questions at a time: their cosines with 50,000 words are 26 MB


class Sum(NamedTuple):
    """Three words of a table, to be read as ``start - minus + plus``."""

    start: str
    minus: str
    plus: str


class Plane(NamedTuple):
    """The plane through three points and what lies near it, in the units of the vectors.

    Its origin is ``minus``; the first axis points to ``plus``, ``start`` lies on the positive side.
    """

    corners: np.ndarray  # of start, minus, plus and start - minus + plus: [4, 2]
    others: np.ndarray  # the feet of the other points in the plane: [k, 2]
    distances: np.ndarray  # of the other points from the plane: [k]


class Winners(NamedTuple):
    """The rows that answer each question: ``[questions]``."""

    inputs_out: np.ndarray  # where the three words of the question may not answer
    inputs_in: np.ndarray  # where they may


def point(table: WordVectors, words: Sum) -> np.ndarray:
    """``start - minus + plus`` as a vector ``[d]``; ``KeyError`` for a word not in the table."""
    start, minus, plus = table.rows(words)
    return start - minus + plus


def place(table: WordVectors, words: Sum, answer: str) -> int:
    """The place of ``answer`` in the ranking without the inputs: 1 is the best."""
    cosines = table.cosines(point(table, words))
    cosines[[table.index[word] for word in words]] = -np.inf
    return 1 + int((cosines > cosines[table.index[answer]]).sum())


def plane(corners: np.ndarray, others: np.ndarray) -> Plane | None:
    """The plane of three vectors ``corners [3, d]``, and where it has ``others [k, d]``.

    None where the three lie on one line (as when a word comes twice), which is in many planes.
    """
    start, minus, plus = np.asarray(corners, dtype=np.float64)
    across, up = plus - minus, start - minus
    scale = max(np.linalg.norm(across), np.linalg.norm(up))
    if np.linalg.norm(across) <= 1e-6 * scale:
        return None
    across = across / np.linalg.norm(across)
    up = up - (up @ across) * across
    if np.linalg.norm(up) <= 1e-6 * scale:
        return None
    axes = np.stack([across, up / np.linalg.norm(up)])  # (2, d)
    four = np.stack([start, minus, plus, start - minus + plus])
    apart = np.asarray(others, dtype=np.float64) - minus  # (k, d)
    feet = apart @ axes.T
    return Plane((four - minus) @ axes.T, feet, np.linalg.norm(apart - feet @ axes, axis=1))


def winners(
    vectors: np.ndarray,
    questions: np.ndarray,
    progress: Progress | None = None,
) -> Winners:
    """The answers to ``questions [q, 4]`` from a table ``vectors [n, d]``, which has n at least 4.

    A question is four rows a, b, c, d, to be read as "a is to b as c is to d": the answer is the
    row with the highest cosine to b - a + c. ``progress(done, q)`` is called after each block.
    """
    vectors, questions = np.asarray(vectors), np.asarray(questions).reshape(-1, 4)
    lengths = np.sqrt(np.einsum("nd,nd->n", vectors, vectors))
    shrink = np.divide(1, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    found = Winners(*np.empty((2, len(questions)), dtype=np.int64))
    for first in range(0, len(questions), BLOCK):
        block = slice(first, first + BLOCK)
        a, b, c, _ = questions[block].T
        # The cosine but for the length of b - a + c, which is the same for all that compete.
        scores = (vectors[b] - vectors[a] + vectors[c]) @ vectors.T  # (block, n)
        scores *= shrink
        found.inputs_in[block] = scores.argmax(axis=1)
        np.put_along_axis(scores, questions[block, :3], -np.inf, axis=1)
        found.inputs_out[block] = scores.argmax(axis=1)
        if progress:
            progress(min(first + BLOCK, len(questions)), len(questions))
    return found


def accuracy(vectors: np.ndarray, questions: np.ndarray) -> np.ndarray:
    """Which of ``questions [q, 4]`` the table answers rightly, the inputs left out: ``[q]`` bool.

    ``accuracy(vectors, questions).mean()`` is the share that the literature reports.
    """
    return winners(vectors, questions).inputs_out == np.asarray(questions).reshape(-1, 4)[:, 3]
