"""What the lookup page lends its sections: the visitor's text, looked up in a table."""

from functools import cached_property

import streamlit as st

from embedcore.ui.lookup_table.setup import Setup, lookup_controls
from embedcore.ui.visit import NothingToShowError, Visit


class LookupVisit(Visit):
    """A visit of the lookup page."""

    lends = "choice"

    @cached_property
    def choice(self) -> Setup:
        """What the visitor chose; its controls are drawn where this is first asked for."""
        with st.container(border=True):
            return lookup_controls(self.text, self.controls)

    @property
    def setup(self) -> Setup:
        """The choice, if it has a token to look up; else says so.

        Raises ``NothingToShowError`` then.
        """
        if not len(self.choice.lookup.token_ids):
            st.info(self.text("empty"), icon="⌨️")
            raise NothingToShowError
        return self.choice
