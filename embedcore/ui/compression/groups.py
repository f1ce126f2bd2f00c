"""Section groups."""

from embedcore.ui.controls import Controls
from embedcore.ui.text import Text


def show_groups(text: Text, controls: Controls) -> None:
    """To be written."""
