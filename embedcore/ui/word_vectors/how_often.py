"""Section how_often."""

from embedcore.ui.controls import Controls
from embedcore.ui.text import Text


def show_how_often(text: Text, controls: Controls) -> None:
    """To be written."""
