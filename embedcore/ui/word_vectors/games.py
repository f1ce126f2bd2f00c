"""Section games."""

from embedcore.ui.controls import Controls
from embedcore.ui.text import Text


def show_games(text: Text, controls: Controls) -> None:
    """To be written."""
