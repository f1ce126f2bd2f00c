"""Word vectors without a neural network: count who stands beside whom, and take it apart.

The pointwise mutual information of two words says how much more often they meet than chance would
have it (Church and Hanks 1990). Levy and Goldberg (2014, "Neural word embedding as implicit matrix
factorization") showed that skip-gram with k random words for each real one is at its best where the
dot product of a word's input row and another's output row is their PMI less log k. The truncated
SVD of the PMI, negative values set to 0, gives vectors of the same kind by linear algebra alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from embedcore.word_vectors.skipgram import SkipGramConfig, readings
from embedcore.word_vectors.text_corpus import TextCorpus

if TYPE_CHECKING:
    from scipy import sparse

BLOCK = 200_000  # places of a text counted at once, for the sake of memory
POWER_STEPS = 10  # of the randomised SVD: each brings it nearer to the exact one


@dataclass(frozen=True, eq=False)
class PairTable:
    """Pairs of words that meet: the word ``rows[i]`` has ``columns[i]`` beside it.

    ``counts`` says how often, ``pmi`` how much more than by chance (natural logarithm), all
    ``[pairs]``.
    """

    rows: np.ndarray
    columns: np.ndarray
    counts: np.ndarray
    pmi: np.ndarray


def count_pairs(corpus: TextCorpus, config: SkipGramConfig) -> sparse.csr_array:
    """How often each word had each other beside it: ``[words, words]``, symmetric.

    Exactly the pairs that a skip-gram of this config is trained on: the same readings of the text,
    frequent words left out at the same places, the same window.
    """
    from scipy import sparse

    words = len(corpus.words)
    total = sparse.csr_array((words, words), dtype=np.int64)
    for text in readings(corpus, config):
        for start in range(0, len(text.token_ids), BLOCK):
            places = np.arange(start, min(start + BLOCK, len(text.token_ids)))
            contexts = text.contexts(places, config.window, nothing=words)
            after = contexts[:, config.window :]  # those before are the transpose
            first = np.broadcast_to(text.token_ids[places][:, None], after.shape)
            met = after != words
            ones = np.ones(int(met.sum()), dtype=np.int64)
            pairs = first[met], after[met]
            total += sparse.coo_array((ones, pairs), shape=(words, words)).tocsr()
    return (total + total.T).tocsr()


def pmi(counts: sparse.csr_array, noise: np.ndarray) -> sparse.csr_array:
    """``log(p(w, c) / (p(w) q(c)))`` of the pairs that occur; -inf elsewhere is left out.

    ``noise [words]`` is q, how likely each word is to be drawn as a negative one. With q(c) = p(c),
    it is the pointwise mutual information of the books.
    """
    from scipy import sparse

    pairs = counts.tocoo()
    of_word = np.asarray(counts.sum(axis=1)).ravel()
    values = np.log(pairs.data / (of_word[pairs.row] * noise[pairs.col]))
    return sparse.coo_array((values, (pairs.row, pairs.col)), shape=counts.shape).tocsr()


def positive(matrix: sparse.csr_array, shift: float = 0.0) -> sparse.csr_array:
    """``max(0, value - shift)``, with the zeros left out."""
    shifted = matrix.copy()
    shifted.data = np.maximum(0, shifted.data - shift)
    shifted.eliminate_zeros()
    return shifted


def svd_vectors(matrix: sparse.csr_array, d_model: int, seed: int = 0) -> np.ndarray:
    """The rows of ``U sqrt(S)`` of the truncated SVD: float32 ``[words, d_model]``.

    The square root, which Levy and Goldberg advise, keeps the first directions from ruling. A
    matrix of fewer rows than ``d_model`` gives as many numbers as it has rows.
    """
    from scipy import sparse
    from sklearn.utils.extmath import randomized_svd

    width = min(d_model, *matrix.shape)
    plain = sparse.csr_matrix(matrix).astype(np.float32)
    left, values, _ = randomized_svd(plain, width, n_iter=POWER_STEPS, random_state=seed)
    return (left * np.sqrt(values)).astype(np.float32)


def frequent_pairs(counts: sparse.csr_array, noise: np.ndarray, least: int) -> PairTable:
    """The pairs that meet at least ``least`` times, with their PMI as ``pmi`` has it."""
    values, pairs = pmi(counts, noise).tocoo(), counts.tocoo()
    kept = pairs.data >= least
    return PairTable(pairs.row[kept], pairs.col[kept], pairs.data[kept], values.data[kept])


def dot_products(inputs: np.ndarray, outputs: np.ndarray, pairs: PairTable) -> np.ndarray:
    """Of each pair the input row of its word times the output row of the other: ``[pairs]``."""
    return np.einsum("pd,pd->p", inputs[pairs.rows], outputs[pairs.columns])
