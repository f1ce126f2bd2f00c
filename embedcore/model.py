"""The smallest language model with an embedding: a row of the table, then a linear layer.

    token id -> row of the table -> logits over the vocabulary -> softmax -> the next token

Several independent models, one a seed, are computed side by side: every tensor starts with a
``runs`` axis. The gradient is written out, as it is short and says more than ``backward()``:
softmax cross-entropy leaves *p - y* at the logits (Bridle 1990), and the chain rule takes it back
to the rows that were looked up. Tests hold it to autograd.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(eq=False)
class Parameters:
    """The trainable numbers, or their gradients; a tied model reads and writes with one table."""

    embedding: Tensor  # (runs, vocab_size, d_model)
    unembedding: Tensor  # (runs, d_model, vocab_size): lm_head.weight, transposed
    bias: Tensor  # (runs, vocab_size), zeros in a model without one
    tied: bool
    biased: bool = True
    frozen: bool = False  # the table, and so the head of a tied model, stays as it was drawn

    def tensors(self) -> list[Tensor]:
        """The separate tensors that an optimizer moves; a tied table stands here once."""
        table = [] if self.frozen else [self.embedding]
        head = [] if self.tied else [self.unembedding]
        return [*table, *head, *([self.bias] if self.biased else [])]


def initial_parameters(
    seeds: list[int],
    vocab_size: int,
    d_model: int,
    tied: bool,
    biased: bool = True,
    frozen: bool = False,
) -> Parameters:
    """One model a seed: standard normal rows, and the linear layer as ``nn.Linear`` starts it.

    A model depends on its own seed alone, whatever others are made beside it, and the table of a
    tied model is the input table of the untied one with the same seed.
    """
    bound = 1 / math.sqrt(d_model)
    embeddings, unembeddings, biases = [], [], []
    for seed in seeds:
        generator = torch.Generator().manual_seed(seed)
        embeddings.append(torch.randn(vocab_size, d_model, generator=generator))
        head = torch.rand(vocab_size, d_model, generator=generator) * 2 * bound - bound
        unembeddings.append(head.T)
        bias = torch.rand(vocab_size, generator=generator) * 2 * bound - bound
        biases.append(bias if biased else torch.zeros(vocab_size))
    embedding = torch.stack(embeddings)
    unembedding = embedding.transpose(1, 2) if tied else torch.stack(unembeddings)
    return Parameters(embedding, unembedding, torch.stack(biases), tied, biased, frozen)


class NextTokenModel:
    """``Embedding -> Linear``, with its loss and its gradient.

    The buffers are made once and filled at every step: for models this small, asking for memory
    would take longer than the arithmetic.
    """

    def __init__(self, parameters: Parameters, positions: int) -> None:
        self.parameters = parameters
        runs, vocab_size, d_model = parameters.embedding.shape
        self._logits = torch.empty(runs, positions, vocab_size)
        self._minus_one = torch.full((runs, positions, 1), -1.0)
        self._first_row = (torch.arange(runs) * vocab_size)[:, None]  # of each run, tables stacked
        self.gradients = Parameters(
            torch.zeros_like(parameters.embedding),
            torch.zeros(runs, d_model, vocab_size),
            torch.zeros_like(parameters.bias),
            parameters.tied,
            parameters.biased,
            parameters.frozen,
        )

    def step(self, token_ids: Tensor, targets: Tensor) -> Tensor:
        """The loss of each run, in nats ``[runs]``; leaves the gradient in ``self.gradients``.

        ``token_ids`` and ``targets`` are ``[runs, positions]``: position ``t`` must guess
        ``targets[:, t]`` from the one token ``token_ids[:, t]``.
        """
        weights, gradients = self.parameters, self.gradients
        runs, _, d_model = weights.embedding.shape
        rows = (token_ids + self._first_row).flatten()
        targets = targets[:, :, None]  # (runs, positions, 1)

        looked_up = weights.embedding.view(-1, d_model)[rows].view(runs, -1, d_model)
        torch.baddbmm(weights.bias[:, None], looked_up, weights.unembedding, out=self._logits)
        torch.log_softmax(self._logits, dim=2, out=self._logits)
        loss = -self._logits.gather(2, targets).mean(dim=(1, 2))

        error = self._logits.exp_().scatter_add_(2, targets, self._minus_one)  # p - y
        error /= targets.shape[1]  # (runs, positions, vocab_size)
        torch.sum(error, dim=1, out=gradients.bias)
        torch.bmm(looked_up.transpose(1, 2), error, out=gradients.unembedding)
        to_rows = torch.bmm(error, weights.unembedding.transpose(1, 2))  # (runs, positions, d)
        # A row that was looked up n times gets n contributions; one that was not gets none.
        table = gradients.embedding.zero_().view(-1, d_model)
        table.index_add_(0, rows, to_rows.flatten(0, 1))
        if weights.tied:
            gradients.embedding += gradients.unembedding.transpose(1, 2)
        return loss
