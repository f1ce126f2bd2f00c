"""The visitor's own ``config.json``: a setting of the page, wherever it was pasted."""

import streamlit as st

from embedcore.parameters import ConfigError, count, parse
from embedcore.tokens import repair
from embedcore.ui.controls import Controls
from embedcore.ui.settings import Settings
from embedcore.ui.show import explain
from embedcore.ui.text import Text

OWN = "own"  # its name in the list of models
CONFIG = "config"  # the setting that holds its text
SIZES = ("vocab_size", "d_model", "context", "layers", "heads", "tied")
LONGEST_IN_LINK = 1_500  # characters: some programs cut off a longer address


def own_text(controls: Controls) -> str:
    """What was pasted or uploaded last, or came with the link.

    A text too long for a link is its own default: the address leaves defaults out.
    """
    settings = controls.settings
    known = st.session_state.get(settings.widget_key(CONFIG), settings.kept.get(CONFIG, ""))
    default = known if len(known) > LONGEST_IN_LINK else ""
    key = settings.prepare(CONFIG, default, lambda raw: repair(str(raw)) if raw.strip() else "")
    settings.keep(CONFIG, st.session_state[key])
    return st.session_state[key]


def usable(written: str) -> dict | None:
    """The config, if all of it can be counted."""
    try:
        config = parse(written)
        count(config)
    except ConfigError:
        return None
    return config


def take_over(settings: Settings, written: str) -> None:
    """Make a text the visitor's own config, and the model on the sliders if it can be counted.

    For a callback: the next run finds the settings as if the visitor had moved the controls.
    """
    preset = settings.widget_key("preset")
    settings.forget(SIZES)
    st.session_state[settings.widget_key(CONFIG)] = written
    if usable(repair(written)) is not None:
        st.session_state[preset] = OWN
    elif st.session_state.get(preset) == OWN:
        settings.forget(["preset"])


def refuse(text: Text, error: ConfigError) -> None:
    """Say which field of a config cannot be used, in the visitor's language."""
    kind = error.details.get("kind")
    explain(text, error, **({"kind": text(f"kinds.{kind.split()[-1]}")} if kind else {}))
