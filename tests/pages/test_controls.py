"""Every control, moved to both ends, leaves a page that works."""

import pytest

from .visitor import PAGES, Visit

# A run at both upper ends takes long; that is tried once, in test_training_lab.
START = {"training_lab": {"steps": "20"}, "weight_tying": {"steps": "20"}}


RUN = {
    "preset": ("letters", "three"),
    "optimizer": ("adam", "sgd"),
    "vocab_size": ("256", "used"),
    "bridge": ("none", "J"),
}
# The first and the last of options whose labels say something else.
OPTIONS = {
    **{f"weight_tying.{key}": ends for key, ends in RUN.items()},
    **{f"training_lab.{key}": ends for key, ends in RUN.items()},
    "weight_tying.section": ("models", "real"),
    "one_hot.section": ("one_hot", "generalise"),
    "lookup_table.tokenizer": ("bytes", "o200k"),
    "lookup_table.section": ("ways", "real"),
    "training_lab.rows": ("input", "both"),
    "training_lab.section": ("seeds", "take_away"),
    "parameter_calculator.section": ("formula", "take_away"),
    "word_vectors.section": ("neighbours", "games"),
    "word_vectors.table": ("glove", "chinese"),
    "word_vectors.map": ("umap", "pca"),
    "word_vectors.word": ("a", "telecommunications"),
    "word_vectors.several": ("a", "one two three four five six"),
    "languages.rotation_word": ("a", "猫"),
    "languages.section": ("rotation", "script"),
    "languages.direction": ("en_zh", "zh_en"),
    "languages.anchor_list": ("ours", "own"),
    "compression.section": ("distances", "structure"),
    "compression.source": ("onehot", "chinese"),
}


def ends(widget):
    kind = widget.type
    if kind in ("slider", "number_input"):
        return widget.min, widget.max
    if kind == "select_slider":
        return [int(widget.options[end].replace(",", "")) for end in (0, -1)]
    if widget.key in OPTIONS:
        return OPTIONS[widget.key]
    if kind == "button_group":
        return widget.options[0], widget.options[-1]
    if kind == "selectbox":
        return widget.options[0], widget.options[-1]
    if kind == "toggle":
        return False, True
    return "", "é" * 200


KEYS = {
    "one_hot": ("section", "text"),
    "lookup_table": ("text", "tokenizer", "d_model", "seed", "section", "measure"),
    "training_lab": (
        *("preset", "groups", "steps", "d_model", "seed", "learning_rate", "optimizer"),
        *("sequence_length", "batch_size", "vocab_size", "bridge", "tied", "bias"),
        *("map", "rows", "section", "seeds", "anchor", "near", "far"),
    ),
    "weight_tying": (
        *("preset", "groups", "steps", "d_model", "seed", "learning_rate", "optimizer"),
        *("sequence_length", "batch_size", "vocab_size", "bridge", "bias", "section"),
    ),
    "parameter_calculator": (
        *("preset", "vocab_size", "d_model", "context", "layers", "heads", "tied", "section"),
    ),
    "word_vectors": ("section", "table", "word", "several", "map"),
    "languages": ("section", "direction", "anchor_list", "anchors", "rotation_word"),
    "compression": ("section", "source", "words", "k"),
}


@pytest.mark.parametrize("name", PAGES)
def test_no_control_is_forgotten_here(name):
    assert set(Visit(name).values) == set(KEYS[name])


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in PAGES for key in KEYS[name]])
def test_both_ends(name, key):
    page = Visit(name, **START.get(name, {}))
    first = page.values[key]
    for end in ends(page.widget(key)):
        page.set(key, end)
        assert page.values[key] == end
        assert page.says("cautions")
        assert not page.warnings
    page.set(key, first)
    assert page.says("cautions")


@pytest.mark.parametrize("name", PAGES)
def test_the_maths_and_the_code_are_there(name):
    page = Visit(name)
    labels = [expander.label for expander in page.tab.expander]
    assert {page.text("closer.maths"), page.text("closer.code")} <= set(labels)
    assert not page.tab.latex
    page.look_closer("maths", "code")
    assert page.tab.latex
    assert any("def " in block.value for block in page.tab.code)
