"""What the sections share: both designs from the same seeds, each trained once."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from embedcore.config import TrainingConfig
from embedcore.samples import SEEDS
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.text import Text
from embedcore.weight_tying.tables import SeedTables, train_tables

DESIGNS = ("untied", "tied")


def designs(untied: TrainingConfig) -> dict[str, TrainingConfig]:
    """The config of each design by its name."""
    return {name: replace(untied, tied=name == "tied") for name in DESIGNS}


def both_tables(text: Text, untied: TrainingConfig) -> dict[str, SeedTables]:
    """Each design from seeds 0 to 7, whatever seed the visitor chose."""
    return {
        name: _tables(replace(config, seed=0), list(range(SEEDS)), text("progress"))
        for name, config in designs(untied).items()
    }


def own_tables(text: Text, untied: TrainingConfig) -> dict[str, SeedTables]:
    """Each design from the visitor's own seed."""
    return {
        name: _tables(config, [config.seed], text("progress"))
        for name, config in designs(untied).items()
    }


@kept
def _tables(config: TrainingConfig, seeds: Sequence[int], _label: str) -> SeedTables:
    bar = Bar(_label)
    tables = train_tables(config, seeds, bar)
    bar.close()
    return tables


def written(values: np.ndarray) -> str:
    """Mean and standard deviation over the seeds, with a sign; a dash where there is no number."""
    if np.isnan(values).any():
        return "—"
    mean = round(float(values.mean()), 2) + 0.0  # + 0.0: no "-0.00"
    return f"{mean:+.2f} ± {values.std(ddof=1):.2f}"
