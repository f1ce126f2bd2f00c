"""The lookup table: an embedding is row ``token_id`` of a matrix, nothing more.

The same as ``torch.nn.Embedding``, in few enough lines to read. Choosing row ``i`` is what a
one-hot vector does when it multiplies the matrix; indexing gives that row without the
multiplications.
"""

from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from embedcore.bounds import check_range

MAX_ROWS, MAX_WIDTH = 1_000_000, 16_384


class Embedding(nn.Module):
    """A table ``weight [vocab_size, d_model]`` of trainable numbers, standard normal at first.

    >>> table = Embedding(vocab_size=256, d_model=8)
    >>> table([72, 101, 108, 108, 111]).shape
    torch.Size([5, 8])

    The row ``padding_idx``, if there is one, is zero at first and gets no gradient: it stands
    where a text has ended. Raises ``InputError`` (a ``ValueError``) for a size below 1 or above
    1,000,000 x 16,384, and for a padding row that the table does not have.
    """

    def __init__(
        self, vocab_size: int, d_model: int, seed: int = 0, padding_idx: int | None = None
    ) -> None:
        super().__init__()
        check_range("vocab_size", vocab_size, 1, MAX_ROWS)
        check_range("d_model", d_model, 1, MAX_WIDTH)
        generator = torch.Generator().manual_seed(seed)
        self.weight = nn.Parameter(torch.randn(vocab_size, d_model, generator=generator))
        self.padding_idx = padding_idx
        if padding_idx is not None:
            check_range("padding_idx", padding_idx, 0, vocab_size - 1)
            self.weight.data[padding_idx] = 0

    @classmethod
    def from_pretrained(cls, weight: np.ndarray, padding_idx: int | None = None) -> "Embedding":
        """A table of these numbers ``[vocab_size, d_model]``, copied; none is set to zero."""
        table = cls(*weight.shape, padding_idx=padding_idx)
        table.weight.data = torch.tensor(weight)
        return table

    def forward(self, token_ids: Tensor | list[int]) -> Tensor:
        """The rows of ``token_ids`` (whole numbers, any shape ``[...]``): ``[..., d_model]``.

        Raises ``IndexError`` naming the first id outside 0 … vocab_size - 1 (a plain index would
        let -1 pass as the last row), ``TypeError`` for ids that are not whole numbers.
        """
        token_ids = torch.as_tensor(token_ids)
        fraction = token_ids.is_floating_point() or token_ids.is_complex()
        if token_ids.numel() and (fraction or token_ids.dtype == torch.bool):
            raise TypeError(f"token ids must be whole numbers, not {token_ids.dtype}")
        token_ids = token_ids.long()  # uint8 could not be compared with 256
        vocab_size = len(self.weight)
        outside = token_ids[(token_ids < 0) | (token_ids >= vocab_size)]
        if outside.numel():
            raise IndexError(f"token id {outside[0].item()} is not in 0 … {vocab_size - 1}")
        rows = self.weight[token_ids]
        if self.padding_idx is None:
            return rows
        is_padding = (token_ids == self.padding_idx).unsqueeze(-1)  # (..., 1)
        return torch.where(is_padding, rows.detach(), rows)


class ThreeWays(NamedTuple):
    """The same rows, found in three ways: each ``[n, d_model]``."""

    indexed: Tensor  # weight[token_ids]
    multiplied: Tensor  # one_hot(token_ids) @ weight
    by_torch: Tensor  # torch.nn.functional.embedding

    @property
    def largest_difference(self) -> float:
        """The largest difference of any number between any two ways; 0 if they are the same."""
        ways = torch.stack(self)  # (3, n, d_model)
        return float((ways.amax(dim=0) - ways.amin(dim=0)).max())


def three_ways(table: Embedding, token_ids: list[int]) -> ThreeWays:
    """Look ``token_ids`` up by index, as a one-hot product, and with PyTorch's own function.

    Raises ``ValueError`` for no ids, otherwise what ``Embedding`` raises.
    """
    if not token_ids:
        raise ValueError("there is no token to look up")
    weight, ids = table.weight.detach(), torch.tensor(token_ids)
    indexed = table(ids).detach()
    multiplied = functional.one_hot(ids, len(weight)).to(weight.dtype) @ weight
    return ThreeWays(indexed, multiplied, functional.embedding(ids, weight))
