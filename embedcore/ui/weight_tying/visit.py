"""What the weight tying page lends its sections: the experiment, as the lab has it, but untied."""

from functools import cached_property

import streamlit as st

from embedcore.config import TrainingConfig
from embedcore.ui.experiment import WORDS, experiment_controls
from embedcore.ui.text import Text
from embedcore.ui.visit import Visit


class TyingVisit(Visit):
    """A visit of the weight tying page."""

    lends = "config"

    @cached_property
    def config(self) -> TrainingConfig:
        """An untied run: tied or not is what the page compares.

        Its controls, in the lab's words, are drawn where this is first asked for.
        """
        words = Text(WORDS, self.text.language)
        with st.container(border=True):
            return experiment_controls(words, self.controls.worded(words), without=("tied",))
