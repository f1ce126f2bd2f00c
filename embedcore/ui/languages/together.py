"""Section together."""

from embedcore.ui.controls import Controls
from embedcore.ui.text import Text


def show_together(text: Text, controls: Controls) -> None:
    """To be written."""
