"""How many groups of tokens fit into d_model numbers: the grouped model, at any size.

The model and the company that tokens keep are those of ``training``; only the groups are numbered
instead of spelt, so that there can be many, and no row of the table is without a token. A step
reads one short sequence of each group.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch

from embedcore.config import TrainingConfig
from embedcore.geometry import group_similarity
from embedcore.model import Parameters
from embedcore.process import one_thread
from embedcore.training import Trainer

SIZE = 5  # tokens in a group
SEQUENCE_LENGTH = 3  # tokens in a sequence: two guesses


@dataclass(frozen=True)
class NumberedGroups:
    """As ``Groups``, without its bounds: ``count`` groups of ``size`` tokens that are numbers."""

    count: int
    size: int = SIZE

    @property
    def tokens(self) -> tuple[str, ...]:
        return tuple(str(token) for token in range(self.count * self.size))

    @property
    def group_of(self) -> np.ndarray:
        return np.repeat(np.arange(self.count), self.size)

    @property
    def members(self) -> list[list[int]]:
        return np.arange(self.count * self.size).reshape(self.count, self.size).tolist()

    @property
    def loss_floor(self) -> float:
        return math.log(self.size)

    def token_ids(self, vocab_size: int) -> np.ndarray:
        return np.arange(self.count * self.size)


class Fit(NamedTuple):
    """How well a trained model tells its groups apart, seed by seed."""

    within: np.ndarray  # mean cosine of two rows of one group: [seeds]
    across: np.ndarray  # of two groups: [seeds]
    own_share: np.ndarray  # probability that goes to the token's own group, on average: [seeds]
    first: np.ndarray  # share of tokens whose own group is the first guess: [seeds]
    before: np.ndarray  # the rows as they were drawn: [seeds, tokens, d_model]
    after: np.ndarray  # the rows after training: [seeds, tokens, d_model]

    @property
    def all_told_apart(self) -> int:
        """Seeds in which the model's first guess is the right group for every token."""
        return int((self.first == 1).sum())


@one_thread()
def fit(count: int, d_model: int, steps: int, seeds: Sequence[int]) -> Fit:
    """Train the model on ``count`` groups from several ``seeds`` and look at what it learned."""
    groups = NumberedGroups(count)
    tokens = len(groups.tokens)
    config = TrainingConfig(
        groups,
        steps=steps,
        d_model=d_model,
        vocab_size=tokens,
        sequence_length=SEQUENCE_LENGTH,
        batch_size=count,
    )
    trainer = Trainer(config, seeds)
    before = trainer.parameters.embedding.numpy().copy()
    trainer.run(steps)
    after = trainer.parameters.embedding.numpy().copy()
    masses = group_masses(trainer.parameters, groups)  # (seeds, tokens, groups)
    own = masses[:, np.arange(tokens), groups.group_of]
    first = masses.argmax(axis=2) == groups.group_of
    similarity = group_similarity(after, groups.group_of)
    return Fit(*similarity, own.mean(axis=1), first.mean(axis=1), before, after)


def group_masses(parameters: Parameters, groups: NumberedGroups) -> np.ndarray:
    """The probability that follows each token, summed group by group: ``[runs, tokens, groups]``.

    Computed for every token from the model itself, so no sample of the corpus blurs it.
    """
    table, head = parameters.embedding, parameters.unembedding
    logits = torch.baddbmm(parameters.bias[:, None], table, head)
    chances = logits.softmax(dim=2).numpy()
    return chances.reshape(*chances.shape[:2], groups.count, groups.size).sum(axis=3)


def separable(points: np.ndarray, inside: np.ndarray) -> bool:
    """Whether a plane has all points that are ``inside [n]`` on one side and the others beyond.

    ``points [n, d]``. Asked is a linear program for w, b with w·x + b >= 1 inside and <= -1
    outside; there is an answer if and only if the two convex hulls do not touch. With n <= d + 1
    points in general position there always is one (Cover 1965).
    """
    from scipy.optimize import linprog

    sides = np.where(inside, 1.0, -1.0)
    planes = np.column_stack([points, np.ones(len(points))])
    found = linprog(
        np.zeros(planes.shape[1]),
        A_ub=-sides[:, None] * planes,
        b_ub=-np.ones(len(points)),
        bounds=(None, None),
        method="highs",
    )
    return found.status == 0


def separable_share(rows: np.ndarray, groups: int, size: int = SIZE) -> float:
    """The share of the first ``groups`` groups that a plane parts from all other tokens.

    ``rows [seeds, tokens, d_model]``, group by group; over all seeds.
    """
    group_of = np.arange(rows.shape[1]) // size
    parted = [separable(of_seed, group_of == group) for of_seed in rows for group in range(groups)]
    return float(np.mean(parted))
