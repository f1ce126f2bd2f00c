"""What visitors with the same settings share: each run is computed once.

A long run shows its progress from inside: when the visitor leaves, the next call to Streamlit ends
the run, and nothing is kept.
"""

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.groups import Groups
from embedcore.samples import SEEDS, mean_and_spread
from embedcore.training import TrainingResult, train, train_seeds
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.text import Text


class SeedRuns(NamedTuple):
    """What several seeds of one run came to."""

    similarity: np.ndarray  # within and across groups: [seeds, frames, 2]
    cosines_after: np.ndarray  # of all pairs at the end: float32 [seeds, tokens, tokens]


@kept
def cached_train(config: TrainingConfig, _label: str) -> TrainingResult:
    """``train``, once for each config, under a bar that says ``_label``."""
    bar = Bar(_label)
    result = train(config, bar)
    bar.close()
    return result


def cached_seeds(config: TrainingConfig, seeds: int, _label: str) -> SeedRuns:
    """The run from ``seeds`` seeds, 0 upward, whatever seed the visitor chose."""
    return _seed_runs(replace(config, seed=0), seeds, _label)


@kept
def _seed_runs(config: TrainingConfig, seeds: int, _label: str) -> SeedRuns:
    bar = Bar(_label)
    results = train_seeds(config, range(seeds), bar)
    bar.close()
    vectors = np.stack([result.vectors for result in results])  # (seeds, frames, tokens, d_model)
    similarity = group_similarity(vectors, config.groups.group_of)
    cosines = cosine_matrix(vectors[:, -1]).astype(np.float32)  # 64 seeds of 156 tokens: 6 MB
    return SeedRuns(np.stack(similarity, axis=-1), cosines)


def group_names(groups: Groups) -> list[str]:
    """Each group by its first and last token: ``a … j``."""
    return [f"{group[0]} … {group[-1]}" for group in groups.groups]


def similarity_metrics(text: Text, runs: SeedRuns, one_group: bool) -> None:
    """Within and across as two large numbers with their spread, and the change since the start."""
    for part, (name, column) in enumerate(zip(("within", "across"), st.columns(2), strict=True)):
        before = runs.similarity[:, 0, part].mean()
        mean, spread = mean_and_spread(runs.similarity[:, -1, part])
        alone = name == "across" and one_group
        column.metric(
            text(f"metrics.{name}"),
            "—" if alone else f"{mean:+.2f} ± {spread:.2f}",
            delta=None if alone else f"{mean - before:+.2f}",
            delta_color="off",
            help=text(f"metrics.{name}_help"),
        )
    st.caption(text("metrics.seeds", seeds=SEEDS))
