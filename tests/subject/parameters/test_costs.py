"""Memory by hand; floating-point operations by hand, and as torch counts them in a forward pass."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from embedcore.parameters import (
    PRESETS,
    TRAINING_BYTES,
    ConfigError,
    Sizes,
    count,
    flops_per_token,
    sizes,
    training_bytes,
    with_sizes,
)

from .configs import CONFIGS, PUBLISHED
from .oracle import KNOWN, build

GPT2, LLAMA3 = PRESETS["GPT-2"], PRESETS["Llama 3 8B"]


def small(config: dict) -> dict:
    """A config of the same family that a test can run."""
    tied = sizes(config).tied
    fits = {"d_kv": 8, "rotary_dim": 4, "pad_token_id": 1}
    return with_sizes(config, Sizes(50, 64, 2, 8, 40, tied)) | fits


def counted_by_torch(config: dict, context: int) -> int:
    """Of one text as long as ``context``, in which each token looks at all of it."""
    model = build(config, "cpu").eval()
    ids = torch.zeros(1, context, dtype=torch.long)
    more = {"decoder_input_ids": ids} if config["model_type"] == "t5" else {}
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.fill_(0.1)
        with FlopCounterMode(display=False) as counter:
            model(input_ids=ids, use_cache=False, **more)
    # The angles of rotary positions are made by a matrix product, once a text, for all layers.
    modules = counter.get_flop_counts()
    angles = (sum(modules[name].values()) for name in modules if name.endswith("rotary_emb"))
    return counter.get_total_flops() - sum(angles)


@pytest.mark.parametrize("model_type", KNOWN)
def test_flops_are_those_that_torch_counts(model_type):
    published = next(c for c in CONFIGS.values() if c["model_type"] == model_type)
    config, context = small(published), 16
    flops = flops_per_token(config, context)
    pooler = 2 * 64 * 64 if "pooler" in flops else 0  # once a text
    assert counted_by_torch(config, context) == context * sum(flops.values()) + pooler


def test_gpt_2_by_hand():
    d, layers, context = 768, 12, 1024
    assert flops_per_token(GPT2, context) == {
        "token_embedding": 0,
        "position_embedding": 0,
        "attention": 2 * layers * 4 * d * d,
        "attention_context": 2 * layers * 2 * d * context,
        "mlp": 2 * layers * 8 * d * d,
        "norms": 0,
        "lm_head": 2 * 50257 * d,
    }


def test_llama_3_by_hand():
    d, layers, context = 4096, 32, 8192
    flops = flops_per_token(LLAMA3, context)
    assert flops["attention"] == 2 * layers * (2 * d * d + 2 * d * 1024)
    assert flops["attention_context"] == 2 * layers * 2 * 32 * 128 * context
    assert flops["mlp"] == 2 * layers * 3 * d * 14336
    assert flops["lm_head"] == 2 * d * 128256


@pytest.mark.parametrize("name", CONFIGS)
def test_a_lookup_costs_nothing_and_a_head_does_tied_or_not(name):
    config = CONFIGS[name]
    flops = flops_per_token(config, 100)
    assert {flops[part] for part in flops if part.endswith("_embedding")} == {0}
    assert flops["norms"] == 0 if "norms" in flops else name == "microgpt"
    if sizes(config).tied is not None:
        for tied in (True, False):
            head = flops_per_token(config | {"tie_word_embeddings": tied}, 100)["lm_head"]
            assert head == 2 * count(config).token_embedding


@pytest.mark.parametrize("name", CONFIGS)
def test_only_attention_grows_with_the_context(name):
    one, three = (flops_per_token(CONFIGS[name], context) for context in (1, 3))
    assert three.pop("attention_context") == 3 * one.pop("attention_context") > 0
    assert one == three


def test_mixtral_multiplies_two_experts_of_eight():
    mixtral = PUBLISHED["mixtral-8x22b"]
    used = flops_per_token(mixtral, 1)["mlp"]
    all_of_them = flops_per_token(mixtral | {"num_experts_per_tok": 8}, 1)["mlp"]
    assert all_of_them == 4 * used
    assert count(mixtral) == count(mixtral | {"num_experts_per_tok": 8})


@pytest.mark.parametrize("context", [0, -1, True, 1.0, "1", None])
def test_a_context_that_is_none_is_refused(context):
    with pytest.raises(ConfigError, match="context"):
        flops_per_token(GPT2, context)


def test_training_takes_sixteen_bytes_a_parameter():
    assert TRAINING_BYTES == {
        "weights": 2,
        "gradients": 2,
        "master_weights": 4,
        "first_moment": 4,
        "second_moment": 4,
    }
    llama = training_bytes(count(LLAMA3).total)
    assert sum(llama.values()) == 16 * 8_030_261_248
    assert llama["weights"] == 16_060_522_496
    assert training_bytes(0) == dict.fromkeys(TRAINING_BYTES, 0)
