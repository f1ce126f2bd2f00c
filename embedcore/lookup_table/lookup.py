"""A text looked up in a table of random numbers, of whatever size the vocabulary asks for.

A table of 256 rows is made whole. Of one with 200,000 only the rows that the text asks for are
made, each from its own number and the seed, so that a row is the same in whatever text it is
looked up: a counter-based generator (Salmon et al. 2011, Philox) starts at any row at once.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from embedcore.embedding import Embedding
from embedcore.lookup_table.edits import Edit

MOST_WHOLE = 256  # rows of a table that is made whole


class Lookup(NamedTuple):
    """Tokens, and the rows of a table ``[vocab_size, d_model]`` that are at hand for them."""

    token_ids: np.ndarray  # [n]
    labels: Sequence[str]  # [n]
    vocab_size: int
    row_numbers: np.ndarray  # of the rows at hand, ascending: [rows]; all, or those looked up
    weight: np.ndarray  # the rows at hand, float32: [rows, d_model]
    places: np.ndarray  # of each token's row among them: [n]

    @property
    def d_model(self) -> int:
        return self.weight.shape[1]

    @property
    def is_whole(self) -> bool:
        return len(self.row_numbers) == self.vocab_size

    @property
    def result(self) -> np.ndarray:
        """The row of each token: ``[n, d_model]``."""
        return self.weight[self.places]

    @property
    def most_used(self) -> int:
        """The id that comes most often; of several, the one that comes first."""
        ids, first, counts = np.unique(self.token_ids, return_index=True, return_counts=True)
        return int(ids[np.lexsort((first, -counts))[0]])

    def positions_of(self, token_id: int) -> list[int]:
        """Where a token stands in the text."""
        return np.flatnonzero(self.token_ids == token_id).tolist()


def look_up(
    token_ids: Sequence[int],
    labels: Sequence[str],
    vocab_size: int,
    d_model: int,
    seed: int = 0,
    edits: Iterable[Edit] = (),
) -> Lookup:
    """Look ``token_ids`` up in a random table with some numbers changed by hand.

    Edits of rows or columns that are not at hand change nothing. Raises ``IndexError`` naming
    the first id outside 0 … vocab_size - 1.
    """
    ids = np.asarray(token_ids, dtype=np.int64)
    for token_id in ids[(ids < 0) | (ids >= vocab_size)]:
        raise IndexError(f"token id {token_id} is not in 0 … {vocab_size - 1}")
    if vocab_size <= MOST_WHOLE:
        row_numbers = np.arange(vocab_size)
        weight = Embedding(vocab_size, d_model, seed).weight.detach().numpy()
    else:
        row_numbers = np.unique(ids)
        weight = np.array([random_row(row, d_model, seed) for row in row_numbers.tolist()])
        weight = weight.reshape(len(row_numbers), d_model)
    place_of = {row: place for place, row in enumerate(row_numbers.tolist())}
    for row, column, value in edits:
        if row in place_of and column < d_model:
            weight[place_of[row], column] = value
    places = np.searchsorted(row_numbers, ids)
    return Lookup(ids, tuple(labels), vocab_size, row_numbers, weight, places)


def random_row(row: int, d_model: int, seed: int) -> np.ndarray:
    """Row number ``row`` of an endless table of standard normal numbers: float32 ``[d_model]``."""
    stream = np.random.Philox(key=seed, counter=[0, row, 0, 0])
    return np.random.Generator(stream).standard_normal(d_model, dtype=np.float32)
