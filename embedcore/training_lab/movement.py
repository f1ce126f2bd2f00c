"""What a step does to each row of a table: the gradient that reaches it, and how far it moves.

"Only the rows that were looked up learn" holds for an untied table under plain gradient descent.
Elsewhere it does not, and these numbers show it: a tied table gets a gradient in every row, as
every token is a possible answer; Adam goes on moving a row by momentum; AdamW shrinks them all.
"""

from dataclasses import dataclass

import numpy as np

from embedcore.bounds import check_range
from embedcore.config import TrainingConfig, check_work
from embedcore.process import one_thread
from embedcore.progress import Progress, every_hundredth
from embedcore.training import Trainer

MAX_WINDOW = 60


@dataclass(frozen=True, eq=False)
class RowMovement:
    """What a few steps in a row did to each row of the input table."""

    steps: np.ndarray  # int [steps], which they were, the first of a run being 1
    looked_up: np.ndarray  # bool [steps, vocab_size], the rows that a step read
    gradients: np.ndarray  # [steps, vocab_size], length of the gradient that reached a row
    moved: np.ndarray  # [steps, vocab_size], how far the row went


@one_thread()
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
    trainer.run(first, every_hundredth(progress, first))
    table = trainer.parameters.embedding[0]
    looked_up, gradients, moved = [], [], []
    for _ in range(count):
        before = table.clone()
        trainer.step()
        looked_up.append(trainer.rows_read)
        gradients.append(trainer.model.gradients.embedding[0].norm(dim=1).numpy())
        moved.append((table - before).norm(dim=1).numpy())
    steps = np.arange(first + 1, first + count + 1)
    return RowMovement(steps, np.array(looked_up), np.array(gradients), np.array(moved))
