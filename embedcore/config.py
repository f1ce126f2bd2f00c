"""The settings of a run, and what a run may cost."""

import math
from dataclasses import dataclass, field

import numpy as np

from embedcore.bounds import check_number, check_range, check_steps
from embedcore.errors import InputError
from embedcore.groups import Groups
from embedcore.optimizers import OPTIMIZERS

MAX_STEPS, MAX_D_MODEL, MAX_VOCAB_SIZE, MAX_SEEDS = 5_000, 128, 1_024, 64
MAX_SEQUENCE_LENGTH, MAX_BATCH_SIZE = 256, 64
MAX_SEED = 2**32 - 1
MAX_LEARNING_RATE = 1e30  # float32, in which the steps are computed, ends at 3e38

# What a run takes, in numbers touched (about a nanosecond each): see `check_work`.
MAX_WORK = 20e9
STEP_COST, LOGIT_COST, PARAMETER_COST, POSITION_COST = 200_000, 2, 2, 100


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
    bias: bool = True  # of the linear layer
    vocab_size: int = 256  # rows of the table; those no group uses are never looked up
    sequence_length: int = 16  # tokens in a sequence: each but the last guesses the next
    batch_size: int = 1  # sequences a step
    shuffled: bool = False  # a control: every sequence mixes the tokens of all groups
    frozen: bool = False  # a control: the table does not learn, only what reads it
    snapshots: int = 21  # frames kept of the run, evenly spaced, both ends included

    def __post_init__(self) -> None:
        check_range("steps", self.steps, 0, MAX_STEPS)
        check_range("d_model", self.d_model, 1, MAX_D_MODEL)
        check_range("vocab_size", self.vocab_size, 2, MAX_VOCAB_SIZE)
        check_range("sequence_length", self.sequence_length, 2, MAX_SEQUENCE_LENGTH)
        check_range("batch_size", self.batch_size, 1, MAX_BATCH_SIZE)
        check_range("snapshots", self.snapshots, 2, 101)
        check_range("seed", self.seed, 0, MAX_SEED)
        check_number("learning_rate", self.learning_rate, MAX_LEARNING_RATE)
        if not (isinstance(self.optimizer, str) and self.optimizer in OPTIMIZERS):
            raise InputError(
                "unknown_optimizer",
                "optimizer is {value!r}, but must be one of {known}",
                value=self.optimizer,
                known=", ".join(OPTIMIZERS),
            )
        for name in ("tied", "bias", "shuffled", "frozen"):
            if not isinstance(getattr(self, name), bool):
                raise InputError(
                    "not_yes_or_no",
                    "{name} is {value!r}, but must be True or False",
                    name=name,
                    value=getattr(self, name),
                )
        self.groups.token_ids(self.vocab_size)

    @property
    def snapshot_steps(self) -> np.ndarray:
        """The steps after which a snapshot is kept: int ``[frames]``, from 0 to ``steps``."""
        return np.unique(np.linspace(0, self.steps, self.snapshots).round().astype(int))

    @property
    def loss_floor(self) -> float:
        """The least loss, in nats, that a model of this corpus can keep (see ``Groups``)."""
        return math.log(len(self.groups.tokens)) if self.shuffled else self.groups.loss_floor


def check_work(config: TrainingConfig, seeds: int) -> None:
    """Raise ``InputError`` (reason ``too_much_work``) if training would take over half a minute.

    Counted are the numbers that a step touches: a logit of each position and token, every
    parameter with its two running means, and the rows of a position.
    """
    positions = config.batch_size * (config.sequence_length - 1)
    logits = LOGIT_COST * positions * config.vocab_size
    parameters = PARAMETER_COST * config.vocab_size * (2 * config.d_model + 1)
    rows = positions * (config.d_model + POSITION_COST)
    a_step = STEP_COST + seeds * (logits + parameters + rows)
    check_steps(config.steps, seeds, config.d_model, most=int(MAX_WORK // a_step))
