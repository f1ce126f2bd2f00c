"""What visitors with the same settings share: each run is computed once.

Every cache is bounded. Only settings go in and read-only results come out, so no visitor can
change what another sees. A long run shows its progress from inside: when the visitor leaves, the
next call to Streamlit ends the run, and nothing is cached.
"""

import time
from typing import NamedTuple

import numpy as np
import streamlit as st
import torch

from embedcore import projection
from embedcore.geometry import cosine_matrix
from embedcore.training import (
    GradientNorms,
    TrainingConfig,
    TrainingResult,
    first_step_gradients,
    train,
    train_seeds,
)

SEEDS = 8  # in every mean with a spread

# The models are tiny: on a small shared machine several threads wait for one another.
torch.set_num_threads(1)


class SeedRuns(NamedTuple):
    """What several seeds of one run came to."""

    similarity: np.ndarray  # within and across groups: [seeds, frames, 2]
    cosines_after: np.ndarray  # of all pairs at the end: [seeds, tokens, tokens]


class _Bar:
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
    bar = _Bar(_label)
    result = train(config, bar)
    bar.close()
    return result


@st.cache_data(max_entries=64, show_spinner=False)
def cached_seeds(config: TrainingConfig, _label: str) -> SeedRuns:
    """The run from ``SEEDS`` seeds, 0 upward, whatever seed the visitor chose."""
    bar = _Bar(_label)
    results = train_seeds(config, range(SEEDS), bar)
    bar.close()
    frames = range(len(results[0].steps))
    similarity = [[result.similarity(frame) for frame in frames] for result in results]
    cosines = [cosine_matrix(result.vectors[-1]) for result in results]
    return SeedRuns(np.array(similarity), np.array(cosines))


@st.cache_data(max_entries=64, show_spinner=False)
def cached_gradients(config: TrainingConfig) -> GradientNorms:
    """``first_step_gradients``, once for each config."""
    return first_step_gradients(config)


@st.cache_data(max_entries=128, show_spinner=False)
def cached_map(frames: np.ndarray, method: str) -> tuple[np.ndarray, list[projection.Trust]]:
    """One map of all ``frames [frames, tokens, d_model]``: points ``[frames, tokens, 2]``.

    The frames share the map, so that a token can be followed from one to the next; each frame
    has its own measure of trust. The ``"raw"`` method shows two-dimensional vectors as they are.
    """
    count, tokens, d_model = frames.shape
    flat = frames.reshape(count * tokens, d_model)
    points = flat if method == "raw" else projection.project(flat, method)
    points = points.reshape(count, tokens, 2)
    trusts = [projection.trust(a, b) for a, b in zip(frames, points, strict=True)]
    return points, trusts
