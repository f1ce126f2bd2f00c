"""An id without a row: the very messages, from tables that take no memory."""

import pytest
import torch
from torch import nn

from embedcore.embedding import Embedding
from embedcore.lookup_table.wrong_id import ask_for


def message(call):
    with pytest.raises(IndexError) as caught:
        call()
    return f"IndexError: {caught.value}"


@pytest.mark.parametrize("token_id", [256, 9_999_999, -257])
def test_all_three_refuse_an_id_beyond_the_table(token_id):
    ids = torch.tensor([token_id])
    answers = ask_for(token_id, 256, 8)
    assert answers.own == message(lambda: Embedding(256, 8)(ids))
    assert answers.by_torch == message(lambda: nn.Embedding(256, 8)(ids))
    assert answers.indexed == message(lambda: torch.zeros(256, 8)[ids])


@pytest.mark.parametrize("token_id", [-1, -256])
def test_a_plain_index_counts_from_the_end(token_id):
    answers = ask_for(token_id, 256, 8)
    assert answers.indexed is None
    assert answers.own == f"IndexError: token id {token_id} is not in 0 … 255"
    assert answers.by_torch == message(lambda: nn.Embedding(256, 8)(torch.tensor([token_id])))


@pytest.mark.parametrize("token_id", [0, 255])
def test_an_id_of_the_table_is_refused_by_none(token_id):
    assert ask_for(token_id, 256, 8) == (None, None, None)


def test_a_table_of_any_size_takes_no_memory():
    # Made in full, [1,114,112, 16,384] would be 73 GB.
    answers = ask_for(0x110000, 0x110000, 16_384)
    assert answers.own == "IndexError: token id 1114112 is not in 0 … 1114111"
    assert answers.by_torch == "IndexError: index out of range in self"
