"""What a run reads: sequences of tokens that keep company, drawn as the settings say."""

from collections.abc import Iterator
from itertools import chain

import torch
from torch import Tensor

from embedcore.config import TrainingConfig

BLOCK = 250  # steps drawn at once: a long run need not hold all it will read


def corpus(config: TrainingConfig) -> Iterator[Tensor]:
    """The sequences of a run, in blocks: token ids, int64 ``[steps, batch_size, sequence_length]``.

    The groups take turns, sequence by sequence; a sequence's tokens are drawn evenly from its
    group, or from all tokens if the run is ``shuffled``.
    """
    # Not the stream that the first rows came from, or the two would go together.
    generator = torch.Generator().manual_seed(2**32 + config.seed)
    groups = config.groups
    pools = [range(len(groups.tokens))] if config.shuffled else groups.members
    sizes = torch.tensor([len(pool) for pool in pools])
    first = sizes.cumsum(0) - sizes  # where each pool begins, all pools in a line
    line = torch.from_numpy(groups.token_ids(config.vocab_size))[list(chain(*pools))]
    for start in range(0, config.steps, BLOCK):
        steps = min(BLOCK, config.steps - start)
        turn = torch.arange(start * config.batch_size, (start + steps) * config.batch_size)
        turn = (turn % len(pools)).view(steps, config.batch_size, 1)
        shape = (steps, config.batch_size, config.sequence_length)
        uniform = torch.rand(shape, generator=generator, dtype=torch.float64)
        yield line[first[turn] + (uniform * sizes[turn]).long()]
