"""What the calculator lends its sections: the model that the visitor chose, counted."""

from functools import cached_property

import streamlit as st

from embedcore.parameters import ConfigError
from embedcore.ui.parameter_calculator.own import refuse
from embedcore.ui.parameter_calculator.setup import Choice, Model, model_controls
from embedcore.ui.visit import NothingToShowError, Visit


class CalculatorVisit(Visit):
    """A visit of the calculator."""

    lends = "choice"

    @cached_property
    def choice(self) -> Choice:
        """What the visitor chose; its controls are drawn where this is first asked for."""
        with st.container(border=True):
            return model_controls(self.text, self.controls)

    @cached_property
    def model_if_any(self) -> Model | None:
        """The model, or None where its sizes do not fit together: the page then says why."""
        try:
            return self.choice.model()
        except ConfigError as error:
            refuse(self.text, error)
            return None

    @property
    def model(self) -> Model:
        """The model. Raises ``NothingToShowError`` where it cannot be counted."""
        if self.model_if_any is None:
            raise NothingToShowError
        return self.model_if_any
