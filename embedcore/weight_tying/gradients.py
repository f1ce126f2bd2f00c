"""Which rows one step teaches, in a model with two tables and in one with a shared table.

The input table gets a gradient only in the rows that were looked up; an output table in every row,
as every token is a possible answer. A shared table gets both.
"""

from dataclasses import dataclass

import numpy as np

from embedcore.bounds import check_range
from embedcore.config import MAX_STEPS, TrainingConfig
from embedcore.corpus import corpus
from embedcore.training import Trainer


@dataclass(frozen=True, eq=False)
class GradientNorms:
    """Length of the gradient that reaches each row of a table in one step: ``[vocab_size]``."""

    sequences: np.ndarray  # [batch_size, sequence_length], the token ids of the step
    looked_up: np.ndarray  # bool [vocab_size], the rows that the step read
    embedding: np.ndarray  # the input table
    unembedding: np.ndarray  # the output table; the same table, so the same norms, when tied

    @property
    def only_answers(self) -> np.ndarray:
        """Rows that were the next token and never read: bool ``[vocab_size]``."""
        answers = np.zeros_like(self.looked_up)
        answers[self.sequences[:, 1:]] = True
        return answers & ~self.looked_up


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
        next(corpus(config))[0].numpy(),
        trainer.rows_read,
        into_rows,
        into_rows if config.tied else out_of_rows,
    )
