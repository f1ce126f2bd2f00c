"""An id that a table has no row for: what three ways to look it up say."""

from collections.abc import Callable
from typing import NamedTuple

import torch
from torch import nn

from embedcore.embedding import Embedding


class Answers(NamedTuple):
    """Of each way the message with which it refuses, or None if it gives a row."""

    own: str | None  # embedcore.embedding.Embedding
    by_torch: str | None  # torch.nn.Embedding
    indexed: str | None  # weight[ids]


def ask_for(token_id: int, vocab_size: int, d_model: int) -> Answers:
    """Look one id up in tables ``[vocab_size, d_model]`` of zeros.

    The zeros are one number seen many times: a table of any size takes no memory.
    """
    zeros = torch.zeros(1, 1).expand(vocab_size, d_model)
    own, by_torch = Embedding(1, 1), nn.Embedding.from_pretrained(zeros)
    own.weight.data = zeros
    ids = torch.tensor([token_id])
    return Answers(
        _refusal(lambda: own(ids)),
        _refusal(lambda: by_torch(ids)),
        _refusal(lambda: zeros[ids]),
    )


def _refusal(call: Callable[[], object]) -> str | None:
    try:
        call()
    except IndexError as error:
        return f"{type(error).__name__}: {error}"
    return None
