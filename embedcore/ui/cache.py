"""What visitors with the same settings share: each run is computed once.

Every cache is bounded. Only settings go in and read-only results come out, so no visitor can
change what another sees. A long run shows its progress from inside: when the visitor leaves, the
next call to Streamlit ends the run, and nothing is cached.
"""

import time
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import streamlit as st
import torch
from threadpoolctl import threadpool_limits  # comes with scikit-learn

from embedcore import projection
from embedcore.config import TrainingConfig
from embedcore.generalise import GeneraliseConfig, GeneraliseResult, generalise
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.movement import GradientNorms, RowMovement, first_step_gradients, row_movement
from embedcore.training import TrainingResult, train, train_seeds

SEEDS = 8  # in every mean with a spread, where the visitor does not choose

# The models are tiny: on a small shared machine several threads wait for one another. So do those
# of numpy's products of matrices, which took up to 1.6 times the processor's time.
torch.set_num_threads(1)
threadpool_limits(1, "blas")


class SeedRuns(NamedTuple):
    """What several seeds of one run came to."""

    similarity: np.ndarray  # within and across groups: [seeds, frames, 2]
    cosines_after: np.ndarray  # of all pairs at the end: [seeds, tokens, tokens]


class Bar:
    """A progress bar that appears when a run takes longer than a glance, and leaves no trace."""

    seconds_between = 0.25

    def __init__(self, label: str) -> None:
        self._label = label
        self._place = None
        self._last = time.monotonic()

    def __call__(self, done: int, steps: int) -> None:
        if time.monotonic() - self._last < self.seconds_between:
            return
        self._last = time.monotonic()
        if self._place is None:
            self._place = st.empty()
        self._place.progress(done / steps, text=self._label)

    def close(self) -> None:
        # A cached answer replays what its function drew: it must have drawn nothing.
        if self._place is not None:
            self._place.empty()


@st.cache_data(max_entries=64, show_spinner=False)
def cached_train(config: TrainingConfig, _label: str) -> TrainingResult:
    """``train``, once for each config, under a bar that says ``_label``."""
    bar = Bar(_label)
    result = train(config, bar)
    bar.close()
    return result


def cached_seeds(config: TrainingConfig, seeds: int, _label: str) -> SeedRuns:
    """The run from ``seeds`` seeds, 0 upward, whatever seed the visitor chose."""
    return _seed_runs(replace(config, seed=0), seeds, _label)


@st.cache_data(max_entries=64, show_spinner=False)
def _seed_runs(config: TrainingConfig, seeds: int, _label: str) -> SeedRuns:
    bar = Bar(_label)
    results = train_seeds(config, range(seeds), bar)
    bar.close()
    vectors = np.stack([result.vectors for result in results])  # (seeds, frames, tokens, d_model)
    similarity = group_similarity(vectors, config.groups.group_of)
    return SeedRuns(np.stack(similarity, axis=-1), cosine_matrix(vectors[:, -1]))


@st.cache_data(max_entries=64, show_spinner=False)
def cached_gradients(config: TrainingConfig) -> GradientNorms:
    """``first_step_gradients``, once for each config."""
    return first_step_gradients(config)


@st.cache_data(max_entries=32, show_spinner=False)
def cached_movement(config: TrainingConfig, first: int, count: int, _label: str) -> RowMovement:
    """``row_movement``, once for each config and window, under a bar that says ``_label``."""
    bar = Bar(_label)
    movement = row_movement(config, first, count, bar)
    bar.close()
    return movement


@st.cache_data(max_entries=32, show_spinner=False)
def cached_generalise(config: GeneraliseConfig, _label: str) -> GeneraliseResult:
    """``generalise``, once for each config, under a bar that says ``_label``."""
    bar = Bar(_label)
    result = generalise(config, bar)
    bar.close()
    return result


@st.cache_data(max_entries=128, show_spinner=False)
def cached_map(
    frames: np.ndarray, method: str, n_neighbors: int = 15, min_dist: float = 0.1, seed: int = 0
) -> tuple[np.ndarray, list[projection.Trust]]:
    """One map of all ``frames [frames, tokens, d_model]``: points ``[frames, tokens, 2]``.

    The frames share the map, so that a token can be followed from one to the next; each frame
    has its own measure of trust. The ``"raw"`` method shows two-dimensional vectors as they are.
    """
    count, tokens, d_model = frames.shape
    flat = frames.reshape(count * tokens, d_model)
    if method == "raw":
        points = flat
    else:
        points = projection.project(flat, method, seed, n_neighbors, min_dist)
    points = points.reshape(count, tokens, 2)
    trusts = [projection.trust(a, b) for a, b in zip(frames, points, strict=True)]
    return points, trusts
