"""Skip-gram on the King James Bible: pairs a second, against gensim's word2vec on one core.

gensim draws the width of each window anew (2 words on average, of at most 3), so it trains on fewer
pairs an epoch: what is compared is pairs a second, and the seconds of the default are told beside.
"""

import time

import numpy as np
import torch

from embedcore.word_vectors.skipgram import SkipGramConfig, readings, train_skipgram
from embedcore.word_vectors.text_corpus import TextCorpus, king_james


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the ratio or amount, and what it is held to."""
    torch.set_num_threads(1)
    corpus, config = king_james(), SkipGramConfig()
    start = time.perf_counter()
    result = train_skipgram(corpus, config)
    seconds = time.perf_counter() - start
    ours, theirs = result.pairs / seconds, gensim_pairs_a_second(corpus, config)
    return [
        ("skip-gram, default, seconds", seconds, "at most 15"),
        ("skip-gram, million pairs a second", ours / 1e6, ""),
        ("skip-gram pairs a second / gensim's", ours / theirs, "at least 0.5"),
    ]


def gensim_pairs_a_second(corpus: TextCorpus, config: SkipGramConfig) -> float:
    """gensim's Word2Vec with the same sizes, one worker; its pairs counted as expected values."""
    from gensim.models import Word2Vec

    ends = np.flatnonzero(np.diff(corpus.sentences)) + 1
    sentences = [[corpus.words[i] for i in part] for part in np.split(corpus.token_ids, ends)]
    model = Word2Vec(
        vector_size=config.d_model,
        window=config.window,
        negative=config.negatives,
        sg=1,
        sample=1e-3,
        min_count=1,
        workers=1,
        seed=config.seed,
    )
    model.build_vocab(sentences)
    start = time.perf_counter()
    model.train(sentences, total_examples=len(sentences), epochs=config.epochs)
    seconds = time.perf_counter() - start
    return pairs_of_narrower_windows(corpus, config) / seconds


def pairs_of_narrower_windows(corpus: TextCorpus, config: SkipGramConfig) -> float:
    """Pairs of a run whose windows are 1 to ``window`` wide, each width as likely."""
    pairs = 0.0
    for text in readings(corpus, config):
        for distance in range(1, config.window + 1):
            beside = text.sentences[distance:] == text.sentences[:-distance]
            pairs += 2 * int(beside.sum()) * (config.window + 1 - distance) / config.window
    return pairs
