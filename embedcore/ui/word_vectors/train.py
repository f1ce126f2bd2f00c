"""Train it yourself: skip-gram or CBOW, watched while its vectors form."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import streamlit as st

from embedcore.charts.nearest import nearest_words
from embedcore.charts.word_vectors.skipgram import loss_course
from embedcore.noise import highest_by_chance
from embedcore.spelling import normal_form
from embedcore.ui.controls import Controls
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_vectors.setup import split_words
from embedcore.ui.word_vectors.training import (
    Reading,
    Run,
    choose_config,
    choose_text,
    run_or_ask,
)
from embedcore.word_vectors.skipgram import (
    Course,
    cbow_gradients,
    skipgram_gradients,
    train_skipgram,
)
from embedcore.word_vectors.text_corpus import MIN_COUNT, TextCorpus
from embedcore.words import WordVectors

WATCHED, NEAREST, ANSWERS = 4, 4, 5
LONGEST_LINE = 120
FELL = 0.98  # of the loss at first: less is no fall that one could see in the picture


def show_train(visit: Visit) -> None:
    """A text, its settings, a button; then the loss and the neighbours, epoch by epoch."""
    text, controls = visit.text, visit.controls
    st.subheader(text("train.heading"), anchor=False)
    st.markdown(text("train.lead"))
    reading = choose_text(text, controls)
    corpus = reading.corpus if reading else None
    if reading and reading.sentences:
        first, second = map(literal, reading.sentences[:2])
        said = {"count": len(reading.sentences), "first": first, "second": second}
        st.markdown(text("train.small", **said))
    if corpus:
        counted = {"total": corpus.total, "words": len(corpus.words), "least": MIN_COUNT}
        st.caption(text("train.about", **counted))
    config = choose_config(text, controls, corpus, with_cbow=True)
    words = _watched(text, controls, reading)
    if config is None:
        return

    def watch(course: Course) -> None:
        _show_table(neighbours_by_epoch(text, corpus, course.frames, course.frame_epochs, words))
        _show_loss(text, np.array(course.loss_epochs), np.array(course.losses), len(course.frames))

    run = run_or_ask(text, reading, config, watch)
    if run is not None:
        visit.ran(train_skipgram, cbow_gradients if config.cbow else skipgram_gradients)
        _show_run(text, reading, run, words)


def neighbours_by_epoch(
    text: Text,
    corpus: TextCorpus,
    frames: Sequence[np.ndarray],
    epochs: Sequence[int],
    words: Sequence[str],
) -> pd.DataFrame:
    """The words nearest to each of ``words``, a row a snapshot."""
    tables = [WordVectors("trained", corpus.words, np.float32(frame)) for frame in frames]
    columns = {
        word: [" ".join(near for near, _ in table.nearest(word, NEAREST)) for table in tables]
        for word in words
    }
    return pd.DataFrame({text("train.epoch"): list(epochs), **columns})


def _watched(text: Text, controls: Controls, reading: Reading | None) -> list[str]:
    default = reading.watched if reading else ""
    typed = split_words(controls.words("watched", default, longest=LONGEST_LINE))
    if reading is None:
        return []
    if len(typed) > WATCHED:
        st.warning(text("setup.too_many", count=len(typed), most=WATCHED), icon="✂️")
    known = reading.corpus.index
    forms = {word: normal_form(word.lower()) for word in typed[:WATCHED]}
    unknown = [word for word, form in forms.items() if form not in known]
    if unknown:
        said = " ".join(map(literal, unknown))
        st.warning(text("train.unknown", words=said, least=MIN_COUNT), icon="🔍")
    return list(dict.fromkeys(form for form in forms.values() if form in known))


def _show_table(table: pd.DataFrame) -> None:
    st.table(table, hide_index=True)  # its cells wrap, where a phone has no room for them


def _show_loss(
    text: Text, epochs: np.ndarray, losses: np.ndarray, frame: int | str = "end"
) -> None:
    """The loss so far; two charts of one run of the page must not have the same key."""
    st.markdown(f"**{text('train.course')}**")
    alt = text("train.loss_alt", first=float(losses[0]), last=float(losses[-1]))
    titles = {"epoch_title": text("train.read"), "loss_title": text("train.loss")}
    chart(alt, f"word_vectors.train.loss.{frame}", loss_course, epochs, losses, **titles)
    st.caption(text("train.loss_about"))


def _show_run(text: Text, reading: Reading, run: Run, words: list[str]) -> None:
    result, corpus = run.result, reading.corpus
    if not result.pairs:
        st.info(text("train.no_pairs"), icon="🔍")
        return
    table = WordVectors("trained", corpus.words, result.inputs)
    forming = neighbours_by_epoch(text, corpus, result.frames, result.frame_epochs, words)
    if words:
        st.markdown(f"**{text('train.forming')}**")
        _show_table(forming)
    has_sum = bool(reading.sum) and all(word in corpus.index for word in reading.sum)
    left, right = st.columns(2, gap="large") if has_sum else (st.container(), None)
    with left:
        _show_loss(text, result.loss_epochs, result.losses)
    sentences = []
    if words:
        values = {"word": literal(words[0]), "before": literal(forming[words[0]].iloc[0])}
        sentences.append(
            text("train.see.near", after=literal(forming[words[0]].iloc[-1]), **values)
        )
    if has_sum:
        with right:
            sentences.append(show_sum(text, table, "train", reading))
    course = _course(text, run)
    what_you_see(text, *(sentences or [course]), more=[course] if sentences else ())
    st.caption(text("train.note"))
    if words:
        numbers(text, forming, "train")


def _course(text: Text, run: Run) -> str:
    """How much was read in what time, and whether the loss fell: of the means of both ends."""
    losses = run.result.losses
    part = max(1, len(losses) // 10)
    first, last = float(losses[:part].mean()), float(losses[-part:].mean())
    way = "fell" if last < FELL * first else "rose" if first < FELL * last else "stayed"
    seconds = f"{run.seconds:.1f}" if run.seconds >= 1 else f"{run.seconds:.1g}"
    values = {"pairs": run.result.pairs, "seconds": seconds, "first": first, "last": last}
    return text(f"train.see.{way}", **values)


def show_sum(text: Text, table: WordVectors, key: str, reading: Reading) -> str:
    """The sum of three words of this text, as bars; and the sentence on where its answer stands."""
    start, minus, plus = reading.sum
    values = table.rows(reading.sum)
    left_out = len(table.words) - len(set(reading.sum))
    ranking = table.ranked(values[0] - values[1] + values[2], left_out, left_out=reading.sum)
    best = ranking[:ANSWERS]
    whole = text("arithmetic.sum", start=start, minus=minus, plus=plus)
    st.markdown(f"**{literal(whole)}**")
    chance = highest_by_chance(*table.vectors.shape)
    titles = {
        "word_title": text("train.word"),
        "cosine_title": text("train.cosine"),
        "chance_title": text("train.chance"),
    }
    found, cosines = [word for word, _ in best], [cosine for _, cosine in best]
    alt = text("train.sum_alt", sum=whole, words=" ".join(found))
    key = f"word_vectors.{key}.sum"
    chart(alt, key, nearest_words, found, cosines, chance=chance, **titles)
    st.caption(text("train.sum_note"))
    places = {word: place for place, (word, _) in enumerate(ranking, start=1)}
    said = {"sum": literal(whole), "found": literal(reading.found), "best": literal(found[0])}
    if reading.found not in places:
        return text("train.see.absent", **said)
    place = places[reading.found]
    return text("train.see.sum", place=place, others=len(ranking), **said)


SECTION = Section(
    show_train, formulas=(r"\log \sigma(w \cdot c) + \sum_{i=1}^{k} \log \sigma(-\,w \cdot n_i)",)
)
