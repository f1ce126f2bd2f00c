"""What a step does to each row of a table: the gradient that reaches it, and how far it moves.

"Only the rows that were looked up learn" holds for an untied table under plain gradient descent.
Elsewhere it does not, and these numbers show it: a tied table gets a gradient in every row, as
every token is a possible answer; Adam goes on moving a row by momentum; AdamW shrinks them all.
"""

from dataclasses import dataclass

import numpy as np

from embedcore.config import MAX_STEPS, TrainingConfig, check_work
from embedcore.errors import check_range
from embedcore.training import Progress, Trainer

MAX_WINDOW = 60


@dataclass(frozen=True, eq=False)
class GradientNorms:
    """Length of the gradient that reaches each row of a table in one step: ``[vocab_size]``."""

    looked_up: np.ndarray  # bool [vocab_size], the rows that the step read
    embedding: np.ndarray  # the input table
    unembedding: np.ndarray  # the output table; the same table, so the same norms, when tied


@dataclass(frozen=True, eq=False)
class RowMovement:
    """What a few steps in a row did to each row of the input table."""

    steps: np.ndarray  # int [steps], which they were, the first of a run being 1
    looked_up: np.ndarray  # bool [steps, vocab_size], the rows that a step read
    gradients: np.ndarray  # [steps, vocab_size], length of the gradient that reached a row
    moved: np.ndarray  # [steps, vocab_size], how far the row went


def first_step_gradients(config: TrainingConfig) -> GradientNorms:
    """What the first step of a run does to each row, before any optimizer.

    Raises ``InputError`` (reason ``out_of_range``) if the run has no step.
    """
    check_range("steps", config.steps, 1, MAX_STEPS)
    trainer = Trainer(config, [config.seed])
    trainer.step()
    gradients = trainer.model.gradients
    into_rows = gradients.embedding[0].norm(dim=1).numpy()
    out_of_rows = gradients.unembedding[0].norm(dim=0).numpy()
    return GradientNorms(
        _looked_up(trainer, config.vocab_size),
        into_rows,
        into_rows if config.tied else out_of_rows,
    )


def row_movement(
    config: TrainingConfig, first: int, count: int, progress: Progress | None = None
) -> RowMovement:
    """``count`` steps of a run, after the ``first`` steps that come before them.

    ``progress(done, first)`` is told of the steps before, which may be many. Raises ``InputError``
    (reason ``out_of_range``) unless the run has these steps and ``count`` is at most 60;
    ``DivergedError`` if the loss leaves the numbers before.
    """
    check_range("count", count, 1, min(MAX_WINDOW, config.steps))
    check_range("first", first, 0, config.steps - count)
    check_work(config, 1)
    trainer = Trainer(config, [config.seed])
    for done in range(first):
        trainer.step()
        if progress and done % 50 == 0:
            progress(done, first)
    table = trainer.parameters.embedding[0]
    looked_up, gradients, moved = [], [], []
    for _ in range(count):
        before = table.clone()
        trainer.step()
        looked_up.append(_looked_up(trainer, config.vocab_size))
        gradients.append(trainer.model.gradients.embedding[0].norm(dim=1).numpy())
        moved.append((table - before).norm(dim=1).numpy())
    steps = np.arange(first + 1, first + count + 1)
    return RowMovement(steps, np.array(looked_up), np.array(gradients), np.array(moved))


def _looked_up(trainer: Trainer, vocab_size: int) -> np.ndarray:
    rows = np.zeros(vocab_size, dtype=bool)
    rows[trainer.token_ids[0].numpy()] = True
    return rows
