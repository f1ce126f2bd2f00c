"""The names model, 1,000 steps of one name each, against its original in pure Python."""

import torch

from benchmarks.seeds import seconds
from embedcore.names_model import NamesConfig, train_names

PURE_PYTHON_SECONDS = 4 * 60  # the sources' figure, not measured here


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the ratio or amount, and what it is held to."""
    torch.set_num_threads(1)
    taken = seconds(train_names, NamesConfig(steps=1_000, batch_size=1), [0])
    return [
        ("4 minutes / names model, one name a step", PURE_PYTHON_SECONDS / taken, "at least 100")
    ]
