"""A progress bar for whatever takes longer than a glance."""

import time

import streamlit as st


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
        if self._place is not None:
            self._place.empty()
