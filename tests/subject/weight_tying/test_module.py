"""The real PyTorch module: one line makes two tables one."""

import pytest
import torch

from embedcore.weight_tying.module import SmallLanguageModel, counted, is_tied

VOCAB_SIZE, D_MODEL = 11, 3
TRUNK = D_MODEL * D_MODEL + D_MODEL


def test_tied_is_one_object_and_untied_two():
    assert is_tied(SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied=True))
    untied = SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied=False)
    with torch.no_grad():
        untied.lm_head.weight.copy_(untied.wte.weight)
    assert not is_tied(untied), "equal numbers are not the same ones"


@pytest.mark.parametrize(("tied", "tables"), [(True, 1), (False, 2)])
def test_the_count_is_what_the_sizes_say(tied, tables):
    model = SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied)
    assert counted(model) == tables * VOCAB_SIZE * D_MODEL + TRUNK


def test_a_shared_table_gets_the_sum_of_both_gradients():
    tied = SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied=True)
    untied = SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied=False)
    untied.load_state_dict(tied.state_dict())
    ids = torch.tensor([1, 4, 4])
    for model in (tied, untied):
        torch.nn.functional.cross_entropy(model(ids), torch.tensor([2, 3, 9])).backward()
    torch.testing.assert_close(
        tied.wte.weight.grad, untied.wte.weight.grad + untied.lm_head.weight.grad
    )


def test_scores_have_a_number_for_each_token():
    model = SmallLanguageModel(VOCAB_SIZE, D_MODEL, tied=True)
    assert model(torch.zeros(2, 5, dtype=torch.int64)).shape == (2, 5, VOCAB_SIZE)
