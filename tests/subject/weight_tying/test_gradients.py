"""Which rows the first step teaches, held to autograd."""

from dataclasses import replace

import numpy as np
import pytest
from torch.nn import functional

from embedcore.config import TrainingConfig
from embedcore.corpus import corpus
from embedcore.errors import InputError
from embedcore.groups import Groups
from embedcore.weight_tying.gradients import first_step_gradients

from ..plain import PlainModel

SMALL = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4, vocab_size=128)


def first_sequence(config):
    return next(corpus(config))[0, 0]


TIED = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])


@TIED
def test_the_gradient_of_the_first_step_is_that_of_the_plain_model(tied):
    config = replace(SMALL, tied=tied, seed=4)
    model, sequence = PlainModel(config), first_sequence(config)
    functional.cross_entropy(model(sequence[:-1]), sequence[1:]).backward()
    norms = first_step_gradients(config)
    for actual, layer in ((norms.embedding, model.embedding), (norms.unembedding, model.lm_head)):
        np.testing.assert_allclose(actual, layer.weight.grad.norm(dim=1), atol=1e-6)


def test_the_first_step_looks_up_all_of_its_sequence_but_the_last_token():
    config = replace(SMALL, seed=4, sequence_length=3)
    looked_up = np.flatnonzero(first_step_gradients(config).looked_up)
    assert set(looked_up) == set(first_sequence(config)[:-1].tolist())


def test_the_answers_that_were_not_read_are_the_last_tokens_at_most():
    config = replace(SMALL, seed=4, sequence_length=3)
    norms = first_step_gradients(config)
    np.testing.assert_array_equal(norms.sequences[0], first_sequence(config))
    last = {int(norms.sequences[0, -1])}
    assert set(np.flatnonzero(norms.only_answers)) == last - set(norms.sequences[0, :-1].tolist())


def test_an_untied_row_that_is_not_looked_up_gets_no_gradient_at_all():
    norms = first_step_gradients(TrainingConfig())
    np.testing.assert_array_equal(norms.embedding > 0, norms.looked_up)
    assert norms.unembedding.all()


def test_a_tied_table_gets_a_gradient_in_every_row():
    norms = first_step_gradients(TrainingConfig(tied=True))
    assert norms.embedding.all()
    assert not norms.looked_up.all()


def test_a_run_of_no_steps_has_no_first_step():
    with pytest.raises(InputError, match="steps"):
        first_step_gradients(TrainingConfig(steps=0))
