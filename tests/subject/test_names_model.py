"""The names model against a plain PyTorch loop, and its data."""

import math

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from embedcore import names_data, packages
from embedcore.errors import InputError, MissingPackageError
from embedcore.names_data import (
    CONTEXT,
    LETTERS,
    LONGEST_NAME,
    NOTHING,
    SEPARATOR,
    VOCAB_SIZE,
    encode,
    load_names,
    split,
)
from embedcore.names_model import (
    NamesConfig,
    check_work,
    logits,
    loss,
    loss_and_gradients,
    sample,
    start,
    train_names,
)
from embedcore.parameters import PRESETS, count

each_design = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])


# The names


def test_the_names_are_those_that_were_counted():
    names = load_names()
    assert len(names) == len(set(names)) == 5_163
    assert set("".join(names)) == set(LETTERS)
    assert {"james", "mary", "emma"} <= set(names)
    assert max(map(len, names)) == LONGEST_NAME < CONTEXT


def test_a_tenth_is_held_out_and_nothing_is_lost():
    names = load_names()
    training, held_out = split(names)
    assert len(held_out) == 516
    assert sorted(training + held_out) == list(names)
    assert split(names) == (training, held_out)
    assert split(names, seed=1).held_out != held_out


def test_what_is_guessed_is_what_comes_next():
    names = split(load_names()).held_out
    token_ids, targets = encode(names)
    letters = LETTERS + "|"
    for row, name in enumerate(names):
        length = len(name) + 1
        assert "".join(letters[i] for i in token_ids[row, :length]) == "|" + name
        assert "".join(letters[i] for i in targets[row, :length]) == name + "|"
        assert (targets[row, length:] == NOTHING).all()


def test_without_the_package_it_is_named(monkeypatch):
    def missing(package):
        raise packages.PackageNotFoundError(package)

    monkeypatch.setattr(packages, "files", missing)
    packages.package_file.cache_clear()
    names_data.load_names.cache_clear()
    with pytest.raises(MissingPackageError, match="names is not installed"):
        train_names(NamesConfig(steps=1), [0])


# The model


class Plain(nn.Module):
    """microgpt as one would write it in PyTorch, from our first numbers; one name at a time."""

    def __init__(self, weights, tied):
        super().__init__()
        w = [tensor[0].clone() for tensor in weights]
        self.wte = nn.Embedding.from_pretrained(w[0], freeze=False)
        self.wpe = nn.Embedding.from_pretrained(w[1], freeze=False)
        self.query, self.key, self.value, self.out, self.up, self.down = map(linear, w[2:8])
        self.lm_head = linear(w[8])
        if tied:
            self.lm_head.weight = self.wte.weight

    def forward(self, name):
        width = self.wte.embedding_dim
        norm = lambda x: functional.rms_norm(x, (width,), eps=1e-5)  # noqa: E731
        x = norm(self.wte(name) + self.wpe(torch.arange(len(name))))
        y = norm(x)
        heads = [
            f(y).view(len(y), 4, -1).transpose(0, 1) for f in (self.query, self.key, self.value)
        ]
        found = functional.scaled_dot_product_attention(*heads, is_causal=True)
        x = x + self.out(found.transpose(0, 1).reshape(len(y), width))
        return self.lm_head(x + self.down(self.up(norm(x)).relu()))

    def loss(self, names):
        """Mean over the letters of all names, each as ids between two separators."""
        pairs = [(self(name[:-1]), name[1:]) for name in names]
        scores, letters = (torch.cat(parts) for parts in zip(*pairs, strict=True))
        return functional.cross_entropy(scores, letters)


def linear(weight):
    layer = nn.Linear(*weight.T.shape, bias=False)
    layer.weight.data = weight
    return layer


def ids(names):
    spelled = ([SEPARATOR, *map(LETTERS.index, name), SEPARATOR] for name in names)
    return [torch.tensor(name) for name in spelled]


def plainly_trained(config, seed):
    names = split(load_names())
    weights, read_when = start(config, [seed], len(names.training))
    model, losses = Plain(weights, config.tied), []
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-2, betas=(0.85, 0.99))
    decay = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: 1 - step / config.steps)
    for rows in read_when[:, 0].tolist():
        optimizer.zero_grad()
        mean = model.loss(ids(names.training[row] for row in rows))
        mean.backward()
        optimizer.step()
        decay.step()
        losses.append(mean.item())
    with torch.no_grad():
        held_out = model.loss(ids(names.held_out)).item()
    return model, losses, held_out


@each_design
@pytest.mark.parametrize(("d_model", "batch_size"), [(16, 5), (8, 1)])
def test_training_is_that_of_a_plain_loop(tied, d_model, batch_size):
    config = NamesConfig(tied, steps=30, d_model=d_model, batch_size=batch_size)
    results = train_names(config, [3, 4])
    model, losses, held_out = plainly_trained(config, seed=4)
    np.testing.assert_allclose(results[1].losses, losses, atol=1e-4)
    assert results[1].held_out[-1] == pytest.approx(held_out, abs=1e-4)
    rows, head = model.wte.weight.detach(), model.lm_head.weight.detach()
    np.testing.assert_allclose(results[1].vectors[-1], rows, atol=1e-3)
    np.testing.assert_allclose(results[1].output_vectors[-1], head, atol=1e-3)


@each_design
def test_the_gradient_is_that_of_the_plain_module(tied):
    names = split(load_names()).training[:8]
    weights, _ = start(NamesConfig(tied), [0, 1], 10)
    token_ids, targets = (tensor.expand(2, -1, -1) for tensor in encode(names))
    losses, gradients = loss_and_gradients(weights, token_ids, targets)
    for run in range(2):
        model = Plain([tensor[run : run + 1] for tensor in weights], tied)
        mean = model.loss(ids(names))
        mean.backward()
        assert losses[run].item() == pytest.approx(mean.item(), abs=1e-6)
        expected = [parameter.grad for parameter in model.parameters()]
        torch.testing.assert_close([g[run] for g in gradients], expected, atol=1e-6, rtol=1e-4)


@pytest.mark.parametrize("d_model", [8, 16, 32])
@each_design
def test_the_parameters_are_those_of_the_calculator(tied, d_model):
    result = train_names(NamesConfig(tied, steps=0, d_model=d_model), [0])[0]
    preset = {**PRESETS["microgpt"], "n_embd": d_model, "tie_word_embeddings": tied}
    assert result.parameter_count == count(preset).total
    if d_model == 16:
        assert result.parameter_count == (3_760 if tied else 4_192)


@each_design
def test_before_training_it_knows_next_to_nothing(tied):
    result = train_names(NamesConfig(tied, steps=0), [0])[0]
    assert result.steps.tolist() == [0]
    assert result.losses.shape == (0,)
    assert result.held_out[0] == pytest.approx(math.log(VOCAB_SIZE), abs=0.15)


def test_a_letter_cannot_look_ahead():
    weights, _ = start(NamesConfig(), [0], 10)
    token_ids = encode(("emma",))[0][None]
    changed = token_ids.clone()
    changed[..., -1] = 7
    before, after = logits(weights, token_ids), logits(weights, changed)
    torch.testing.assert_close(after[..., :-1, :], before[..., :-1, :])
    assert not torch.allclose(after[..., -1, :], before[..., -1, :])


def test_empty_places_do_not_count():
    weights, _ = start(NamesConfig(), [0], 10)
    alone = loss(weights, *(tensor[None] for tensor in encode(("bo",))))
    beside = [tensor[None, :1] for tensor in encode(("bo", "maximilian"))]
    torch.testing.assert_close(loss(weights, *beside), alone)


@each_design
def test_a_run_is_the_same_alone_and_among_others(tied):
    config = NamesConfig(tied, steps=40)
    together = train_names(config, [5, 0, 9])
    alone = train_names(config, [9])[0]
    np.testing.assert_allclose(together[2].losses, alone.losses, atol=1e-4)
    np.testing.assert_allclose(together[2].vectors, alone.vectors, atol=1e-3)
    again = train_names(config, [9])[0]
    np.testing.assert_array_equal(again.vectors, alone.vectors)
    assert not np.allclose(together[0].vectors, together[1].vectors, atol=0.05)


def test_both_designs_start_alike_and_read_alike():
    (untied, read_untied), (tied, read_tied) = (start(NamesConfig(t), [0, 1], 99) for t in (0, 1))
    for one, other in zip(untied[:-1], tied[:-1], strict=True):
        torch.testing.assert_close(one, other)
    assert tied.head is tied.table
    assert not torch.allclose(untied.head, untied.table)
    torch.testing.assert_close(read_untied, read_tied)
    assert not torch.equal(read_tied[:, 0], read_tied[:, 1])


def test_a_tied_model_has_one_table_at_the_end_too():
    result = train_names(NamesConfig(tied=True, steps=20), [0])[0]
    np.testing.assert_array_equal(result.vectors, result.output_vectors)
    assert result.weights.head is result.weights.table


def test_it_learns_names_that_it_never_saw():
    results = train_names(NamesConfig(steps=200), [0, 1])
    for result in results:
        # Counts of letters give 2.80 on these names, counts of pairs 2.33.
        assert result.held_out[-1] < 2.3 < result.held_out[0]


def test_what_it_makes_up_is_spelled_and_depends_on_the_dice():
    untrained, result = (train_names(NamesConfig(steps=n), [0])[0] for n in (0, 200))
    for made in (untrained, result):
        names = sample(made, 1, 50)
        assert len(names) == 50
        assert all(set(name) <= set(LETTERS) and len(name) < CONTEXT for name in names)
    assert sample(result, 1, 50) == names != sample(result, 2, 50)
    real = [sum(n in load_names() for n in sample(m, 0, 200)) for m in (untrained, result)]
    assert real[1] > real[0]


def test_samples_come_as_often_as_the_model_expects():
    result = train_names(NamesConfig(steps=100), [0])[0]
    shares = logits(result.weights, torch.full((1, 1, 1), SEPARATOR))[0, 0, 0].softmax(dim=0)
    first = [name[:1] for name in sample(result, 0, 4_000)]
    for letter in "amz":
        expected = float(shares[LETTERS.index(letter)])
        assert first.count(letter) / 4_000 == pytest.approx(expected, abs=0.03)


def test_progress_comes_about_a_hundred_times_and_results_are_read_only():
    calls = []
    result = train_names(NamesConfig(steps=250), [0], lambda *call: calls.append(call))[0]
    assert 90 < len(calls) < 140
    assert calls[-1] == (250, 250)
    for array in (result.steps, result.held_out, result.losses, result.vectors):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({"steps": -1}, "out_of_range"),
        ({"steps": 10**6}, "out_of_range"),
        ({"d_model": 0}, "out_of_range"),
        ({"d_model": 10}, "not_divisible"),
        ({"batch_size": 0}, "out_of_range"),
    ],
)
def test_settings_that_cannot_be_used_are_refused(setting, reason):
    with pytest.raises(InputError) as refused:
        NamesConfig(**setting)
    assert refused.value.reason == reason


@pytest.mark.parametrize("seeds", [[], [-1], [2**32], list(range(65))])
def test_seeds_that_cannot_be_used_are_refused(seeds):
    with pytest.raises(InputError) as refused:
        train_names(NamesConfig(steps=1), seeds)
    assert refused.value.reason == "out_of_range"


def test_too_much_work_is_refused_and_says_what_is_possible():
    config = NamesConfig(steps=5_000, d_model=64, batch_size=64)
    with pytest.raises(InputError) as refused:
        train_names(config, range(64))
    assert refused.value.reason == "too_much_work"
    check_work(NamesConfig(False, refused.value.details["most"], 64, 64), 64)
