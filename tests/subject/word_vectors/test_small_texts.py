"""The texts made by rule: their vectors find the rule, from every seed that is tried."""

import numpy as np
import pytest

from embedcore.geometry import cosine_matrix
from embedcore.word_vectors.skipgram import SkipGramConfig, train_skipgram
from embedcore.word_vectors.small_texts import (
    SENTENCES,
    SMALL_TEXTS,
    drawn_sentences,
    small_corpus,
    small_text,
)
from embedcore.words import WordVectors

each = pytest.mark.parametrize(
    ("name", "language"), [(name, code) for name in SMALL_TEXTS for code in ("en", "zh")]
)


@each
def test_the_sentences_are_those_of_the_rule(name, language):
    rule = small_text(name, language)
    sentences = drawn_sentences(rule)
    assert len(sentences) == SENTENCES
    assert sentences == drawn_sentences(rule)
    corpus = small_corpus(name, language)
    every = {word for words in rule.kinds.values() for word in words}
    assert every <= corpus.index.keys()
    assert {*rule.watched.split(), *rule.sum} <= every
    assert all(pattern.count("{") == 1 for pattern in rule.patterns)


@each
def test_the_vectors_find_the_rule(name, language):
    """Words of one kind are nearer to one another than to those of the other kind."""
    rule, corpus = small_text(name, language), small_corpus(name, language)
    result = train_skipgram(corpus, SkipGramConfig(d_model=16, epochs=12, seed=1))
    table = WordVectors("small", corpus.words, result.inputs)
    if rule.sum:
        start, minus, plus = table.rows(rule.sum)
        best = table.ranked(start - minus + plus, 1, left_out=rule.sum)
        assert best[0][0] == rule.found
        return
    first, second = rule.kinds.values()
    cosines = cosine_matrix(table.rows([*first, *second]))
    n = len(first)
    within = min(cosines[:n, :n].min(), cosines[n:, n:].min())
    assert within > cosines[:n, n:].max()
    assert result.losses[-20:].mean() < 0.5 * result.losses[0]
    assert np.isfinite(result.losses).all()


def test_another_language_has_the_english_texts():
    assert small_text("farm", "fr") == small_text("farm", "en")
