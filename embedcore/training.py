"""Training: how tokens that keep the same company come to lie near each other.

A next-token model reads sequences in which a token only ever meets its own group, the groups
taking turns. To guess well it must tell from a token's row which group will follow, so the rows
of one group are pushed the same way. That is the whole mechanism, and `TrainingResult` keeps
snapshots of it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from torch import Tensor

from embedcore.bounds import check_range
from embedcore.config import MAX_SEEDS, TrainingConfig, check_work
from embedcore.corpus import corpus
from embedcore.errors import InputError
from embedcore.geometry import GroupSimilarity, group_similarity
from embedcore.model import NextTokenModel, Parameters, initial_parameters
from embedcore.optimizers import OPTIMIZERS
from embedcore.process import one_thread
from embedcore.progress import Progress, every_hundredth

LAST_STEPS = 100  # whose mean is the loss at the end: that of a single step jumps


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

    @property
    def final_loss(self) -> float:
        """The mean loss of the last 100 steps, nats; NaN of a run without a step."""
        return float(mean_of_last(self.losses))

    def similarity(self, frame: int) -> GroupSimilarity:
        """Mean cosine of the input rows within and across groups at one snapshot."""
        return group_similarity(self.vectors[frame], self.group_of)


def train(config: TrainingConfig, progress: Progress | None = None) -> TrainingResult:
    """One run.

    >>> from embedcore.groups import Groups
    >>> result = train(TrainingConfig(Groups(("abc", "xyz")), steps=100))
    >>> result.vectors.shape
    (21, 6, 8)

    Raises ``DivergedError`` if its loss leaves the numbers.
    """
    return train_seeds(config, [config.seed], progress)[0]


@one_thread()
def train_seeds(
    config: TrainingConfig, seeds: Sequence[int], progress: Progress | None = None
) -> list[TrainingResult]:
    """The same run from several seeds at once; run ``k`` equals ``train`` with ``seeds[k]``.

    ``progress(done, steps)`` is called about a hundred times, and at the last step. Raises
    ``DivergedError`` if the loss of any run leaves the numbers, ``InputError`` unless there are
    1 to 64 seeds, or (reason ``too_much_work``) if it would take longer than anyone waits.
    """
    check_range("seeds", len(seeds), 1, MAX_SEEDS)
    configs = [replace(config, seed=seed) for seed in seeds]
    check_work(config, len(seeds))
    trainer = Trainer(config, seeds)
    rows = torch.from_numpy(config.groups.token_ids(config.vocab_size))
    report = every_hundredth(progress, config.steps)
    frames, losses = [_snapshot(trainer.parameters, rows)], [trainer.run(0)]
    for steps in np.diff(config.snapshot_steps).tolist():
        losses.append(trainer.run(steps, report))
        frames.append(_snapshot(trainer.parameters, rows))
    check_finite(frames[-1].flatten(1), config.steps, seeds)
    return _results(configs, config.snapshot_steps, torch.stack(frames), torch.cat(losses))


class Trainer:
    """The runs of several seeds side by side."""

    def __init__(self, config: TrainingConfig, seeds: Sequence[int]) -> None:
        self.seeds = seeds
        self.parameters = initial_parameters(
            list(seeds), config.vocab_size, config.d_model, config.tied, config.bias, config.frozen
        )
        positions = config.batch_size * (config.sequence_length - 1)
        self.model = NextTokenModel(self.parameters, positions)
        self.optimizer = OPTIMIZERS[config.optimizer](
            self.parameters.tensors(), config.learning_rate
        )
        self.token_ids = None  # that the last step read: (runs, positions)
        self._done = 0
        self._sequences = _side_by_side([replace(config, seed=seed) for seed in seeds])

    def step(self) -> Tensor:
        """Read the next sequences and learn from them: the losses before, in nats ``[runs]``."""
        self._done += 1
        sequences = next(self._sequences)  # (runs, batch_size, sequence_length)
        self.token_ids = sequences[:, :, :-1].flatten(1)
        losses = self.model.step(self.token_ids, sequences[:, :, 1:].flatten(1))
        check_finite(losses[:, None], self._done, self.seeds)
        self.optimizer.step(self.model.gradients.tensors())
        return losses

    def run(self, steps: int, report: Callable[[int], None] | None = None) -> Tensor:
        """``steps`` further steps: the losses ``[steps, runs]``.

        ``report(done)`` is told after each how many there have been from the start.
        """
        losses = torch.empty(steps, len(self.seeds))
        for at in range(steps):
            losses[at] = self.step()
            if report:
                report(self._done)
        return losses

    @property
    def rows_read(self) -> np.ndarray:
        """Which rows of the input table the last step of the first run read: ``[vocab_size]``."""
        rows = np.zeros(self.parameters.embedding.shape[1], dtype=bool)
        rows[self.token_ids[0].numpy()] = True
        return rows


def mean_of_last(losses: np.ndarray) -> np.ndarray:
    """The mean over the last 100 steps: ``[…, steps]`` to ``[…]``, NaN where there is none."""
    if not losses.shape[-1]:
        return np.full(losses.shape[:-1], np.nan)
    return losses[..., -LAST_STEPS:].mean(axis=-1)


def parameter_count(config: TrainingConfig) -> int:
    """Trainable numbers of the model: one table or two, and perhaps a bias a token."""
    tables = 1 if config.tied else 2
    return config.vocab_size * (tables * config.d_model + config.bias)


def _side_by_side(configs: list[TrainingConfig]) -> Iterator[Tensor]:
    """What the runs read in one step after another: ``[runs, batch_size, sequence_length]``."""
    for blocks in zip(*map(corpus, configs), strict=True):
        yield from torch.stack(blocks, dim=1)


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


def check_finite(values: Tensor, step: int, seeds: Sequence[int]) -> None:
    """``values [runs, n]``: raise ``DivergedError`` for the first run that is not all numbers."""
    finite = values.isfinite().all(dim=1)
    if not finite.all():
        raise DivergedError(step, seeds[int(finite.logical_not().nonzero()[0])])
