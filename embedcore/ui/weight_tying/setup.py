"""The settings of this page: the training lab's, in the lab's words."""

from copy import copy

from embedcore.config import TrainingConfig
from embedcore.ui.controls import Controls
from embedcore.ui.experiment import experiment_controls
from embedcore.ui.text import Text

WORDS = "training_lab"


def tying_controls(text: Text, controls: Controls) -> TrainingConfig:
    """All settings of an untied run: tied or not is what the page compares."""
    words = Text(WORDS, text.language)
    in_its_words = copy(controls)  # the same settings under other labels
    in_its_words.text = words
    return experiment_controls(words, in_its_words, without=("tied",))
