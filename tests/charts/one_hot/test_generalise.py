"""The pictures of counts against a network, on a small corpus."""

import numpy as np

from embedcore.charts.one_hot.generalise import answers, company, cosine_course, course
from embedcore.one_hot.held_out import HeldOutCorpus, read_sentences
from embedcore.one_hot.nplm import NPLMConfig, train_nplm
from embedcore.ui.text import sentences


def test_the_charts_are_valid():
    words = sentences("one_hot", "en")
    read = read_sentences(words["generalise.corpus"])
    corpus = HeldOutCorpus(read, tuple(words["generalise.held_out"].split()))
    result = train_nplm(NPLMConfig(corpus, steps=10, seeds=3))
    found = result.config.corpus.company()
    frames = [" ".join(frame) for frame in found.frames]
    words = {"frames": frames, "pair": result.config.corpus.pair, "held_out_name": "held out"}
    drawn = company(found.seen, found.held_out, **words)
    assert drawn.to_dict()["layer"]
    words = {"names": ["a", "b"], "accented": [False, True], "probability_title": "p"}
    assert answers([np.array([0.1]), result.untrained_row], **words).to_dict()["layer"]
    words = {"counted_name": "c", "step_title": "step", "probability_title": "p"}
    drawn = course(result.steps, result.held_out[:, :, -1], counted=0.2, **words)
    assert drawn.to_dict()["layer"]
    drawn = cosine_course(result.steps, result.cosines, step_title="step", cosine_title="cos")
    assert drawn.to_dict()["layer"]
