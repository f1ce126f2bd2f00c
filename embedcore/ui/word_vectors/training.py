"""Training word vectors on a page: which text, which settings, and the run while it goes on."""

import hashlib
import time
from collections.abc import Callable
from typing import NamedTuple

import streamlit as st

from embedcore.errors import InputError
from embedcore.spelling import is_uncut
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
    seconds_of_run,
    train_skipgram,
)
from embedcore.word_vectors.small_texts import (
    SMALL_TEXTS,
    drawn_sentences,
    small_corpus,
    small_text,
)
from embedcore.word_vectors.text_corpus import LONGEST_TEXT, TextCorpus, king_james, read_text

BIBLE, OWN = "bible", "own"
TEXTS = (BIBLE, *SMALL_TEXTS, OWN)
FIRST_TEXT = {"zh": "court"}  # of a language that has no Bible here
SUM, FOUND = ("king", "man", "woman"), "queen"
BIBLE_WORDS = "king bread gold"
WIDTHS = [2, 8, 16, 32, 64, 100]
EPOCHS = [*range(1, 21), 30, 50, 100, MAX_EPOCHS]
USUAL_EPOCHS, ENOUGH_READ = 6, 100_000  # a short text is read again, up to so many words in all
MOST_SEED = 9_999
_OWN_TEXT = "near_and_far.own_text"  # not a setting: five million characters fit in no link
SHORT_TEXT = 5_000  # words
LOOKED_AT = 100_000  # characters of a text, to tell its script
_SECONDS_BETWEEN = 0.25


class Reading(NamedTuple):
    """A text that vectors can be trained on; ``name`` tells one text from another."""

    name: str
    corpus: TextCorpus
    watched: str  # words whose neighbours are shown at first
    sum: tuple[str, ...] = SUM  # three words, start - minus + plus, where it has them
    found: str = FOUND  # the expected answer
    sentences: tuple[str, ...] = ()  # of a text made by rule


def choose_text(text: Text, controls: Controls) -> Reading | None:
    """The Bible, a small text, or the visitor's own; None, and a message, if it cannot be used."""
    first = FIRST_TEXT.get(text.language, BIBLE)
    which = controls.choice(
        "corpus", TEXTS, first, label=lambda name: text(f"training.{name}"), follows=True
    )
    try:
        if which == BIBLE:
            with st.spinner(text("training.reading")):
                return Reading(BIBLE, king_james(), BIBLE_WORDS)
        return _own_text(text) if which == OWN else _small_text(text, which)
    except InputError as error:
        explain(text, error)
        return None


def choose_config(
    text: Text, controls: Controls, corpus: TextCorpus | None, with_cbow: bool
) -> SkipGramConfig | None:
    """The settings of a run; None, and a message, if it would take too long.

    Without a text the controls stand there all the same: a link may have set them.
    """
    first, second, third = st.columns(3, gap="large")
    with first:
        window = controls.slider("window", 1, MAX_WINDOW, 3)
    with second:
        d_model = controls.stops("d_model", WIDTHS, 64)
    with third:
        negatives = controls.slider("negatives", 1, MAX_NEGATIVES, 5)
    first, second, third = st.columns(3, gap="large", vertical_alignment="bottom")
    with first:
        epochs = controls.stops("epochs", EPOCHS, usual_epochs(corpus), follows=True)
    with second:
        seed = controls.whole("seed", 0, MOST_SEED, 0)
    cbow = False
    if with_cbow:
        with third:
            cbow = controls.toggle("cbow", False)
    if corpus is None:
        return None
    config = SkipGramConfig(window, d_model, negatives, epochs, seed, cbow)
    try:
        check_work(corpus, config)
    except InputError as error:
        explain(text, error)
        return None
    return config


def usual_epochs(corpus: TextCorpus | None) -> int:
    """How often a text is read unless the visitor chooses: a short one more often."""
    if corpus is None:
        return MAX_EPOCHS
    enough = (e for e in EPOCHS if e >= USUAL_EPOCHS and e * len(corpus.token_ids) >= ENOUGH_READ)
    return next(enough, MAX_EPOCHS)


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
        seconds = max(1, round(seconds_of_run(reading.corpus, config)))
        st.info(text("training.not_yet", epochs=config.epochs, seconds=seconds), icon="⏳")
        return None
    stop.button(text("training.stop"), key=f"{text.page}.stop", icon="⏹️")  # any press ends it
    bar, live = st.empty(), st.empty()

    def wait(ahead: int) -> None:
        said = text("training.next") if ahead == 1 else text("training.waiting", ahead=ahead)
        bar.info(said, icon="⏳")

    with RUNS.my_turn(wait, enough=lambda: RUNS.get(key) is not None):
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
        if now - last < _SECONDS_BETWEEN or not course.losses:
            return
        last = now
        epoch = min(config.epochs, done * config.epochs // total + 1)
        values = {"epoch": epoch, "loss": course.losses[-1]}
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
    if is_uncut(written[:LOOKED_AT]):
        st.warning(text("training.uncut"), icon="✂️")
    name = hashlib.sha256(written.encode()).hexdigest()
    with st.spinner(text("training.reading")):
        corpus = _cached_corpus(written)
    if corpus.total < SHORT_TEXT:
        st.info(text("training.short", total=corpus.total), icon="📏")
    return Reading(name, corpus, " ".join(middle_words(corpus)))


def middle_words(corpus: TextCorpus) -> list[str]:
    """Three words of a text that are neither the most frequent nor rare."""
    return [corpus.words[max(part, len(corpus.words) * part // 20)] for part in (1, 2, 3)]


def _small_text(text: Text, name: str) -> Reading:
    rule = small_text(name, text.language)
    key = f"{name}.{text.language}"
    sentences = tuple(drawn_sentences(rule))
    corpus = small_corpus(name, text.language)
    return Reading(key, corpus, rule.watched, rule.sum, rule.found, sentences)


@kept_and_shared
def _cached_corpus(written: str) -> TextCorpus:
    return read_text(written)
