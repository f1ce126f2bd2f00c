"""Section axes: two pairs of words make two axes, and words lie between their ends."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.charts.word_vectors.word_map import Ends, two_axes
from embedcore.ui.controls import Controls
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_vectors.setup import choose_table, line_of_words
from embedcore.word_vectors.axes import cosine_of_axes, in_order, semantic_projection
from embedcore.words import WordVectors

MOST_WORDS = 30
BOX, PHONE_BOX = (800, 480), (290, 480)  # pixels, of the picture
SIZES = {
    "glove": ("ant", "mouse", "cat", "dog", "horse", "elephant", "whale"),
    "chinese": ("蚂蚁", "老鼠", "猫", "狗", "马匹", "大象", "鲸鱼"),
}
COUPLES = {
    "glove": (("king", "queen"), ("prince", "princess"), ("father", "mother"), ("boy", "girl")),
    "chinese": (("国王", "王后"), ("王子", "公主"), ("父亲", "母亲"), ("男孩", "女孩")),
}
PROFESSIONS = {"glove": ("nurse", "engineer"), "chinese": ("护士", "工程师")}
ACROSS = {"glove": ("man", "woman"), "chinese": ("男人", "女人")}
UP = {"glove": ("small", "big"), "chinese": ("微小", "巨大")}
# Of each axis what is known: chains of words in their true order, from its low to its high end.
KNOWN = {
    ("man", "woman"): COUPLES["glove"],
    ("男人", "女人"): COUPLES["chinese"],
    ("small", "big"): (SIZES["glove"],),
    ("small", "huge"): (SIZES["glove"],),
    ("微小", "巨大"): (SIZES["chinese"],),
    ("矮小", "高大"): (SIZES["chinese"],),
}
OTHER_PAIR = {("small", "big"): ("small", "huge"), ("微小", "巨大"): ("矮小", "高大")}


class Axis(NamedTuple):
    """Its two ends, and where each word lies between them ``[n]``."""

    low: str
    high: str
    places: np.ndarray


def show_axes(visit: Visit) -> None:
    """The words on the two axes, and what is known about them."""
    text, controls = visit.text, visit.controls
    st.subheader(text("axes.heading"), anchor=False)
    st.markdown(text("axes.lead"))
    table = choose_table(text, controls)
    if table is None:
        return
    left, right = st.columns(2, gap="large")
    with left:
        across = _two_ends(text, table, controls, "across", ACROSS[table.name])
    with right:
        up = _two_ends(text, table, controls, "up", UP[table.name])
    people = [word for couple in COUPLES[table.name] for word in couple]
    default = " ".join([*people, *PROFESSIONS[table.name], *SIZES[table.name]])
    words = line_of_words(text, table, controls, "on_axes", default, MOST_WORDS)
    if across and up and words:
        axes = [Axis(*ends, semantic_projection(table, *ends, words)) for ends in (across, up)]
        _show_picture(text, table, words, *axes)


def _two_ends(
    text: Text, table: WordVectors, controls: Controls, key: str, default: tuple[str, str]
) -> list[str] | None:
    """The two words of an axis; or None, and on the page that it takes two."""
    ends = line_of_words(text, table, controls, key, " ".join(default), most=2)
    if len(ends) == 2:
        return ends
    if ends:
        st.info(text("axes.two", word=literal(ends[0])), icon="⌨️")
    return None


def _show_picture(text: Text, table: WordVectors, words: list[str], x: Axis, y: Axis) -> None:
    titles = [text("axes.title", low=axis.low, high=axis.high) for axis in (x, y)]
    across, up = (Ends(title, a.low, a.high) for title, a in zip(titles, (x, y), strict=True))
    places = np.column_stack([x.places, y.places])
    box = PHONE_BOX if on_phone() else BOX
    alt = text("axes.alt", count=len(words), x=titles[0], y=titles[1])
    chart(alt, "word_vectors.axes", two_axes, places, words, across=across, up=up, box=box)
    cosine = cosine_of_axes(table, (x.low, x.high), (y.low, y.high))
    st.caption(text("see.joint").join([text("axes.about"), text("axes.angle", cosine=cosine)]))
    sentences = [_extremes(text, words, axis) for axis in (x, y)]
    wrong = [word for axis in (x, y) for word in on_the_wrong_side(words, axis)]
    if wrong:
        shown = text("plane.joint").join(literal(word) for word in wrong)
        sentences.append(text("axes.see.wrong_side", words=shown))
    known = [_known(text, table, words, axis) for axis in (x, y)]
    what_you_see(text, *sentences, more=[said for said in known if said])
    columns = {text("axes.word"): words, titles[0]: x.places, titles[1]: y.places}
    numbers(text, columns, "axes")


def _extremes(text: Text, words: list[str], axis: Axis) -> str:
    lowest, highest = int(axis.places.argmin()), int(axis.places.argmax())
    return text(
        "axes.see.ends",
        low=literal(axis.low),
        high=literal(axis.high),
        lowest=literal(words[lowest]),
        highest=literal(words[highest]),
        low_place=axis.places[lowest],
        high_place=axis.places[highest],
    )


def on_the_wrong_side(words: list[str], axis: Axis) -> list[str]:
    """Of the couples that are known, as king and queen between man and woman, who stands wrong."""
    places = dict(zip(words, axis.places, strict=True))
    couples = [chain for chain in KNOWN.get((axis.low, axis.high), ()) if len(chain) == 2]
    low = [first for first, _ in couples if places.get(first, -1) > 0]
    return low + [second for _, second in couples if places.get(second, 1) < 0]


def _known(text: Text, table: WordVectors, words: list[str], axis: Axis) -> str:
    """How much of a known order the axis finds, and another pair for the same meaning."""
    ends = axis.low, axis.high
    chains = KNOWN.get(ends, ())
    right, pairs = in_order(dict(zip(words, axis.places, strict=True)), chains)
    if not pairs:
        return ""
    present = ([word for word in chain if word in words] for chain in chains)
    first, *_, last = next(chain for chain in present if len(chain) > 1)
    names = {"low": literal(axis.low), "high": literal(axis.high)}
    values = {"right": right, "pairs": pairs, "first": literal(first), "last": literal(last)}
    said = text("axes.see.known", **values, **names)
    if ends not in OTHER_PAIR or not {*OTHER_PAIR[ends]} <= table.index.keys():
        return said
    low, high = OTHER_PAIR[ends]
    other = semantic_projection(table, low, high, words)
    right, _ = in_order(dict(zip(words, other, strict=True)), chains)
    values = {"low": literal(low), "high": literal(high), "right": right, "pairs": pairs}
    return text("see.joint").join([said, text("axes.see.other", **values)])


SECTION = Section(
    show_axes,
    code=(
        semantic_projection,
        cosine_of_axes,
        in_order,
    ),
    formulas=(r"p(w) = \frac{\cos(w, b) - \cos(w, a)}{1 - \cos(a, b)}",),
)
