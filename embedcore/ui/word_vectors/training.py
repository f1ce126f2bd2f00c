"""Training word vectors on a page: which text, which settings, and the run while it goes on."""

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from embedcore.errors import InputError
from embedcore.tokens import repair
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept_and_shared
from embedcore.ui.show import explain
from embedcore.ui.text import Text
from embedcore.ui.word_vectors.runs import RUNS, Run
from embedcore.word_vectors.skipgram import (
    MAX_EPOCHS,
    MAX_NEGATIVES,
    MAX_WINDOW,
    Course,
    SkipGramConfig,
    check_work,
    train_skipgram,
)
from embedcore.word_vectors.text_corpus import LONGEST_TEXT, TextCorpus, king_james, read_text

BIBLE, OWN = "bible", "own"
WIDTHS = [2, 8, 16, 32, 64, 100]
MOST_SEED = 9_999
_OWN_TEXT = "near_and_far.own_text"  # not a setting: five million characters fit in no link
_SECONDS_BETWEEN = 0.25


class Reading(NamedTuple):
    """A text that vectors can be trained on; ``name`` tells one text from another."""

    name: str
    corpus: TextCorpus


def choose_text(text: Text, controls: Controls) -> Reading | None:
    """The Bible, or the visitor's own text; None, and a message, if it cannot be used."""
    which = controls.choice(
        "corpus", [BIBLE, OWN], BIBLE, label=lambda name: text(f"training.{name}")
    )
    try:
        if which == BIBLE:
            with st.spinner(text("training.reading")):
                return Reading(BIBLE, king_james())
        return _own_text(text)
    except InputError as error:
        explain(text, error)
        return None


def choose_config(
    text: Text, controls: Controls, corpus: TextCorpus, with_cbow: bool
) -> SkipGramConfig | None:
    """The settings of a run; None, and a message, if it would take too long."""
    first, second, third = st.columns(3, gap="large")
    with first:
        window = controls.slider("window", 1, MAX_WINDOW, 3)
    with second:
        d_model = controls.stops("d_model", WIDTHS, 64)
    with third:
        negatives = controls.slider("negatives", 1, MAX_NEGATIVES, 5)
    first, second, third = st.columns(3, gap="large", vertical_alignment="bottom")
    with first:
        epochs = controls.slider("epochs", 1, MAX_EPOCHS, 6)
    with second:
        seed = controls.whole("seed", 0, MOST_SEED, 0)
    cbow = False
    if with_cbow:
        with third:
            cbow = controls.toggle("cbow", False)
    config = SkipGramConfig(window, d_model, negatives, epochs, seed, cbow)
    try:
        check_work(corpus, config)
    except InputError as error:
        explain(text, error)
        return None
    return config


def run_or_ask(
    text: Text,
    reading: Reading,
    config: SkipGramConfig,
    watch: Callable[[Course], None] | None = None,
) -> Run | None:
    """The run of this text and these settings, if there is one; else a button that starts it.

    ``watch(course)`` draws the run so far; it is called whenever there is a new snapshot.
    """
    key = (reading.name, config)
    run = RUNS.get(key)
    if run is not None:
        return run
    asked = f"{text.page}.asked"
    running = st.session_state.pop(asked, False)
    with st.container(horizontal=True):
        start, stop = st.empty(), st.empty()
    start.button(
        text("training.start"),
        key=f"{text.page}.start",
        on_click=lambda: st.session_state.update({asked: True}),
        type="primary",
        icon="▶️",
        disabled=running,  # not left out: Streamlit would keep it in sight until the run has ended
    )
    if not running:
        st.info(text("training.not_yet", epochs=config.epochs), icon="⏳")
        return None
    stop.button(text("training.stop"), key=f"{text.page}.stop", icon="⏹️")  # any press ends it
    bar, live = st.empty(), st.empty()
    with RUNS.my_turn(lambda: bar.info(text("training.waiting"), icon="⏳")):
        run = RUNS.get(key) or _train(text, reading.corpus, config, bar, live, watch)
        RUNS.keep(key, run)
    for place in (start, stop, bar, live):
        place.empty()
    return run


def _train(text: Text, corpus: TextCorpus, config: SkipGramConfig, bar, live, watch) -> Run:
    start = time.monotonic()
    last, frames = -1.0, 0

    def progress(done: int, total: int, course: Course) -> None:
        nonlocal last, frames
        now = time.monotonic()
        if now - last < _SECONDS_BETWEEN:
            return
        last = now
        values = {"epoch": done * config.epochs // total + 1, "loss": course.losses[-1]}
        said = text("training.progress", epochs=config.epochs, **values)
        bar.progress(done / total, text=said)
        if watch and len(course.frames) > frames:
            frames = len(course.frames)
            with live.container():
                watch(course)

    result = train_skipgram(corpus, config, progress)
    return Run(result, time.monotonic() - start)


def _own_text(text: Text) -> Reading | None:
    key = f"{text.page}.own_text"
    if key not in st.session_state:
        st.session_state[key] = st.session_state.get(_OWN_TEXT, "")
    written = st.text_area(text("training.own_label", limit=LONGEST_TEXT), key=key, height=160)
    st.session_state[_OWN_TEXT] = written
    if not written.strip():
        st.info(text("training.empty"), icon="⌨️")
        return None
    written = repair(written)
    name = hashlib.sha256(written.encode()).hexdigest()
    with st.spinner(text("training.reading")):
        return Reading(name, _cached_corpus(written))


@kept_and_shared
def _cached_corpus(written: str) -> TextCorpus:
    return read_text(written)
