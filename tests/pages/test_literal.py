"""``literal`` shows any text as typed: whatever a visitor writes, it stays inside its code span."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.ui.text import literal

TEXTS = st.text() | st.text(alphabet="`a $_:[]<b>|\\\n\r ")


def span(markdown):
    """The content of the code span as CommonMark reads it: fence, content, the same fence."""
    fence = re.match("`+", markdown).group()
    inside = markdown[len(fence) : -len(fence)]
    assert markdown == fence + inside + fence
    runs = re.findall("`+", inside)
    assert fence not in runs, "the fence would close inside"
    if inside.strip(" ") and inside[0] == inside[-1] == " ":
        inside = inside[1:-1]
    return inside


@given(TEXTS)
def test_the_span_holds_the_text_as_typed(text):
    shown = text.replace("\r\n", "↵").replace("\n", "↵").replace("\r", "↵")
    assert span(literal(text)) == (shown or " ")


@given(TEXTS)
def test_the_fence_is_longer_than_any_run_inside_or_there_is_none(text):
    markdown = literal(text)
    fence = re.match("`+", markdown).group()
    assert all(len(run) < len(fence) for run in re.findall("`+", text))


@given(TEXTS)
def test_no_line_break_ends_the_span(text):
    assert not {"\n", "\r"} & set(literal(text))


@pytest.mark.parametrize("text", ["$x$", ":red[x]", "<b>", "_x_", "|", "`", "``", "a`", "`a", " "])
def test_signs_of_markdown_are_shown(text):
    assert span(literal(text)) == text
