"""Why it works: the same text counted, its PMI, the SVD of it, and the trained dot products."""

import numpy as np
import pandas as pd
import streamlit as st

from embedcore.charts.word_vectors.skipgram import products_and_pmi
from embedcore.ui.kept import kept_and_shared
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_vectors.train import NEAREST, show_sum
from embedcore.ui.word_vectors.training import (
    Reading,
    Run,
    choose_config,
    choose_text,
    run_or_ask,
)
from embedcore.word_vectors.cooccurrence import (
    count_pairs,
    dot_products,
    frequent_pairs,
    pmi,
    positive,
    svd_vectors,
)
from embedcore.word_vectors.skipgram import NOISE_POWER, SkipGramConfig, noise_distribution
from embedcore.word_vectors.text_corpus import TextCorpus
from embedcore.words import WordVectors

MEETINGS = [1, 5, 20, 50, 100]
SHOWN = 2_000  # points of the scatter
NO_DIRECTION = 1e-6  # the length of a row below which it is nought: a word that stands out nowhere
FEWEST_PAIRS = 10  # for a correlation


def show_why(visit: Visit) -> None:
    """Vectors by counting, then the trained ones against the counts."""
    text, controls = visit.text, visit.controls
    st.subheader(text("why.heading"), anchor=False)
    st.markdown(text("why.lead"))
    reading = choose_text(text, controls)
    corpus = reading.corpus if reading else None
    config = choose_config(text, controls, corpus, with_cbow=False)
    if reading is None or config is None:
        controls.stops("meetings", MEETINGS, 20)  # a link may have set it
        return
    _show_counted(text, reading, config)
    st.markdown(f"#### {text('why.against')}")
    st.markdown(text("why.theory", power=NOISE_POWER))
    least = controls.stops("meetings", MEETINGS, 20)
    run = run_or_ask(text, reading, config)
    if run is not None:
        visit.ran(frequent_pairs, dot_products)
        _show_against(text, reading, config, run, least)


def counted(reading: Reading, config: SkipGramConfig):
    """The pairs of the text, and the vectors that the SVD of their positive PMI gives."""
    asked = SkipGramConfig(config.window, epochs=config.epochs, seed=config.seed)
    return _counts(reading.name, asked, reading.corpus), cached_svd(
        reading.name, asked, config.d_model, reading.corpus
    )


@kept_and_shared
def _counts(name: str, config: SkipGramConfig, _corpus: TextCorpus):
    """``count_pairs``; ``config`` differs from the settings at first in what that depends on."""
    return count_pairs(_corpus, config).astype(np.int32)


@kept_and_shared
def cached_svd(name: str, config: SkipGramConfig, d_model: int, _corpus: TextCorpus) -> WordVectors:
    """The vectors, of the words that stand out somewhere."""
    counts = _counts(name, config, _corpus)
    chance = np.asarray(counts.sum(axis=0)).ravel() / max(1, counts.sum())
    vectors = svd_vectors(positive(pmi(counts, chance)), d_model)
    told = np.flatnonzero(np.linalg.norm(vectors, axis=1) > NO_DIRECTION)
    words = tuple(_corpus.words[row] for row in told)
    return WordVectors("counted", words, vectors[told])


def _show_counted(text: Text, reading: Reading, config: SkipGramConfig) -> None:
    corpus = reading.corpus
    with st.spinner(text("why.counting")):
        counts, table = counted(reading, config)
    words = [word for word in reading.watched.split() if word in table.index]
    near = pd.DataFrame(
        {
            text("train.word"): words,
            text("why.near"): [
                " ".join(found for found, _ in table.nearest(word, NEAREST)) for word in words
            ],
        }
    )
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"**{text('why.counted')}**")
        st.table(near, hide_index=True)
        share = counts.nnz / len(corpus.words) ** 2
        sentences = [
            text("why.see.counted", pairs=counts.nnz, share=share, words=len(corpus.words))
        ]
    if reading.sum and all(word in table.index for word in reading.sum):
        with right:
            sentences.append(show_sum(text, table, "why", reading))
    what_you_see(text, *sentences)


def _show_against(
    text: Text, reading: Reading, config: SkipGramConfig, run: Run, least: int
) -> None:
    corpus, result = reading.corpus, run.result
    counts, _ = counted(reading, config)
    pairs = frequent_pairs(counts, noise_distribution(corpus.counts), 1)
    products = dot_products(result.inputs, result.outputs, pairs)
    theory = pairs.pmi - np.log(config.negatives)
    by_meetings = {
        meetings: _correlation(theory[chosen], products[chosen])
        for meetings in MEETINGS
        for chosen in [pairs.counts >= meetings]
    }
    chosen = np.flatnonzero(pairs.counts >= least)
    if len(chosen) < FEWEST_PAIRS:
        st.info(text("why.few", count=len(chosen), least=least), icon="🔍")
        return
    drawn = np.random.default_rng(0).permutation(chosen)[:SHOWN]
    labels = [
        f"{corpus.words[row]} · {corpus.words[column]}"
        for row, column in zip(pairs.rows[drawn], pairs.columns[drawn], strict=True)
    ]
    titles = {f"{title}_title": text(f"why.{title}") for title in ("pmi", "product", "pair")}
    correlation = by_meetings[least]
    alt = text("why.alt", count=len(drawn), correlation=correlation)
    pmi, trained = theory[drawn].astype(np.float32), products[drawn]
    chart(alt, "word_vectors.why.scatter", products_and_pmi, pmi, trained, pairs=labels, **titles)
    worst = drawn[np.abs(products[drawn] - theory[drawn]).argmax()]
    slope = float(np.polyfit(theory[chosen], products[chosen], 1)[0])
    misfit = {
        "first": literal(corpus.words[pairs.rows[worst]]),
        "second": literal(corpus.words[pairs.columns[worst]]),
        "product": float(products[worst]),
        "theory": float(theory[worst]),
    }
    what_you_see(
        text,
        text("why.see.fit", count=len(chosen), least=least, correlation=correlation, slope=slope),
        more=[*_rare(text, by_meetings), text("why.see.misfit", **misfit)],
    )
    st.caption(text("why.note", never=1 - counts.nnz / len(corpus.words) ** 2))
    columns = {
        text("why.pair"): labels,
        text("why.met"): pairs.counts[drawn],
        text("why.pmi"): theory[drawn].round(3),
        text("why.product"): products[drawn].round(3),
    }
    numbers(text, columns, "why")


def _rare(text: Text, by_meetings: dict[int, float]) -> list[str]:
    """How the correlation depends on how often the pairs met, where there are enough of them."""
    every, frequent = by_meetings[MEETINGS[0]], by_meetings[MEETINGS[-1]]
    if not np.isfinite([every, frequent]).all():
        return []
    said = [text("why.see.rare", all=every, most=MEETINGS[-1], frequent=frequent)]
    return [*said, text("why.see.luck")] if frequent > every else said


def _correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Pearson's; NaN where there are too few pairs to speak of one."""
    if len(first) < FEWEST_PAIRS:
        return float("nan")
    return float(np.corrcoef(first, second)[0, 1])


SECTION = Section(
    show_why,
    code=(
        count_pairs,
        pmi,
        positive,
        svd_vectors,
    ),
    formulas=(r"w \cdot c \approx \log \frac{P(w, c)}{P(w)\, P(c)} - \log k",),
)
