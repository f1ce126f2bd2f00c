"""A whole transformer, as small as they come, that learns to spell names.

    letters -> rows of the table + rows of their positions -> attention -> MLP -> logits

The model is that of Karpathy's microgpt (2026), a GPT-2 with one layer, RMSNorm without parameters,
ReLU and no biases: 4,192 trainable numbers with two tables, 3,760 with one that is read from and
written with. Its first numbers, its optimizer and the decay of its learning rate are microgpt's
too. Here a step reads a batch of names, and several seeds learn side by side, so every tensor
starts with a ``runs`` axis. A seed decides the first numbers and which names are read when; two
models that differ only in ``tied`` start with the same table and read the same names.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, embedding

from embedcore.bounds import check_range, check_steps
from embedcore.config import MAX_SEED, MAX_SEEDS
from embedcore.errors import InputError
from embedcore.names_data import (
    CONTEXT,
    LETTERS,
    LONGEST_NAME,
    NOTHING,
    SEPARATOR,
    VOCAB_SIZE,
    encode,
    load_names,
    split,
)
from embedcore.optimizers import Adam
from embedcore.process import one_thread
from embedcore.progress import Progress, every_hundredth

HEADS = 4
FIRST_NUMBERS = 0.08  # standard deviation of the numbers before training
LEARNING_RATE = 1e-2  # of the first step; it falls in a line, to 0 after the last
FRAMES = 13  # snapshots of a run, both ends included: closer at first, when most happens
CHUNK = 64  # held-out names guessed at a time: what they need stays in the processor's cache
MAX_STEPS, MAX_D_MODEL, MAX_BATCH_SIZE = 5_000, 64, 64

# What training takes on one idle core, in seconds, roughly: a step of any size, each letter it
# reads, and each number in that letter's row. See `check_work`.
MAX_SECONDS, STEP_SECONDS, LETTER_SECONDS, NUMBER_SECONDS = 30, 8e-4, 6e-7, 3e-8


class NamesAdam(Adam):
    """Adam with microgpt's shorter memory."""

    beta1, beta2 = 0.85, 0.99


@dataclass(frozen=True)
class NamesConfig:
    """What a run depends on, its seed aside. Raises ``InputError`` (reason ``out_of_range`` or
    ``not_divisible``)."""

    tied: bool = False  # one table to read and to write with
    steps: int = 1_000
    d_model: int = 16  # numbers in a row of the table; a multiple of the 4 heads
    batch_size: int = 16  # names a step; microgpt reads one

    def __post_init__(self) -> None:
        check_range("steps", self.steps, 0, MAX_STEPS)
        check_range("d_model", self.d_model, HEADS, MAX_D_MODEL)
        check_range("batch_size", self.batch_size, 1, MAX_BATCH_SIZE)
        if self.d_model % HEADS:
            raise InputError(
                "not_divisible",
                "{field} is {value}, but must be a multiple of {by_value}, the number of {by}",
                field="d_model",
                value=self.d_model,
                by="heads",
                by_value=HEADS,
            )

    @property
    def snapshot_steps(self) -> np.ndarray:
        """The steps after which a snapshot is kept: int ``[frames]``, from 0 to ``steps``."""
        return np.unique((np.linspace(0, 1, FRAMES) ** 2 * self.steps).round().astype(int))


class Weights(NamedTuple):
    """The trainable numbers of all runs; layers are ``(runs, out, in)``, as in ``nn.Linear``."""

    table: Tensor  # (runs, vocab_size, d_model)
    positions: Tensor  # (runs, context, d_model)
    query: Tensor  # (runs, d_model, d_model)
    key: Tensor  # (runs, d_model, d_model)
    value: Tensor  # (runs, d_model, d_model)
    out: Tensor  # (runs, d_model, d_model): what the heads found, put together
    up: Tensor  # (runs, 4 * d_model, d_model)
    down: Tensor  # (runs, d_model, 4 * d_model)
    head: Tensor  # (runs, vocab_size, d_model); in a tied model this is the table itself

    def separate(self) -> list[Tensor]:
        """The tensors that an optimizer moves; a tied table stands here once."""
        return list(self[:-1] if self.head is self.table else self)


@dataclass(frozen=True, eq=False)
class NamesResult:
    """What one seed came to. The arrays are read-only; losses are nats a letter."""

    config: NamesConfig
    seed: int
    steps: np.ndarray  # int [frames], the steps done at each snapshot
    held_out: np.ndarray  # [frames], the loss on names that it never saw
    losses: np.ndarray  # [steps], on the names of that step, before its update
    vectors: np.ndarray  # [frames, 27, d_model]: a to z and the separator, as they are read
    output_vectors: np.ndarray  # the same of the output table; equal to vectors in a tied model
    weights: Weights  # at the end, of this one run: (1, …)

    @property
    def parameter_count(self) -> int:
        """Trainable numbers."""
        return sum(tensor.numel() for tensor in self.weights.separate())


@one_thread()
def train_names(
    config: NamesConfig, seeds: Sequence[int], progress: Progress | None = None
) -> list[NamesResult]:
    """Train from all ``seeds`` at once; each run is what it would be alone.

    >>> result = train_names(NamesConfig(steps=100), [0])[0]
    >>> result.vectors.shape, result.parameter_count
    ((13, 27, 16), 4192)

    ``progress(done, steps)`` is called about a hundred times. Raises ``MissingPackageError``
    without the names, and ``InputError`` unless there are 1 to 64 seeds from 0 to 4,294,967,295,
    or (reason ``too_much_work``) if it would take longer than anyone waits.
    """
    check_range("seeds", len(seeds), 1, MAX_SEEDS)
    for seed in seeds:
        check_range("seed", seed, 0, MAX_SEED)
    check_work(config, len(seeds))
    names = split(load_names())
    token_ids, targets = encode(names.training)
    unseen = encode(names.held_out)
    weights, read_when = start(config, seeds, len(names.training))
    optimizer = NamesAdam(weights.separate(), LEARNING_RATE)
    frame_steps = config.snapshot_steps
    losses = torch.empty(config.steps, len(seeds))
    frames = []
    report = every_hundredth(progress, config.steps)
    for step in range(config.steps + 1):
        if step == frame_steps[len(frames)]:
            frames.append(_snapshot(weights, *unseen))
        if step < config.steps:
            rows = read_when[step]  # (runs, batch_size)
            losses[step], gradients = loss_and_gradients(weights, token_ids[rows], targets[rows])
            optimizer.learning_rate = LEARNING_RATE * (1 - step / config.steps)
            optimizer.step(gradients)
            report(step + 1)
    return _results(config, seeds, frames, losses, weights)


def check_work(config: NamesConfig, seeds: int) -> None:
    """Raise ``InputError`` (reason ``too_much_work``) if training would take over half a minute."""
    letters = seeds * config.batch_size * (LONGEST_NAME + 1)
    a_step = STEP_SECONDS + letters * (LETTER_SECONDS + NUMBER_SECONDS * config.d_model)
    check_steps(config.steps, seeds, config.d_model, most=int(MAX_SECONDS // a_step))


def start(config: NamesConfig, seeds: Sequence[int], names: int) -> tuple[Weights, Tensor]:
    """The numbers before training, and which of so many names is read when.

    The latter are ids ``[steps, runs, batch_size]``, drawn anew at each step.
    """
    d = config.d_model
    table, square = (VOCAB_SIZE, d), (d, d)
    shapes = (table, (CONTEXT, d), *[square] * 4, (4 * d, d), (d, 4 * d), table)
    runs, read_when = [], []
    for seed in seeds:
        generator = torch.Generator().manual_seed(seed)
        runs.append([torch.randn(s, generator=generator) * FIRST_NUMBERS for s in shapes])
        many = config.steps, config.batch_size
        read_when.append(torch.randint(names, many, generator=generator))
    weights = Weights(*(torch.stack(tensors) for tensors in zip(*runs, strict=True)))
    if config.tied:
        weights = weights._replace(head=weights.table)
    return weights, torch.stack(read_when, dim=1)


def logits(weights: Weights, token_ids: Tensor) -> Tensor:
    """The score of each letter as the next: ids ``[runs, names, positions]`` to ``[…, 27]``."""
    runs, names, positions = token_ids.shape
    first_row = (torch.arange(runs) * VOCAB_SIZE)[:, None, None]  # of each run, tables stacked
    rows = embedding(token_ids + first_row, weights.table.flatten(0, 1))
    x = rms_norm(rows + weights.positions[:, None, :positions])  # (runs, names, positions, d)
    x = x.flatten(1, 2)  # (runs, names * positions, d)
    x = x + attention(weights, rms_norm(x), positions)
    x = x + mlp(weights, rms_norm(x))
    return (x @ weights.head.mT).view(runs, names, positions, VOCAB_SIZE)


def rms_norm(x: Tensor) -> Tensor:
    """Each row brought to a mean square of 1 (Zhang & Sennrich 2019)."""
    return x * (x.square().mean(dim=-1, keepdim=True) + 1e-5).rsqrt()


def attention(weights: Weights, x: Tensor, positions: int) -> Tensor:
    """Each letter takes from the letters before it, and from itself, what its heads ask for.

    ``x`` and the answer are ``(runs, names * positions, d_model)``.
    """
    runs, _, d_model = x.shape

    def heads(layer: Tensor) -> Tensor:  # (runs * names, heads, positions, d_model / heads)
        return (x @ layer.mT).view(-1, positions, HEADS, d_model // HEADS).transpose(1, 2)

    query, key, value = heads(weights.query), heads(weights.key), heads(weights.value)
    scores = query @ key.mT / math.sqrt(d_model // HEADS)  # (…, heads, positions, positions)
    ahead = torch.full((positions, positions), -math.inf).triu(1)  # no letter looks there
    found = (scores + ahead).softmax(dim=-1) @ value
    return found.transpose(1, 2).reshape(runs, -1, d_model) @ weights.out.mT


def mlp(weights: Weights, x: Tensor) -> Tensor:
    """Four times as wide, ReLU, and back: of each letter alone."""
    return (x @ weights.up.mT).relu() @ weights.down.mT


def loss(weights: Weights, token_ids: Tensor, targets: Tensor) -> Tensor:
    """Mean over the letters of all names, in nats ``[runs]``; ids are ``[runs, names, positions]``.

    A shorter name's empty places do not count, and letters cannot look ahead to them.
    """
    scores, targets = logits(weights, token_ids).flatten(0, 2), targets.flatten(1)
    nats = cross_entropy(scores, targets.flatten(), ignore_index=NOTHING, reduction="none")
    return nats.view_as(targets).sum(dim=1) / (targets != NOTHING).sum(dim=1)


def loss_and_gradients(
    weights: Weights, token_ids: Tensor, targets: Tensor
) -> tuple[Tensor, list[Tensor]]:
    """``loss``, and its gradient for each tensor of ``weights.separate()``."""
    leaves = [tensor.detach().requires_grad_() for tensor in weights.separate()]
    tied = [leaves[0]] if weights.head is weights.table else []
    of_runs = loss(Weights(*leaves, *tied), token_ids, targets)
    # No run's loss depends on another's numbers: the gradient of the sum is that of each.
    return of_runs.detach(), list(torch.autograd.grad(of_runs.sum(), leaves))


def sample(result: NamesResult, seed: int, count: int) -> list[str]:
    """``count`` names that the trained model makes up, letter by letter; ``seed`` throws the dice.

    A name that has not ended when the context is full ends there.
    """
    generator = torch.Generator().manual_seed(seed)
    token_ids = torch.full((1, count, 1), SEPARATOR)
    for _ in range(CONTEXT - 1):
        shares = logits(result.weights, token_ids)[0, :, -1].softmax(dim=-1)  # (count, 27)
        drawn = torch.multinomial(shares, 1, generator=generator)
        token_ids = torch.cat([token_ids, drawn[None]], dim=2)
    letters = LETTERS + "."
    drawn = ["".join(letters[letter] for letter in row) for row in token_ids[0, :, 1:].tolist()]
    return [name.split(".")[0] for name in drawn]


def _snapshot(weights: Weights, token_ids: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """The loss on the names of all runs, ``[runs]``, and a copy of the tables."""
    runs, nats = len(weights.table), 0
    for ids, guessed in zip(token_ids.split(CHUNK), targets.split(CHUNK), strict=True):
        counted = (guessed != NOTHING).sum()
        nats += loss(weights, ids.expand(runs, -1, -1), guessed.expand(runs, -1, -1)) * counted
    tables = torch.stack([weights.table, weights.head], dim=1)  # (runs, 2, 27, d_model)
    return nats / (targets != NOTHING).sum(), tables


def _results(
    config: NamesConfig,
    seeds: Sequence[int],
    frames: list[tuple[Tensor, Tensor]],
    losses: Tensor,
    weights: Weights,
) -> list[NamesResult]:
    """Cut the batch into runs."""
    held_out, tables = (torch.stack(parts, dim=1) for parts in zip(*frames, strict=True))
    results = []
    for run, seed in enumerate(seeds):
        tensors = held_out[run], losses[:, run], tables[run, :, 0], tables[run, :, 1]
        arrays = [config.snapshot_steps, *(t.contiguous().numpy() for t in tensors)]
        for array in arrays:
            array.setflags(write=False)
        own = Weights(*(tensor[run : run + 1].clone() for tensor in weights))
        own = own._replace(head=own.table) if config.tied else own
        results.append(NamesResult(config, seed, *arrays, own))
    return results
