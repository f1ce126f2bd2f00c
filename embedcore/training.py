"""Training: how tokens that keep the same company come to lie near each other.

A next-token model reads sequences in which a token only ever meets its own group, the groups
taking turns. To guess well it must tell from a token's row which group will follow, so the rows
of one group are pushed the same way. That is the whole mechanism, and `TrainingResult` keeps
snapshots of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import torch
from torch import Tensor

from embedcore.errors import InputError, check_range
from embedcore.geometry import GroupSimilarity, group_similarity
from embedcore.groups import Groups
from embedcore.model import NextTokenModel, Parameters, initial_parameters
from embedcore.optimizers import OPTIMIZERS

MAX_STEPS, MAX_D_MODEL, MAX_VOCAB_SIZE, MAX_SEEDS = 5_000, 128, 1_024, 64
MAX_SEED = 2**32 - 1
MAX_LEARNING_RATE = 1e30  # float32, in which the steps are computed, ends at 3e38
Progress = Callable[[int, int], None]  # steps done, steps in all


@dataclass(frozen=True)
class TrainingConfig:
    """Everything a run depends on: the same config gives the same numbers.

    Raises ``InputError`` (reason ``out_of_range``, ``unknown_optimizer`` or ``vocab_too_small``)
    for a value that cannot be used.
    """

    groups: Groups = field(default_factory=Groups)
    steps: int = 500  # sequences seen, one a step
    d_model: int = 8  # numbers in a row of the table
    seed: int = 0  # of the first rows and of the corpus
    learning_rate: float = 1e-2
    optimizer: str = "adam"  # "adam", "adamw" or "sgd"
    tied: bool = False  # one table to read and to write with
    vocab_size: int = 256  # rows of the table; those no group uses are never looked up
    sequence_length: int = 16  # tokens in a sequence: each but the last guesses the next
    snapshots: int = 21  # frames kept of the run, evenly spaced, both ends included

    def __post_init__(self) -> None:
        check_range("steps", self.steps, 0, MAX_STEPS)
        check_range("d_model", self.d_model, 1, MAX_D_MODEL)
        check_range("vocab_size", self.vocab_size, 2, MAX_VOCAB_SIZE)
        check_range("sequence_length", self.sequence_length, 2, 256)
        check_range("snapshots", self.snapshots, 2, 101)
        check_range("seed", self.seed, 0, MAX_SEED)
        number = isinstance(self.learning_rate, float) or type(self.learning_rate) is int
        if not (number and 0 < self.learning_rate <= MAX_LEARNING_RATE):
            raise InputError(
                "out_of_range",
                "{name} is {value}, but must be a number above 0 and at most {highest:g}",
                name="learning_rate",
                value=self.learning_rate,
                lowest=0,
                highest=MAX_LEARNING_RATE,
            )
        if self.optimizer not in OPTIMIZERS:
            raise InputError(
                "unknown_optimizer",
                "optimizer is {value!r}, but must be one of {known}",
                value=self.optimizer,
                known=", ".join(OPTIMIZERS),
            )
        self.groups.token_ids(self.vocab_size)

    @property
    def snapshot_steps(self) -> np.ndarray:
        """The steps after which a snapshot is kept: int ``[frames]``, from 0 to ``steps``."""
        return np.unique(np.linspace(0, self.steps, self.snapshots).round().astype(int))


class DivergedError(InputError):
    """The loss of a run left the numbers (Inf or NaN): the steps were too large to follow."""

    def __init__(self, step: int, seed: int) -> None:
        super().__init__(
            "diverged",
            "the learning rate is too high: the loss left the numbers at step {step} (seed {seed})",
            step=step,
            seed=seed,
        )


@dataclass(frozen=True, eq=False)
class TrainingResult:
    """What a run was: its losses, and snapshots of the rows that its groups use.

    The arrays are read-only. Rows of the table that no group uses are not kept here.
    """

    config: TrainingConfig
    steps: np.ndarray  # int [frames], the steps done at each snapshot
    vectors: np.ndarray  # float32 [frames, tokens, d_model], input rows in the order of the groups
    output_vectors: np.ndarray  # the same of the output table; equal to vectors in a tied model
    losses: np.ndarray  # float32 [steps], nats, before the update of that step

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.config.groups.tokens

    @property
    def group_of(self) -> np.ndarray:
        return self.config.groups.group_of

    def similarity(self, frame: int) -> GroupSimilarity:
        """Mean cosine of the input rows within and across groups at one snapshot."""
        return group_similarity(self.vectors[frame], self.group_of)


def train(config: TrainingConfig, progress: Progress | None = None) -> TrainingResult:
    """One run.

    >>> result = train(TrainingConfig(Groups(("abc", "xyz")), steps=100))
    >>> result.vectors.shape
    (21, 6, 8)

    Raises ``DivergedError`` if its loss leaves the numbers.
    """
    return train_seeds(config, [config.seed], progress)[0]


def train_seeds(
    config: TrainingConfig, seeds: Sequence[int], progress: Progress | None = None
) -> list[TrainingResult]:
    """The same run from several seeds at once; run ``k`` equals ``train`` with ``seeds[k]``.

    ``progress(done, steps)`` is called about a hundred times, and at the last step. Raises
    ``DivergedError`` if the loss of any run leaves the numbers, ``InputError`` unless there are
    1 to 64 seeds.
    """
    check_range("seeds", len(seeds), 1, MAX_SEEDS)
    configs = [replace(config, seed=seed) for seed in seeds]
    parameters = initial_parameters(list(seeds), config.vocab_size, config.d_model, config.tied)
    model = NextTokenModel(parameters, positions=config.sequence_length - 1)
    optimizer = OPTIMIZERS[config.optimizer](parameters.tensors(), config.learning_rate)
    sequences = torch.stack([corpus(c) for c in configs], dim=1)  # (steps, runs, sequence_length)
    rows = torch.from_numpy(config.groups.token_ids(config.vocab_size))
    snapshot_steps = config.snapshot_steps
    losses = torch.empty(config.steps, len(seeds))
    frames = [_snapshot(parameters, rows)]
    report_every = max(1, config.steps // 100)
    for step, sequence in enumerate(sequences, start=1):
        losses[step - 1] = model.step(sequence[:, :-1], sequence[:, 1:])
        _check_finite(losses[step - 1, :, None], step, seeds)
        optimizer.step(model.gradients.tensors())
        if step == snapshot_steps[len(frames)]:
            frames.append(_snapshot(parameters, rows))
        if progress and (step % report_every == 0 or step == config.steps):
            progress(step, config.steps)
    _check_finite(frames[-1].flatten(1), config.steps, seeds)
    return _results(configs, snapshot_steps, torch.stack(frames), losses)


@dataclass(frozen=True, eq=False)
class GradientNorms:
    """Length of the gradient that reaches each row of a table in one step: ``[vocab_size]``."""

    looked_up: np.ndarray  # bool [vocab_size], the rows that the step read
    embedding: np.ndarray  # the input table
    unembedding: np.ndarray  # the output table; the same table, so the same norms, when tied


def first_step_gradients(config: TrainingConfig) -> GradientNorms:
    """What the first sequence of a run does to each row, before any optimizer.

    Raises ``InputError`` (reason ``out_of_range``) if the run has no step.
    """
    check_range("steps", config.steps, 1, MAX_STEPS)
    parameters = initial_parameters([config.seed], config.vocab_size, config.d_model, config.tied)
    model = NextTokenModel(parameters, positions=config.sequence_length - 1)
    sequence = corpus(replace(config, steps=1))
    model.step(sequence[:, :-1], sequence[:, 1:])
    looked_up = np.zeros(config.vocab_size, dtype=bool)
    looked_up[sequence[0, :-1].numpy()] = True
    into_rows = model.gradients.embedding[0].norm(dim=1).numpy()
    out_of_rows = model.gradients.unembedding[0].norm(dim=0).numpy()
    return GradientNorms(looked_up, into_rows, into_rows if config.tied else out_of_rows)


def parameter_count(config: TrainingConfig) -> int:
    """Trainable numbers of the model: one table or two, and a bias a token."""
    tables = 1 if config.tied else 2
    return config.vocab_size * (tables * config.d_model + 1)


def corpus(config: TrainingConfig) -> Tensor:
    """The sequences that a run reads: token ids, int64 ``[steps, sequence_length]``.

    Step ``t`` belongs to group ``t`` modulo the number of groups; its tokens are drawn evenly
    from that group.
    """
    # Not the stream that the first rows came from, or the two would go together.
    generator = torch.Generator().manual_seed(2**32 + config.seed)
    sizes = torch.tensor([len(group) for group in config.groups.groups])
    first = sizes.cumsum(0) - sizes  # where each group's tokens begin
    turn = torch.arange(config.steps) % len(sizes)
    shape = (config.steps, config.sequence_length)
    uniform = torch.rand(shape, generator=generator, dtype=torch.float64)
    within = (uniform * sizes[turn, None]).long()
    token_ids = torch.from_numpy(config.groups.token_ids(config.vocab_size))
    return token_ids[first[turn, None] + within]


def _snapshot(parameters: Parameters, rows: Tensor) -> Tensor:
    """Input and output rows of the tokens: a copy ``[runs, 2, tokens, d_model]``."""
    tables = parameters.embedding, parameters.unembedding.transpose(1, 2)
    return torch.stack([table[:, rows] for table in tables], dim=1)


def _results(
    configs: list[TrainingConfig], steps: np.ndarray, frames: Tensor, losses: Tensor
) -> list[TrainingResult]:
    """Cut the batch into runs; ``frames [frames, runs, 2, tokens, d_model]``."""
    results = []
    for run, config in enumerate(configs):
        tables = frames[:, run].contiguous().numpy()
        arrays = steps, tables[:, 0], tables[:, 1], losses[:, run].contiguous().numpy()
        for array in arrays:
            array.setflags(write=False)
        results.append(TrainingResult(config, *arrays))
    return results


def _check_finite(values: Tensor, step: int, seeds: Sequence[int]) -> None:
    """``values [runs, n]``: raise ``DivergedError`` for the first run that is not all numbers."""
    finite = values.isfinite().all(dim=1)
    if not finite.all():
        raise DivergedError(step, seeds[int(finite.logical_not().nonzero()[0])])
