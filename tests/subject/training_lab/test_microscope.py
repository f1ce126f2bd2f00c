"""The step under the microscope, held to autograd, and what the page says of it."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix
from embedcore.training import DivergedError
from embedcore.training_lab.microscope import MicroscopeConfig, guess_next, one_step

CONFIGS = {
    "the default": MicroscopeConfig(),
    "after 30 steps": MicroscopeConfig(steps_before=30),
    "a word that stands three times": MicroscopeConfig(tuple("abaca"), "d", (), d_model=3),
    "the target in its own context": MicroscopeConfig(("猫", "坐", "猫"), "猫", ("垫子",), seed=7),
    "a long step": MicroscopeConfig(learning_rate=5.0, steps_before=3, seed=2),
    "one word, one number": MicroscopeConfig(("a",), "b", (), d_model=1, learning_rate=0.01),
}
each_config = pytest.mark.parametrize("config", CONFIGS.values(), ids=CONFIGS)


class ByAutograd(nn.Module):
    """The same model from PyTorch's own parts, with the numbers of ``weights``."""

    def __init__(self, weights):
        super().__init__()
        vocab_size, d_model = weights.embedding.shape
        self.mean_of_rows = nn.EmbeddingBag(vocab_size, d_model, mode="mean")
        self.head = nn.Linear(d_model, vocab_size)
        for parameter, values in zip(self.parameters(), weights, strict=True):
            parameter.data = torch.from_numpy(values.copy())

    def forward(self, context_ids):
        return self.head(self.mean_of_rows(context_ids[None]))[0]


@each_config
def test_every_number_of_the_step_is_that_of_autograd(config):
    step = one_step(config)
    model = ByAutograd(step.start)
    optimizer = torch.optim.SGD(model.parameters(), lr=config.learning_rate)
    context_ids, target = torch.tensor(step.context_ids), torch.tensor(step.target_id)
    probabilities = []
    for _ in range(config.steps_before + 1):
        before = [p.detach().numpy().copy() for p in model.parameters()]
        logits = model(context_ids)
        logits.retain_grad()
        loss = functional.cross_entropy(logits, target)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        probabilities.append(logits.softmax(dim=0)[target].item())
    logits_after = model(context_ids)
    expected = {
        "context vector": (step.guess.context_vector, before[0][step.context_ids].mean(axis=0)),
        "logits": (step.guess.logits, logits.detach()),
        "probabilities": (step.guess.probabilities, logits.softmax(dim=0).detach()),
        "loss": (step.guess.loss, loss.item()),
        "error": (step.error, logits.grad),
        "logits after": (step.guess_after.logits, logits_after.detach()),
        "loss after": (
            step.guess_after.loss,
            functional.cross_entropy(logits_after, target).item(),
        ),
        "history": (step.target_probabilities[:-1], probabilities),
    }
    for part, name in enumerate(("embedding", "unembedding", "bias")):
        parameter = list(model.parameters())[part]
        expected[f"{name} before"] = getattr(step.before, name), before[part]
        expected[f"{name} gradient"] = getattr(step.gradients, name), parameter.grad
        expected[f"{name} after"] = getattr(step.after, name), parameter.detach()
    for name, (actual, wanted) in expected.items():
        np.testing.assert_allclose(actual, wanted, rtol=1e-9, atol=1e-9, err_msg=name)


@each_config
def test_rows_that_were_not_looked_up_get_exactly_nothing(config):
    step = one_step(config)
    unread = np.setdiff1d(np.arange(len(config.vocabulary)), step.context_ids)
    assert (step.gradients.embedding[unread] == 0).all()
    assert np.array_equal(step.after.embedding[unread], step.start.embedding[unread])
    assert step.gradients.embedding[step.context_ids].any(axis=1).all()


def test_each_place_in_the_context_is_one_contribution():
    step = one_step(MicroscopeConfig(tuple("abaca"), "d", ("e",)))
    a, b, c = step.gradients.embedding[:3]
    np.testing.assert_allclose(b, c, atol=0)
    np.testing.assert_allclose(a, 3 * b, rtol=1e-12)


@each_config
def test_what_the_target_lacks_the_others_have_too_much_of(config):
    error = one_step(config).error
    others = np.delete(error, one_step(config).target_id)
    assert error.sum() == pytest.approx(0, abs=1e-12)
    assert (others > 0).all()


@each_config
def test_output_rows_go_toward_x_for_the_target_and_away_from_it_for_the_rest(config):
    step = one_step(config)
    along = -step.gradients.unembedding @ step.guess.context_vector
    rises = np.arange(len(along)) == step.target_id
    assert ((along > 0) == rises).all()


def test_a_mean_has_no_order():
    step = one_step(MicroscopeConfig(tuple("abaca"), "d"))
    shuffled = guess_next(step.before, step.context_ids[[3, 1, 4, 0, 2]], step.target_id)
    np.testing.assert_allclose(shuffled.logits, step.guess.logits, rtol=1e-12)


def test_a_step_begins_where_the_last_one_ended():
    first, second = (one_step(MicroscopeConfig(steps_before=n)) for n in (8, 9))
    for end, beginning in zip(first.after, second.before, strict=True):
        assert np.array_equal(end, beginning)
    assert len(first.target_probabilities) == 10
    assert np.array_equal(first.target_probabilities, second.target_probabilities[:-1])
    assert second.guess_after.probabilities[second.target_id] == second.target_probabilities[-1]


@pytest.mark.parametrize("seed", range(20))
def test_rows_that_share_every_push_keep_their_difference_and_grow_alike(seed):
    step = one_step(MicroscopeConfig(steps_before=199, seed=seed))
    rows = step.context_ids
    start, now = step.start.embedding[rows], step.after.embedding[rows]
    np.testing.assert_allclose(now - now[0], start - start[0], atol=1e-12)
    pairs = np.triu_indices(len(rows), k=1)
    before, after = (cosine_matrix(table)[pairs].mean() for table in (start, now))
    assert before < after < 0.9


def test_a_short_step_raises_the_target_and_a_long_one_need_not():
    def first_steps(learning_rate):
        configs = [MicroscopeConfig(learning_rate=learning_rate, seed=seed) for seed in range(40)]
        return np.array([one_step(config).target_probabilities for config in configs])

    short, long = first_steps(0.5), first_steps(100.0)
    assert (short[:, 1] > short[:, 0]).all()
    fallen = (long[:, 1] < long[:, 0]).sum()
    assert 5 < fallen < 35


def test_a_target_that_is_certain_costs_nothing():
    step = one_step(MicroscopeConfig(learning_rate=100.0))
    assert str(step.guess_after.loss) == "0.0"


def test_a_word_is_what_stands_there_in_any_script():
    config = MicroscopeConfig(("The", "the", "猫", "é", "the"), "垫子", ("the", "sky"))
    assert config.vocabulary == ("The", "the", "猫", "é", "垫子", "sky")
    assert one_step(config).context_ids.tolist() == [0, 1, 2, 3, 1]
    assert one_step(config).target_id == 4


def test_the_seed_decides_the_numbers():
    one, same, other = (one_step(MicroscopeConfig(seed=seed)) for seed in (3, 3, 4))
    assert np.array_equal(one.after.embedding, same.after.embedding)
    assert not np.array_equal(one.before.embedding, other.before.embedding)


def test_nobody_can_change_what_others_see():
    step = one_step(MicroscopeConfig())
    for array in (*step.start, *step.after, *step.gradients, step.guess.logits, step.context_ids):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


TWELVE = tuple("abcdefghijkl")
REFUSED = {
    "no_context": {"context": ()},
    "long_context": {"context": (*TWELVE, "m")},
    "not_one_word": {"target": ""},
    "long_word": {"target": "x" * 25},
    "many_words": {"context": TWELVE, "target": "m", "other_words": tuple("nopqrstuvwxy")},
    "nothing_to_guess": {"context": ("a", "a"), "target": "a", "other_words": ("a",)},
    "bad_learning_rate": {"learning_rate": float("nan")},
    "out_of_range": {"steps_before": 501},
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_cannot_be_used_is_refused_with_its_reason(reason):
    with pytest.raises(InputError) as refused:
        MicroscopeConfig(**REFUSED[reason])
    assert refused.value.reason == reason


@pytest.mark.parametrize("rate", [0, -1.0, float("inf"), 1e31])
def test_a_learning_rate_is_a_number_above_0(rate):
    with pytest.raises(InputError, match="learning rate"):
        MicroscopeConfig(learning_rate=rate)


@pytest.mark.parametrize("word", ["two words", " a", "\u3000"])
def test_a_word_has_no_space_in_it(word):
    with pytest.raises(InputError, match="not one word"):
        MicroscopeConfig(context=("a", word))


def test_the_bounds_themselves_are_allowed():
    config = MicroscopeConfig(TWELVE, "m" * 24, tuple("nopqrstuvwx"), steps_before=500, d_model=8)
    assert len(config.vocabulary) == 24
    assert np.isfinite(one_step(config).guess_after.loss)


def test_numbers_that_leave_the_numbers_are_found_out():
    with pytest.raises(DivergedError) as diverged:
        one_step(MicroscopeConfig(learning_rate=1e30, seed=1, steps_before=500))
    assert diverged.value.details["seed"] == 1
    step = diverged.value.details["step"]
    assert step > 1
    one_step(MicroscopeConfig(learning_rate=1e30, seed=1, steps_before=step - 2))
