"""The experiment: which tokens keep company, and everything else that a run depends on."""

from collections.abc import Sequence

import streamlit as st

from embedcore.config import MAX_D_MODEL, MAX_STEPS, TrainingConfig
from embedcore.errors import InputError
from embedcore.groups import Groups
from embedcore.ui.controls import Controls
from embedcore.ui.show import explain
from embedcore.ui.text import Text

PRESETS = {
    "letters": "abcdefghij ABCDEFGHIJ",  # the sources' own
    "vowels": "aeiou bcdfghjklmnpqrstvwxyz",
    "stems": "甲乙丙丁戊己庚辛壬癸 子丑寅卯辰巳午未申酉戌亥",
    "digits": "0123456789 abcdefghij",
    "three": "abcdefgh 12345678 αβγδεζηθ",
}
WORDS = "training_lab"  # the page whose words its labels are
NO_BRIDGE = "none"
LONGEST_GROUPS = 200
OPTIMIZER_NAMES = {"adam": "Adam", "adamw": "AdamW", "sgd": "SGD"}
ALL_ROWS, USED_ROWS = "256", "used"
BATCH_SIZES = (1, 2, 4, 8, 16, 32)
FINER = ("bridge", "seed", "learning_rate", "optimizer", "sequence_length", "batch_size")
FINER += ("vocab_size", "tied", "bias")


def experiment_controls(
    text: Text, controls: Controls, without: Sequence[str] = ()
) -> TrainingConfig:
    """Groups, steps and width in sight, the rest in an expander that opens if any was changed.

    Finer settings named in ``without`` are not asked for, and stay at their defaults.
    """
    preset, groups, steps, d_model = st.columns(4, gap="medium")
    with preset:
        name = controls.select(
            "preset",
            list(PRESETS),
            "letters",
            resets=("groups", "bridge"),
            label=lambda preset: text(f"presets.{preset}"),
        )
    with groups:
        typed = controls.words("groups", PRESETS[name], longest=LONGEST_GROUPS)
        place_of_errors = st.container()
    with steps:
        step_count = controls.slider("steps", 0, MAX_STEPS, 500, step=10)
    with d_model:
        width = controls.slider("d_model", 2, MAX_D_MODEL, 8)
    with st.expander(text("setup.more"), icon="🎛️", expanded=controls.changed(FINER)):
        finer = _finer_controls(text, controls, typed, without)
    bridge = finer.pop("bridge")
    with place_of_errors:
        tokens = _groups(text, typed, bridge)
    vocab_size = 256 if finer.pop("vocab_size") == ALL_ROWS else len(tokens.tokens)
    return TrainingConfig(tokens, step_count, width, vocab_size=vocab_size, **finer)


def _finer_controls(
    text: Text, controls: Controls, typed: str, without: Sequence[str]
) -> dict[str, object]:
    """The other settings, three in a row, each over one line on why it matters."""
    tokens = list(dict.fromkeys("".join(typed.split())))

    def bridge() -> str:
        names = {NO_BRIDGE: text("setup.no_bridge")}
        options = [NO_BRIDGE, *tokens]
        return controls.select("bridge", options, NO_BRIDGE, label=lambda t: names.get(t, t))

    def vocab_size() -> str:
        return controls.choice(
            "vocab_size",
            (ALL_ROWS, USED_ROWS),
            ALL_ROWS,
            label=lambda rows: text(f"setup.rows.{rows}"),
        )

    asked = {
        "seed": lambda: controls.whole("seed", 0, 9_999, 0),
        "learning_rate": lambda: controls.number("learning_rate", 1e-6, 1e6, 1e-2),
        "optimizer": lambda: controls.choice(
            "optimizer", list(OPTIMIZER_NAMES), "adam", OPTIMIZER_NAMES.get
        ),
        "sequence_length": lambda: controls.slider("sequence_length", 2, 64, 16),
        "batch_size": lambda: controls.stops("batch_size", BATCH_SIZES, 1),
        "vocab_size": vocab_size,
        "bridge": bridge,
        "tied": lambda: controls.toggle("tied", False),
        "bias": lambda: controls.toggle("bias", True),
    }
    columns = st.columns(3, gap="large")
    answers = {}
    kept = {key: ask for key, ask in asked.items() if key not in without}
    for place, (key, ask) in enumerate(kept.items()):
        with columns[place % 3]:
            answers[key] = ask()
            st.caption(text(f"controls.{key}.reason"))
    return answers


def _groups(text: Text, typed: str, bridge: str) -> Groups:
    """The visitor's groups; the default ones under a message if they cannot be used."""
    groups = typed.split()
    try:
        if bridge == NO_BRIDGE:
            return Groups(tuple(groups))
        homes = [number for number, group in enumerate(groups) if bridge in group]
        if len(homes) == 1 and len(groups) > 1:
            groups[(homes[0] + 1) % len(groups)] += bridge
        return Groups(tuple(groups), bridge)
    except InputError as error:
        explain(text, error)
        return Groups()
