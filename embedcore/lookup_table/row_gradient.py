"""Where the gradient of a lookup goes: each place in the text sends its share to its token's row.

The result's row at place t is a copy of the table's row ``token_ids[t]``. So the gradient of that
row is the sum of the gradients of its copies, and a row without a copy gets none.
"""

from typing import NamedTuple

import numpy as np
import torch

from embedcore.embedding import Embedding

LOSSES = ("targets", "squares", "sum")


class RowGradient(NamedTuple):
    """One backward pass through a lookup."""

    loss: float
    contributions: np.ndarray  # the gradient of the result, a row a place: [..., d_model]
    gradient: np.ndarray  # the gradient of the table, as autograd gives it: [rows, d_model]


def row_gradient(
    weight: np.ndarray,
    places: np.ndarray,
    loss: str = "targets",
    seed: int = 0,
    padding_idx: int | None = None,
) -> RowGradient:
    """Look ``places [...]`` up in ``weight [rows, d_model]``; go back from a loss on the result.

    ``"sum"`` adds all numbers of the result up; ``"squares"`` is half the sum of their squares;
    ``"targets"`` half the squared distance to a random target at each place, drawn from ``seed``.
    Raises ``ValueError`` for another name.
    """
    table = Embedding.from_pretrained(weight, padding_idx)
    result = table(torch.as_tensor(places))  # (..., d_model)
    result.retain_grad()
    value = _loss(result, loss, seed)
    value.backward()
    return RowGradient(value.item(), result.grad.numpy(), table.weight.grad.numpy())


def summed(contributions: np.ndarray, places: np.ndarray, rows: int) -> np.ndarray:
    """Add each place's share to its row, one after the other: ``[n, d_model]`` to ``[rows, …]``."""
    gradient = np.zeros((rows, contributions.shape[1]), contributions.dtype)
    for share, row in zip(contributions, places, strict=True):
        gradient[row] += share
    return gradient


def _loss(result: torch.Tensor, name: str, seed: int) -> torch.Tensor:
    if name == "sum":
        return result.sum()
    if name == "squares":
        return (result**2).sum() / 2
    if name == "targets":
        generator = torch.Generator().manual_seed(seed)
        targets = torch.randn(result.shape, generator=generator)
        return ((result - targets) ** 2).sum() / 2
    raise ValueError(f"{name!r} is none of {LOSSES}")
