"""What the training lab lends its sections: the visitor's experiment, and its run."""

from functools import cached_property

import streamlit as st

from embedcore.config import TrainingConfig
from embedcore.training import TrainingResult
from embedcore.ui.experiment import experiment_controls
from embedcore.ui.runs import cached_train
from embedcore.ui.visit import Visit


class LabVisit(Visit):
    """A visit of the training lab."""

    lends = "config"

    @cached_property
    def config(self) -> TrainingConfig:
        """What the visitor chose; its controls are drawn where this is first asked for."""
        with st.container(border=True):
            return experiment_controls(self.text, self.controls)

    @cached_property
    def result(self) -> TrainingResult:
        """The run. Raises ``InputError`` if it would take too long or leaves the numbers."""
        return cached_train(self.config, self.text("progress"))
