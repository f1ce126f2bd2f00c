"""The lookup table, held to ``torch.nn.Embedding``."""

import numpy as np
import pytest
import torch
from torch import nn
from torch.nn import functional

from embedcore.embedding import Embedding, ThreeWays, three_ways
from embedcore.errors import InputError

VOCAB_SIZE, D_MODEL = 50, 6


@pytest.fixture
def table():
    return Embedding(VOCAB_SIZE, D_MODEL, seed=3)


def pytorch_twin(table):
    return nn.Embedding(*table.weight.shape, _weight=table.weight.detach().clone())


def some_ids(*shape):
    return torch.randint(VOCAB_SIZE, shape, generator=torch.Generator().manual_seed(0))


@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (2, 1, 40), (0,), (3, 0)])
def test_values_are_those_of_pytorch(table, shape):
    ids = some_ids(*shape)
    assert torch.equal(table(ids), pytorch_twin(table)(ids))


@pytest.mark.parametrize("shape", [(5,), (2, 3), (2, 1, 200)])
def test_gradients_are_those_of_pytorch(table, shape):
    ids, twin = some_ids(*shape), pytorch_twin(table)
    upstream = torch.randn(*shape, D_MODEL, generator=torch.Generator().manual_seed(1))
    table(ids).backward(upstream)
    twin(ids).backward(upstream)
    torch.testing.assert_close(table.weight.grad, twin.weight.grad)


def test_a_repeated_token_gets_the_sum_of_its_contributions(table):
    upstream = torch.tensor([[1.0], [10.0], [100.0]]).expand(3, D_MODEL)
    table([7, 8, 7]).backward(upstream)
    assert table.weight.grad[7].tolist() == [101.0] * D_MODEL
    assert table.weight.grad[8].tolist() == [10.0] * D_MODEL


def test_only_the_rows_that_were_looked_up_get_a_gradient(table):
    table([7, 8]).sum().backward()
    assert table.weight.grad.any(dim=1).nonzero().flatten().tolist() == [7, 8]


def test_a_row_is_what_a_one_hot_vector_times_the_table_gives(table):
    ids = some_ids(9)
    assert torch.equal(table(ids), functional.one_hot(ids, VOCAB_SIZE).float() @ table.weight)


def test_a_list_of_ids_will_do(table):
    assert torch.equal(table([[1, 2], [3, 4]]), table(torch.tensor([[1, 2], [3, 4]])))


def test_no_ids_give_no_rows(table):
    assert table([]).shape == (0, D_MODEL)


@pytest.mark.parametrize("dtype", [torch.uint8, torch.int8, torch.int16, torch.int32])
def test_ids_may_be_stored_small(dtype):
    table = Embedding(256, D_MODEL)  # 256 itself is no uint8
    assert torch.equal(table(torch.tensor([0, 127], dtype=dtype)), table.weight[[0, 127]])


@pytest.mark.parametrize("outside", [-1, 50, 2**40])
def test_an_id_outside_is_named_with_the_range(table, outside):
    with pytest.raises(IndexError, match=f"token id {outside} is not in 0 … 49"):
        table([[0, 49], [outside, -5]])


@pytest.mark.parametrize("ids", [[1.0], 2.5, [True], [1j]])
def test_ids_that_are_not_whole_numbers_are_refused(table, ids):
    with pytest.raises(TypeError, match="whole numbers"):
        table(ids)


def test_the_seed_decides_the_numbers():
    weight = Embedding(256, 8, seed=1).weight
    assert torch.equal(weight, Embedding(256, 8, seed=1).weight)
    assert not torch.equal(weight, Embedding(256, 8, seed=2).weight)


def test_the_numbers_are_standard_normal_at_first():
    weight = Embedding(1_000, 100).weight
    assert weight.mean().item() == pytest.approx(0, abs=0.02)
    assert weight.std().item() == pytest.approx(1, abs=0.02)


@pytest.mark.parametrize(
    ("vocab_size", "d_model", "culprit"),
    [
        (0, 8, "vocab_size"),
        (1_000_001, 8, "vocab_size"),
        (256.0, 8, "vocab_size"),
        (256, 0, "d_model"),
        (256, 16_385, "d_model"),
        (256, True, "d_model"),
    ],
)
def test_a_size_that_cannot_be_is_named(vocab_size, d_model, culprit):
    with pytest.raises(InputError, match=culprit) as caught:
        Embedding(vocab_size, d_model)
    assert caught.value.details["name"] == culprit


def test_a_new_table_leaves_the_global_random_numbers_alone(global_randomness):
    before = global_randomness()
    Embedding(256, 8)
    assert global_randomness() == before


# The same row found in three ways


def test_three_ways_give_the_same_rows(table):
    ways = three_ways(table, [7, 8, 7])
    assert all(torch.equal(way, table.weight[[7, 8, 7]]) for way in ways)
    assert ways.largest_difference == 0


def test_the_largest_difference_is_between_any_two_ways():
    rows = torch.zeros(2, 3)
    assert ThreeWays(rows, rows + 1, rows - 2).largest_difference == 3


def test_three_ways_need_a_token(table):
    with pytest.raises(ValueError, match="no token"):
        three_ways(table, [])


@pytest.mark.parametrize("outside", [-1, 50])
def test_three_ways_name_an_id_outside(table, outside):
    with pytest.raises(IndexError, match=f"token id {outside} "):
        three_ways(table, [outside])


# The row of the padding


@pytest.mark.parametrize("ids", [[7, 49, 49], [[49, 1], [2, 49]], [49], [3]])
def test_padding_is_that_of_pytorch(ids):
    table = Embedding(VOCAB_SIZE, D_MODEL, seed=3, padding_idx=49)
    twin = nn.Embedding(VOCAB_SIZE, D_MODEL, padding_idx=49, _weight=table.weight.detach().clone())
    ids = torch.tensor(ids)
    assert torch.equal(table(ids), twin(ids))
    upstream = torch.randn(*ids.shape, D_MODEL, generator=torch.Generator().manual_seed(1))
    table(ids).backward(upstream)
    twin(ids).backward(upstream)
    assert torch.equal(table.weight.grad, twin.weight.grad)


def test_the_padding_row_is_zero_and_a_step_leaves_it_there():
    table = Embedding(VOCAB_SIZE, D_MODEL, padding_idx=0)
    plain = Embedding(VOCAB_SIZE, D_MODEL)
    assert not table.weight[0].any()
    assert torch.equal(table.weight[1:], plain.weight[1:])
    optimizer = torch.optim.SGD(table.parameters(), lr=0.5)
    (table([0, 1, 0]) - 1).square().sum().backward()
    optimizer.step()
    assert not table.weight[0].any()
    assert not torch.equal(table.weight[1], plain.weight[1])


@pytest.mark.parametrize("padding_idx", [-1, VOCAB_SIZE, 1.0])
def test_a_padding_row_that_is_not_there_is_named(padding_idx):
    with pytest.raises(InputError, match="padding_idx"):
        Embedding(VOCAB_SIZE, D_MODEL, padding_idx=padding_idx)


def test_a_table_can_be_made_of_given_numbers():
    numbers = np.arange(6, dtype=np.float32).reshape(3, 2)
    table = Embedding.from_pretrained(numbers, padding_idx=1)
    assert table([2, 1]).tolist() == [[4, 5], [2, 3]]
    numbers[2] = 0
    assert table([2]).tolist() == [[4, 5]], "a copy"
