"""Weight tying: does one table do what two do, and which of the two does it take after?

A language model reads with one table (`wte`: a row for each token that came) and writes with
another (`lm_head`: a row for each token that may follow). Press & Wolf (2017) and Inan et al.
(2017) made them one. Here both designs are trained from several seeds, and what their tables say
of near and far is compared pair by pair.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import torch

from embedcore.bounds import check_range
from embedcore.config import MAX_SEEDS, TrainingConfig, check_work
from embedcore.geometry import of_pairs
from embedcore.process import one_thread
from embedcore.progress import Progress, every_hundredth
from embedcore.training import Trainer, check_finite, mean_of_last


class Tables(NamedTuple):
    """What a model knows of the tokens of its groups, several seeds side by side."""

    inputs: np.ndarray  # float32 [seeds, tokens, d_model], the rows that are read
    outputs: np.ndarray  # the same of the rows that write; equal to inputs in a tied model
    bias: np.ndarray  # float32 [seeds, tokens], zeros in a model without one


class SeedTables(NamedTuple):
    """Several seeds of one run: both tables before and after, and the losses between."""

    before: Tables
    after: Tables
    losses: np.ndarray  # float32 [seeds, steps], nats

    @property
    def final_losses(self) -> np.ndarray:
        """As ``TrainingResult.final_loss``, of each seed: ``[seeds]``."""
        return mean_of_last(self.losses)


@one_thread()
def train_tables(
    config: TrainingConfig, seeds: Sequence[int], progress: Progress | None = None
) -> SeedTables:
    """Train from each seed and keep both tables; run ``k`` is that of ``train`` with ``seeds[k]``.

    Raises as ``train_seeds`` does.
    """
    check_range("seeds", len(seeds), 1, MAX_SEEDS)
    check_work(config, len(seeds))
    trainer = Trainer(config, seeds)
    rows = torch.from_numpy(config.groups.token_ids(config.vocab_size))
    before = _tables(trainer, rows)
    losses = trainer.run(config.steps, every_hundredth(progress, config.steps))
    after = _tables(trainer, rows)
    check_finite(torch.from_numpy(after.inputs).flatten(1), config.steps, seeds)
    return SeedTables(before, after, losses.T.contiguous().numpy())


def in_one_group(group_of: np.ndarray) -> np.ndarray:
    """Which pairs are of one group: bool ``[pairs]``. A bridge (-1) is in no group of its own."""
    group_of = np.asarray(group_of)
    return of_pairs((group_of[:, None] == group_of) & (group_of >= 0))


def correlation(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pearson's, over the last axis: ``[…, n]`` twice to ``[…]``; NaN where one is constant.

    Of the cosines of all pairs in two tables it says how alike they are in who is near whom: the
    tables themselves may differ by any rotation.

    >>> correlation(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 5.0])).round(9)
    np.float64(1.0)
    """
    apart = [np.asarray(v, float) - np.mean(v, axis=-1, keepdims=True) for v in (first, second)]
    lengths = [np.sqrt((v**2).sum(axis=-1)) for v in apart]
    together = (apart[0] * apart[1]).sum(axis=-1)
    with np.errstate(invalid="ignore"):
        return together / (lengths[0] * lengths[1])


def answer_differences(tables: Tables) -> np.ndarray:
    """How differently two tokens are expected as the next one: ``[seeds, tokens, tokens]``, nats.

    For tokens i and j, the mean over all contexts c (each token of the groups once) of
    ``|log p(i | c) - log p(j | c)|``. The softmax divides both by the same sum, so the difference
    is that of their logits, ``(w_i - w_j) · x_c + b_i - b_j``: near output rows and biases cannot
    but give near probabilities.
    """
    logits = tables.inputs @ tables.outputs.swapaxes(1, 2) + tables.bias[:, None]
    logits = logits.astype(np.float64)  # (seeds, contexts, tokens)
    seeds, _, tokens = logits.shape
    differences = np.zeros((seeds, tokens, tokens))
    for token in range(tokens):  # all at once, [seeds, contexts, tokens, tokens], is too much
        differences[:, token] = np.abs(logits - logits[:, :, token, None]).mean(axis=1)
    return differences


def _tables(trainer: Trainer, rows: torch.Tensor) -> Tables:
    """Copies of what belongs to the tokens in these ``rows`` of the tables."""
    weights = trainer.parameters
    both = weights.embedding, weights.unembedding.transpose(1, 2)
    inputs, outputs = (table[:, rows].numpy() for table in both)
    return Tables(inputs, outputs, weights.bias[:, rows].numpy())
