"""One-hot vectors: every token its own dimension, so no two tokens are nearer than any others.

A token with id ``i`` in a vocabulary of ``V`` is the vector of ``V`` numbers that is 1 at position
``i`` and 0 elsewhere. Two different ones differ in exactly two places, by 1 each, so their
distance is sqrt(1 + 1) whatever the tokens (Bengio et al. 2003 start from here).
"""

from collections.abc import Sequence

import numpy as np

BYTES_PER_NUMBER = 4  # float32, the usual form while a model learns


def one_hot(token_ids: Sequence[int], vocab_size: int) -> np.ndarray:
    """One row a token, 1 at its id and 0 elsewhere: float32 ``[n, vocab_size]``.

    Raises ``IndexError`` naming the first id outside 0 … vocab_size - 1.
    """
    for token_id in token_ids:
        if not 0 <= token_id < vocab_size:
            raise IndexError(f"token id {token_id} is not in 0 … {vocab_size - 1}")
    vectors = np.zeros((len(token_ids), vocab_size), dtype=np.float32)
    vectors[np.arange(len(token_ids)), list(token_ids)] = 1
    return vectors


def pairwise_distances(vectors: np.ndarray) -> np.ndarray:
    """Euclidean distance of every pair of rows: ``[n, d]`` to ``[n, n]``, 0 on the diagonal."""
    differences = vectors[:, None, :] - vectors[None, :, :]  # (n, n, d)
    return np.linalg.norm(differences.astype(np.float64), axis=-1)


def id_gaps(token_ids: Sequence[int]) -> np.ndarray:
    """|id - id| of every pair: ``[n, n]``. It differs from pair to pair, and means nothing."""
    ids = np.asarray(token_ids, dtype=np.int64)
    return np.abs(ids[:, None] - ids[None, :])


def one_hot_bytes(vocab_size: int, tokens: int = 1) -> int:
    """Bytes of tokens as dense one-hot vectors of float32."""
    return tokens * vocab_size * BYTES_PER_NUMBER


def sparse_bytes(tokens: int = 1) -> int:
    """Bytes of tokens as sparse vectors: each the place of its 1 (int32) and the 1 (float32)."""
    return tokens * 2 * BYTES_PER_NUMBER


def row_bytes(d_model: int, tokens: int = 1) -> int:
    """Bytes of tokens as rows of an embedding table of float32."""
    return tokens * d_model * BYTES_PER_NUMBER
