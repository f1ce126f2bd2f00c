"""The hand-written loss and gradient, held to autograd."""

import pytest
import torch
from torch import nn
from torch.nn import functional

from embedcore.model import NextTokenModel, Parameters, initial_parameters

SEEDS, VOCAB_SIZE, D_MODEL, POSITIONS = [4, 5, 6], 12, 3, 40  # 40 positions: every id repeats

pytestmark = pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])


@pytest.fixture
def parameters(tied):
    return initial_parameters(SEEDS, VOCAB_SIZE, D_MODEL, tied)


@pytest.fixture
def batch():
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(VOCAB_SIZE - 2, (2, len(SEEDS), POSITIONS), generator=generator)
    return ids[0], ids[1]  # (runs, positions) each; the last two ids never occur


def run_of(parameters, run):
    """The parameters of one run, a batch of one."""
    cut = slice(run, run + 1)
    tensors = parameters.embedding, parameters.unembedding, parameters.bias
    return Parameters(*(tensor[cut] for tensor in tensors), parameters.tied)


def by_autograd(parameters, token_ids, targets):
    """Loss and gradients of one run, from the formula alone."""
    table, head, bias = (
        tensor[0].clone().requires_grad_()
        for tensor in (parameters.embedding, parameters.unembedding, parameters.bias)
    )
    logits = table[token_ids] @ (table.T if parameters.tied else head) + bias
    loss = functional.cross_entropy(logits, targets)
    loss.backward()
    return loss.detach(), [p.grad for p in (table, head, bias) if p.grad is not None]


def close(actual, expected):
    torch.testing.assert_close(actual, expected, atol=1e-6, rtol=1e-5)


def test_the_loss_is_the_cross_entropy_of_each_run(parameters, batch):
    losses = NextTokenModel(parameters, POSITIONS).step(*batch)
    for run, (token_ids, targets) in enumerate(zip(*batch, strict=True)):
        close(losses[run], by_autograd(run_of(parameters, run), token_ids, targets)[0])


def test_the_gradient_is_that_of_autograd(parameters, batch):
    model = NextTokenModel(parameters, POSITIONS)
    model.step(*batch)
    for run, (token_ids, targets) in enumerate(zip(*batch, strict=True)):
        _, expected = by_autograd(run_of(parameters, run), token_ids, targets)
        close([gradient[run] for gradient in model.gradients.tensors()], expected)


def test_a_gradient_holds_nothing_of_the_step_before(parameters, batch):
    token_ids, targets = batch
    model, fresh = NextTokenModel(parameters, POSITIONS), NextTokenModel(parameters, POSITIONS)
    model.step(targets, token_ids)
    model.step(token_ids, targets)
    fresh.step(token_ids, targets)
    close(model.gradients.tensors(), fresh.gradients.tensors())


def test_rows_not_looked_up_get_a_gradient_only_if_tied(parameters, batch, tied):
    model = NextTokenModel(parameters, POSITIONS)
    model.step(*batch)
    unused = model.gradients.embedding[:, -2:]
    assert bool(unused.all()) if tied else not unused.any()


def test_a_step_leaves_the_parameters_alone(parameters, batch):
    before = [tensor.clone() for tensor in parameters.tensors()]
    NextTokenModel(parameters, POSITIONS).step(*batch)
    assert all(map(torch.equal, parameters.tensors(), before))


def test_runs_know_nothing_of_one_another(parameters, batch):
    together = NextTokenModel(parameters, POSITIONS)
    losses = together.step(*batch)
    for run in range(len(SEEDS)):
        alone = NextTokenModel(run_of(parameters, run), POSITIONS)
        loss = alone.step(*(ids[run : run + 1] for ids in batch))
        close(losses[run : run + 1], loss)
        close(run_of(together.gradients, run).embedding, alone.gradients.embedding)


def test_a_model_depends_on_its_own_seed_alone(tied):
    beside_others, alone = (
        initial_parameters(seeds, VOCAB_SIZE, D_MODEL, tied) for seeds in ([1, 9, 2], [9])
    )
    for tensor, single in zip(beside_others.tensors(), alone.tensors(), strict=True):
        assert torch.equal(tensor[1], single[0])
        assert not torch.equal(tensor[0], tensor[1])


def test_tied_and_untied_models_start_from_the_same_input_table(parameters, tied):
    other = initial_parameters(SEEDS, VOCAB_SIZE, D_MODEL, not tied)
    assert torch.equal(parameters.embedding, other.embedding)


def test_a_tied_table_is_one_tensor(parameters, tied):
    same = parameters.embedding.data_ptr() == parameters.unembedding.data_ptr()
    assert same == tied
    assert len(parameters.tensors()) == (2 if tied else 3)


def test_the_first_numbers_are_spread_like_those_of_pytorch(tied):
    parameters = initial_parameters([0], 1_000, 64, tied)
    reference = nn.Linear(64, 1_000)
    assert parameters.embedding.std().item() == pytest.approx(1, abs=0.01)
    assert parameters.bias.abs().max() <= 1 / 8
    assert parameters.bias.std().item() == pytest.approx(reference.bias.std().item(), rel=0.1)
    if not tied:
        assert parameters.unembedding.abs().max() <= 1 / 8
        assert parameters.unembedding.std().item() == pytest.approx(
            reference.weight.std().item(), rel=0.01
        )
