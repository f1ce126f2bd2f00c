"""Every control of every page, moved to both ends: the page works, and the address says it."""

import pytest

from embedcore.ui.settings import as_parameter
from embedcore.ui.text import sentences
from embedcore.ui.tour import page_named

from .controls_found import is_length, moves
from .visitor import PAGES, Visit

NOT_IN_THE_LINK = {"own_text"}  # a visitor's own text may be as long as a book
AFTER_TRAINING = {"meetings"}  # stands beside a finished run: moved in word_vectors/test_train.py


def labelled(name):
    """The controls that have a label in the words of the page."""
    keys = [key.split(".") for key in sentences(name, "en")]
    return {key[1] for key in keys if key[0] == "controls" and key[2] == "label"}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.usefixtures("short_training")
def test_both_ends(name):
    moved = set()
    for section in page_named(name).sections:
        for page, key, value, default in moves(name, section):
            moved.add(key)
            assert page.says("cautions"), key
            assert not page.refused_links, key
            if key not in page.values:  # a control of its own section, hidden by what it chose
                continue
            kept = page.values[key]
            assert kept == value or (kept and value.startswith(kept)), key  # a text may be cut
            if not is_length(key) and key not in NOT_IN_THE_LINK:
                written = None if kept == default else as_parameter(kept)
                assert page.url.get(key) == written, key
    assert labelled(name) <= moved | AFTER_TRAINING


@pytest.mark.parametrize("name", PAGES)
def test_the_code_is_there(name):
    page = Visit(name)
    declared = page_named(name)
    runs_code = bool(declared.section(declared.sections[0]).code)
    labels = [expander.label for expander in page.tab.expander]
    assert (page.text("closer.code") in labels) == runs_code
    page.look_closer("code")
    assert any("def " in block.value for block in page.tab.code) == runs_code
