"""Counts against published figures, against hand arithmetic, and against real torch modules."""

import copy
import subprocess
import sys
from dataclasses import FrozenInstanceError, replace
from math import gcd
from pathlib import Path

import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from torch import nn

from embedcore.parameters import (
    FAMILIES,
    MAX_SIZE,
    PART_NAMES,
    PRESETS,
    ConfigError,
    ParameterCount,
    Part,
    Sizes,
    bytes_by_dtype,
    count,
    sizes,
    with_sizes,
)

from .configs import CONFIGS, REFERENCE

GPT2 = PRESETS["GPT-2"]
LLAMA = PRESETS["Llama 3 8B"]

patient = settings(deadline=None)  # a busy machine is no failure


def parts(config: dict) -> dict[str, int]:
    return {part.name: part.count for part in count(config).parts}


# Published models ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", REFERENCE)
def test_reference_models_to_the_last_parameter(name):
    model = REFERENCE[name]
    counted = count(model["config"])
    assert counted.total == model["params"]
    assert counted.token_embedding == model["token_embedding"]


def test_every_family_has_a_reference():
    assert {c["model_type"] for c in CONFIGS.values()} == set(FAMILIES) == set(DEFAULTS)


TOTALS = {  # in the order in which they are shown
    "microgpt": 4_192,
    "nanoGPT Shakespeare (128)": 809_856,
    "nanoGPT Shakespeare (384)": 10_770_816,
    "GPT-2": 124_439_808,
    "GPT-2 medium": 354_823_168,
    "GPT-2 large": 774_030_080,
    "GPT-2 XL": 1_557_611_200,
    "GPT-3": 174_604_259_328,
    "BERT base": 109_482_240,
    "Qwen2.5 0.5B": 494_032_768,
    "Gemma 2B": 2_506_172_416,
    "Llama 2 7B": 6_738_415_616,
    "Llama 3 8B": 8_030_261_248,
}


@pytest.mark.parametrize("name", TOTALS)
def test_presets(name):
    assert count(PRESETS[name]).total == TOTALS[name]


def test_every_preset_has_its_total():
    assert list(PRESETS) == list(TOTALS)


def test_microgpt_part_by_part():
    assert count(PRESETS["microgpt"]).parts == (
        Part("token_embedding", 27 * 16),
        Part("position_embedding", 16 * 16),
        Part("attention", 4 * 16 * 16),
        Part("mlp", 2 * 16 * 64),
        Part("lm_head", 27 * 16),
    )


def test_nanogpt_by_hand():
    d = 128
    layer = (4 * d * d + 4 * d) + (8 * d * d + 5 * d) + 2 * 2 * d
    assert count(PRESETS["nanoGPT Shakespeare (128)"]).total == 65 * d + 64 * d + 4 * layer + 2 * d


def test_gpt3_by_hand():
    d = 12288
    layer = 12 * d * d + 13 * d  # 4 d² attention, 8 d² MLP, and 13 vectors of biases and gains
    gpt3 = count(PRESETS["GPT-3"])
    assert gpt3.token_embedding == 617_558_016
    assert gpt3.position_embedding == 25_165_824
    assert gpt3.total == 617_558_016 + 25_165_824 + 96 * layer + 2 * d
    assert f"{gpt3.total / 1e9:.1f}" == "174.6"
    assert f"{gpt3.embedding_share:.1%}" == "0.4%"


def test_embedding_share_of_token_and_position_tables():
    assert count(GPT2).embedding_share == 39_383_808 / 124_439_808
    assert count(LLAMA).embedding_share == 525_336_576 / 8_030_261_248


# What the families do differently -----------------------------------------------------------------


def test_opt_350m_embeds_in_fewer_dimensions():
    opt_350m = {
        "model_type": "opt",
        "vocab_size": 50272,
        "hidden_size": 1024,
        "word_embed_proj_dim": 512,
        "ffn_dim": 4096,
        "num_hidden_layers": 24,
        "num_attention_heads": 16,
        "max_position_embeddings": 2048,
        "do_layer_norm_before": False,
    }
    assert count(opt_350m).total == 331_196_416
    assert parts(opt_350m)["embedding_projection"] == 2 * 512 * 1024
    assert parts(opt_350m)["position_embedding"] == (2048 + 2) * 1024


def test_bloom_as_published_with_other_names():
    published = {
        "model_type": "bloom",
        "vocab_size": 250880,
        "n_embed": 1024,
        "n_inner": None,
        "n_layer": 24,
        "num_attention_heads": 16,
        "seq_length": 2048,
    }
    assert count(published).total == REFERENCE["bloom-560m"]["params"]
    assert sizes(published) == Sizes(250880, 1024, 24, 16, 2048, True)


def test_mixtral_counts_every_expert_and_the_router():
    mixtral, mistral = REFERENCE["mixtral-8x7b"]["config"], REFERENCE["mistral-7b"]["config"]
    assert parts(mixtral)["mlp"] == 8 * parts(mistral)["mlp"]
    assert parts(mixtral)["router"] == 32 * 8 * 4096


def test_bert_has_token_types_and_a_pooler_and_no_head():
    bert = parts(PRESETS["BERT base"])
    assert bert["token_type_embedding"] == 2 * 768
    assert bert["pooler"] == 768 * 768 + 768
    assert "lm_head" not in bert


def test_phi_keeps_its_head_bias_when_tied():
    phi = REFERENCE["phi-2"]["config"]
    assert parts(phi | {"tie_word_embeddings": True})["lm_head"] == 51200


def test_grouped_queries_shrink_keys_and_values_only():
    all_heads = LLAMA | {"num_key_value_heads": 32}
    saved = 32 * 2 * 4096 * (32 - 8) * 128
    assert parts(all_heads)["attention"] - parts(LLAMA)["attention"] == saved
    assert count(all_heads).total - count(LLAMA).total == saved


def test_opt_options():
    opt = REFERENCE["opt-125m"]["config"]
    assert "embedding_projection" not in parts(opt)
    assert parts(opt)["norms"] == (2 * 12 + 1) * 2 * 768
    assert parts(opt | {"do_layer_norm_before": False})["norms"] == 2 * 12 * 2 * 768
    assert parts(opt | {"_remove_final_layer_norm": True})["norms"] == 2 * 12 * 2 * 768
    assert parts(opt | {"layer_norm_elementwise_affine": False})["norms"] == 0
    assert parts(opt | {"enable_bias": False})["attention"] == 12 * 4 * 768 * 768


def test_falcon_shares_keys_in_groups_altogether_or_not_at_all():
    falcon = CONFIGS["falcon-40b"]
    d, layers, heads = 8192, 60, 128
    old = falcon | {"new_decoder_architecture": False}
    assert parts(falcon)["attention"] == layers * (2 * d * d + 2 * d * 8 * 64)
    assert parts(old)["attention"] == layers * (2 * d * d + 2 * d * d // heads)
    assert parts(old | {"multi_query": False})["attention"] == layers * 4 * d * d
    assert count(falcon | {"alibi": True}) == count(falcon)
    norms = [parts(old | {"parallel_attn": parallel})["norms"] for parallel in (True, False)]
    assert norms == [(layers + 1) * 2 * d, (2 * layers + 1) * 2 * d]


def test_t5_by_hand():
    d, inner, ff, layers = 512, 6 * 64, 1024, 8
    t5 = CONFIGS["t5-v1_1-small"]
    assert parts(t5) == {
        "token_embedding": 32128 * d,
        "position_bias": 2 * 32 * 6,
        "attention": 3 * layers * 4 * d * inner,  # one in the encoder, two in the decoder
        "mlp": 2 * layers * 3 * d * ff,
        "norms": (2 * layers + 1 + 3 * layers + 1) * d,
        "lm_head": 32128 * d,
    }
    plain = parts(t5 | {"feed_forward_proj": "relu", "tie_word_embeddings": True})
    assert (plain["mlp"], plain["lm_head"]) == (2 * layers * 2 * d * ff, 0)


def test_gpt_j_keeps_its_head_bias_when_tied():
    gpt_j = CONFIGS["gpt-j-6b"]
    assert parts(gpt_j)["lm_head"] == 50400 * 4096 + 50400
    assert parts(gpt_j | {"tie_word_embeddings": True})["lm_head"] == 50400


def test_norms_on_queries_and_keys():
    phi, qwen3 = REFERENCE["phi-2"]["config"], REFERENCE["qwen3-0.6b"]["config"]
    more = parts(phi | {"qk_layernorm": True})["norms"] - parts(phi)["norms"]
    assert more == 32 * 2 * (2 * 80)
    assert parts(qwen3)["norms"] == (2 * 28 + 1) * 1024 + 28 * 2 * 128


# The config classes of transformers; None stands for "derived". Bloom's context is the published
# configs' own, as is T5's, and the last four have no head to tie.
DEFAULTS = {
    "microgpt": {"tie_word_embeddings": False},
    "gpt2": {"n_inner": None, "add_cross_attention": False, "tie_word_embeddings": True},
    "llama": {
        "num_key_value_heads": None,
        "head_dim": None,
        "attention_bias": False,
        "mlp_bias": False,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
    "mistral": {
        "num_key_value_heads": 8,
        "head_dim": None,
        "max_position_embeddings": 131072,
        "tie_word_embeddings": False,
    },
    "mixtral": {
        "num_key_value_heads": 8,
        "head_dim": None,
        "num_local_experts": 8,
        "num_experts_per_tok": 2,
        "max_position_embeddings": 131072,
        "tie_word_embeddings": False,
    },
    "qwen2": {
        "num_key_value_heads": 32,
        "head_dim": None,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": False,
    },
    "qwen3": {
        "num_key_value_heads": 32,
        "head_dim": 128,
        "attention_bias": False,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": False,
    },
    "gemma": {
        "num_key_value_heads": 16,
        "head_dim": 256,
        "attention_bias": False,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": True,
    },
    "gemma2": {
        "num_key_value_heads": 4,
        "head_dim": 256,
        "attention_bias": False,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": True,
    },
    "phi": {
        "num_key_value_heads": None,
        "head_dim": None,
        "qk_layernorm": False,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
    "gpt_neox": {
        "attention_bias": True,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
    "opt": {
        "word_embed_proj_dim": None,
        "enable_bias": True,
        "layer_norm_elementwise_affine": True,
        "do_layer_norm_before": True,
        "_remove_final_layer_norm": False,
        "tie_word_embeddings": True,
    },
    "bloom": {"seq_length": 2048, "tie_word_embeddings": True},
    "gptj": {"n_inner": None, "n_positions": 2048, "tie_word_embeddings": False},
    "falcon": {
        "ffn_hidden_size": None,
        "num_kv_heads": None,
        "new_decoder_architecture": False,
        "multi_query": True,
        "parallel_attn": True,
        "num_ln_in_parallel_attn": None,
        "bias": False,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": True,
    },
    "t5": {
        "num_decoder_layers": None,
        "d_kv": 64,
        "relative_attention_num_buckets": 32,
        "feed_forward_proj": "relu",
        "n_positions": 512,
        "tie_word_embeddings": True,
    },
    "bert": {"type_vocab_size": 2, "add_cross_attention": False},
    "roberta": {"type_vocab_size": 2, "add_cross_attention": False},
    "xlm-roberta": {"type_vocab_size": 2, "add_cross_attention": False},
    "distilbert": {},
}


@pytest.mark.parametrize(
    ("model_type", "field"), [(name, field) for name in DEFAULTS for field in DEFAULTS[name]]
)
def test_defaults_are_those_of_transformers(model_type, field):
    published = next(c for c in CONFIGS.values() if c["model_type"] == model_type)
    tied = sizes(published).tied
    config = with_sizes(published, Sizes(1000, 256, 2, 32, 64, tied))  # heads that all divide
    config.pop(field, None)
    given_in_full = config | {field: DEFAULTS[model_type][field]}
    assert count(config) == count(given_in_full)
    assert sizes(config) == sizes(given_in_full)


@pytest.mark.parametrize(
    ("config", "field", "meaning"),
    [
        (GPT2, "n_inner", 4 * 768),
        (LLAMA, "head_dim", 128),
        (REFERENCE["mistral-7b"]["config"], "num_key_value_heads", 32),
        (REFERENCE["opt-125m"]["config"], "word_embed_proj_dim", 768),
    ],
)
def test_null_means_derived(config, field, meaning):
    assert count(config | {field: None}) == count(config | {field: meaning})


def test_fields_that_change_no_parameter_are_ignored():
    noise = {"torch_dtype": "float16", "rope_scaling": {"factor": 8.0}, "eos_token_id": [1, 2]}
    assert count(LLAMA | noise) == count(LLAMA)


# Real modules on the meta device: shapes without memory -------------------------------------------

LAYERS = st.integers(1, 4)
WIDTHS = st.integers(1, 64)
VOCABULARIES = st.integers(1, 2000)


def numel(*modules: nn.Module) -> int:
    return sum(p.numel() for p in nn.ModuleList(modules).parameters())


@patient
@given(
    vocab=VOCABULARIES,
    positions=st.integers(1, 300),
    heads=st.integers(1, 8),
    head_dim=st.integers(1, 16),
    layers=LAYERS,
    inner=st.none() | WIDTHS,
    tied=st.booleans(),
)
def test_gpt2_has_the_parameters_of_its_modules(
    vocab, positions, heads, head_dim, layers, inner, tied
):
    d = heads * head_dim
    width = inner or 4 * d
    with torch.device("meta"):
        blocks = [
            nn.ModuleList(
                [
                    nn.LayerNorm(d),
                    nn.Linear(d, 3 * d),
                    nn.Linear(d, d),
                    nn.LayerNorm(d),
                    nn.Linear(d, width),
                    nn.Linear(width, d),
                ]
            )
            for _ in range(layers)
        ]
        wte, head = nn.Embedding(vocab, d), nn.Linear(d, vocab, bias=False)
        if tied:
            head.weight = wte.weight
        expected = numel(wte, nn.Embedding(positions, d), *blocks, nn.LayerNorm(d), head)
    config = {
        "model_type": "gpt2",
        "vocab_size": vocab,
        "n_positions": positions,
        "n_embd": d,
        "n_layer": layers,
        "n_head": heads,
        "n_inner": inner,
        "tie_word_embeddings": tied,
    }
    assert count(config).total == expected


@patient
@given(
    vocab=VOCABULARIES,
    d=WIDTHS,
    kv_heads=st.integers(1, 4),
    group=st.integers(1, 4),
    head_dim=st.integers(1, 16),
    layers=LAYERS,
    inner=WIDTHS,
    attention_bias=st.booleans(),
    mlp_bias=st.booleans(),
    tied=st.booleans(),
)
def test_llama_has_the_parameters_of_its_modules(
    vocab, d, kv_heads, group, head_dim, layers, inner, attention_bias, mlp_bias, tied
):
    heads = kv_heads * group
    with torch.device("meta"):
        blocks = [
            nn.ModuleList(
                [
                    nn.RMSNorm(d),
                    nn.Linear(d, heads * head_dim, bias=attention_bias),
                    nn.Linear(d, kv_heads * head_dim, bias=attention_bias),
                    nn.Linear(d, kv_heads * head_dim, bias=attention_bias),
                    nn.Linear(heads * head_dim, d, bias=attention_bias),
                    nn.RMSNorm(d),
                    nn.Linear(d, inner, bias=mlp_bias),
                    nn.Linear(d, inner, bias=mlp_bias),
                    nn.Linear(inner, d, bias=mlp_bias),
                ]
            )
            for _ in range(layers)
        ]
        embed, head = nn.Embedding(vocab, d), nn.Linear(d, vocab, bias=False)
        if tied:
            head.weight = embed.weight
        expected = numel(embed, *blocks, nn.RMSNorm(d), head)
    config = {
        "model_type": "llama",
        "vocab_size": vocab,
        "hidden_size": d,
        "num_hidden_layers": layers,
        "num_attention_heads": heads,
        "num_key_value_heads": kv_heads,
        "head_dim": head_dim,
        "intermediate_size": inner,
        "attention_bias": attention_bias,
        "mlp_bias": mlp_bias,
        "tie_word_embeddings": tied,
    }
    assert count(config).total == expected


# Laws ---------------------------------------------------------------------------------------------


@st.composite
def resized(draw) -> dict:
    """A config of any family, at sizes it was never published in."""
    config = draw(st.sampled_from(list(CONFIGS.values())))
    heads = draw(st.sampled_from([1, 2, 3, 8, 12, 32]))
    return with_sizes(
        config,
        Sizes(
            vocab_size=draw(st.integers(1, 300_000)),
            d_model=heads * draw(st.integers(1, 200)),
            n_layers=draw(st.integers(1, 200)),
            n_heads=heads,
            context=draw(st.integers(1, 200_000)),
            tied=None if sizes(config).tied is None else draw(st.booleans()),
        ),
    )


@patient
@given(resized())
def test_parts_add_up(config):
    counted = count(config)
    names = [part.name for part in counted.parts]
    assert counted.total == sum(part.count for part in counted.parts)
    assert names == [name for name in PART_NAMES if name in names]
    assert 0 < counted.embedding_share < 1
    assert counted.token_embedding == parts(config)["token_embedding"]
    assert counted.position_embedding == parts(config).get("position_embedding", 0)


@patient
@given(resized(), st.integers(1, 50))
def test_more_of_anything_is_more_parameters(config, more):
    now = sizes(config)
    before = count(config).total

    def total(**changes: int) -> int:
        return count(with_sizes(config, replace(now, **changes))).total

    assert total(vocab_size=now.vocab_size + more) > before
    assert total(n_layers=now.n_layers + more) > before
    assert total(d_model=now.d_model + more * now.n_heads) > before
    longer = total(context=now.context + more)
    if count(config).position_embedding:
        assert longer == before + more * now.d_model
    else:
        assert longer == before


@patient
@given(resized())
def test_tying_saves_one_table(config):
    now = sizes(config)
    if now.tied is not None:
        untied = count(with_sizes(config, replace(now, tied=False)))
        tied = count(with_sizes(config, replace(now, tied=True)))
        assert untied.total - tied.total == untied.token_embedding == tied.token_embedding
        if "embedding_projection" not in parts(config):  # OPT's table may be narrower
            assert untied.total - tied.total == now.vocab_size * now.d_model


@pytest.mark.parametrize("n_heads", [1, 2, 3, 4, 6, 8, 12, 16])
def test_sharing_the_width_among_more_heads_costs_nothing(n_heads):
    for config in (GPT2, PRESETS["BERT base"]):
        assert count(with_sizes(config, replace(sizes(config), n_heads=n_heads))) == count(config)


# Sizes --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", CONFIGS)
def test_with_its_own_sizes_a_config_counts_the_same(name):
    config = CONFIGS[name]
    assert count(with_sizes(config, sizes(config))) == count(config)


@patient
@given(resized())
def test_sizes_come_back(config):
    assert sizes(with_sizes(config, sizes(config))) == sizes(config)
    assert count(with_sizes(config, sizes(config))) == count(config)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("microgpt", Sizes(27, 16, 1, 4, 16, False)),
        ("GPT-3", Sizes(50257, 12288, 96, 96, 2048, True)),
        ("BERT base", Sizes(30522, 768, 12, 12, 512, None)),
        ("Llama 3 8B", Sizes(128256, 4096, 32, 32, 8192, False)),
        ("distilbert-base-uncased", Sizes(30522, 768, 6, 12, 512, None)),
        ("llama-2-7b", Sizes(32000, 4096, 32, 32, 2048, False)),  # context by default
        ("bloom-560m", Sizes(250880, 1024, 24, 16, 2048, True)),
    ],
)
def test_sizes_under_one_set_of_names(name, expected):
    assert sizes(CONFIGS[name]) == expected


def test_inner_width_keeps_its_ratio():
    llama = with_sizes(LLAMA, replace(sizes(LLAMA), d_model=2048))
    assert llama["intermediate_size"] == 14336 // 2
    odd = with_sizes(PRESETS["Llama 2 7B"], replace(sizes(PRESETS["Llama 2 7B"]), d_model=96))
    assert odd["intermediate_size"] == 258  # 11008 / 4096 * 96 = 258.0
    tiny = with_sizes(LLAMA | {"intermediate_size": 1}, replace(sizes(LLAMA), d_model=32))
    assert tiny["intermediate_size"] == 1


def test_derived_inner_width_stays_derived():
    gpt2 = with_sizes(GPT2, replace(sizes(GPT2), d_model=1536))
    assert parts(gpt2)["mlp"] == 12 * (2 * 1536 * 4 * 1536 + 5 * 1536)


def test_layers_of_a_decoder_follow_those_of_the_encoder():
    t5 = CONFIGS["t5-v1_1-small"]
    deeper = with_sizes(t5, replace(sizes(t5), n_layers=16))
    assert (deeper["num_layers"], deeper["num_decoder_layers"]) == (16, 16)
    uneven = with_sizes(t5 | {"num_decoder_layers": 4}, replace(sizes(t5), n_layers=16))
    assert uneven["num_decoder_layers"] == 8
    assert "num_decoder_layers" not in with_sizes(CONFIGS["t5-small"], sizes(CONFIGS["t5-small"]))


def test_given_head_dim_stays():
    gemma = PRESETS["Gemma 2B"]
    assert with_sizes(gemma, replace(sizes(gemma), d_model=1000))["head_dim"] == 256


@pytest.mark.parametrize("n_heads", [1, 4, 6, 8, 12, 16, 64])
def test_key_value_heads_keep_dividing_the_heads(n_heads):
    config = with_sizes(LLAMA, replace(sizes(LLAMA), d_model=128 * n_heads, n_heads=n_heads))
    assert config["num_key_value_heads"] == gcd(8, n_heads)
    count(config)


@pytest.mark.parametrize("n_heads", [16, 48, 64])
def test_heads_with_their_own_keys_keep_them(n_heads):
    config = PRESETS["Llama 2 7B"]
    config = with_sizes(config, replace(sizes(config), d_model=128 * n_heads, n_heads=n_heads))
    assert config["num_key_value_heads"] == n_heads


def test_with_sizes_leaves_the_original_alone():
    before = copy.deepcopy(LLAMA)
    with_sizes(LLAMA, Sizes(10, 64, 2, 2, 16, True))
    assert before == LLAMA


def test_with_sizes_overwrites_a_size_under_its_other_name():
    config = {"model_type": "bloom", "vocab_size": 100, "n_embed": 64, "n_layer": 2, "n_head": 4}
    wider = with_sizes(config, replace(sizes(config), d_model=128))
    assert sizes(wider).d_model == 128
    assert count(wider).token_embedding == 100 * 128


def test_tied_follows_the_family():
    bert = PRESETS["BERT base"]
    with pytest.raises(ConfigError, match="tied must be None for bert"):
        with_sizes(bert, replace(sizes(bert), tied=True))
    with pytest.raises(ConfigError, match="tied must be true or false, not null"):
        with_sizes(GPT2, replace(sizes(GPT2), tied=None))


@pytest.mark.parametrize("bad", ["12", 12.0, True, 0, -1, MAX_SIZE + 1, None])
@pytest.mark.parametrize("field", ["vocab_size", "d_model", "n_layers", "n_heads", "context"])
def test_with_sizes_refuses_what_is_no_size(field, bad):
    with pytest.raises(ConfigError):
        with_sizes(LLAMA, replace(sizes(LLAMA), **{field: bad}))


NO_CONTEXT = {"null": None, "minus": -1, "zero": 0, "float": 131072.0, "text": "2048"}
NO_CONTEXT |= {"huge": 10**30, "boolean": True, "list": [2048]}


@pytest.mark.parametrize("what", NO_CONTEXT)
@pytest.mark.parametrize("model_type", FAMILIES)
def test_what_counts_has_all_its_sizes(model_type, what):
    """A context that is none is refused by name, or (null) stands for the family's default."""
    family = FAMILIES[model_type]
    field, bad = family.size_names.context, NO_CONTEXT[what]
    known = next(config for config in CONFIGS.values() if config["model_type"] == model_type)
    others = [other for other, main in family.aliases.items() if main == field]
    config = {name: value for name, value in known.items() if name not in others} | {field: bad}
    default = family.defaults.get(field) if bad is None else None
    if default is None:
        for read in (count, sizes):
            with pytest.raises(ConfigError) as refused:
                read(config)
            assert refused.value.field == field
    else:
        assert count(config) == count(known)
        assert sizes(config).context == default
        assert count(with_sizes(config, sizes(config))) == count(known)


# Hostile input ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("config", "message"),
    [
        (None, "the config must be a JSON object (a dict), not null"),
        ([], "the config must be a JSON object (a dict), not a list"),
        ("gpt2", "the config must be a JSON object (a dict), not a string"),
        ({}, "model_type is missing"),
        ({"model_type": None}, "model_type must be a string, not null"),
        ({"model_type": ["gpt2"]}, "model_type must be a string, not a list"),
        ({"model_type": "mamba"}, "model_type 'mamba' is not known; known are bert, bloom, "),
        ({"model_type": "a\nb"}, r"model_type 'a\nb' is not known"),
        ({"model_type": "gpt2"}, "vocab_size is missing"),
        (GPT2 | {"n_embd": "768"}, "n_embd must be an integer, not a string"),
        (GPT2 | {"n_embd": True}, "n_embd must be an integer, not a boolean"),
        (GPT2 | {"n_embd": 768.0}, "n_embd must be an integer, not a float"),
        (GPT2 | {"n_embd": float("nan")}, "n_embd is no number that can be used: NaN, inf"),
        (GPT2 | {"n_embd": None}, "n_embd must be an integer, not null"),
        (GPT2 | {"n_embd": [768]}, "n_embd must be an integer, not a list"),
        (GPT2 | {"n_embd": {}}, "n_embd must be an integer, not an object"),
        (GPT2 | {"n_embd": 768j}, "n_embd must be an integer, not complex"),
        (GPT2 | {"n_layer": 0}, "n_layer must be at least 1"),
        (GPT2 | {"n_layer": -12}, "n_layer must be at least 1"),
        (GPT2 | {"vocab_size": MAX_SIZE + 1}, "vocab_size must be at most 1,000,000,000"),
        (GPT2 | {"n_positions": 10**5000}, "n_positions must be at most 1,000,000,000"),
        (GPT2 | {"n_inner": -(10**5000)}, "n_inner must be at least 1"),
        (GPT2 | {"n_embd": 770}, "n_embd (770) must be divisible by n_head (12)"),
        (GPT2 | {"tie_word_embeddings": 1}, "tie_word_embeddings must be true or false, not an in"),
        (GPT2 | {"tie_word_embeddings": None}, "tie_word_embeddings must be true or false, not nu"),
        (GPT2 | {"add_cross_attention": True}, "add_cross_attention adds parts that are not coun"),
        (GPT2 | {"hidden_size": 1024}, "n_embd and hidden_size are two names of one size"),
        (LLAMA | {"hidden_size": 4100}, "hidden_size (4,100) must be divisible by num_attention_"),
        (
            LLAMA | {"num_key_value_heads": 7},
            "num_attention_heads (32) must be divisible by num_key_value_heads (7)",
        ),
        (
            LLAMA | {"num_key_value_heads": 64},
            "num_attention_heads (32) must be divisible by num_key_value_heads (64)",
        ),
        (
            {k: v for k, v in PRESETS["Qwen2.5 0.5B"].items() if k != "num_key_value_heads"},
            "num_attention_heads (14) must be divisible by num_key_value_heads, which is 32 where",
        ),
        (LLAMA | {"head_dim": 0}, "head_dim must be at least 1"),
        (
            CONFIGS["t5-small"] | {"feed_forward_proj": "gated-gelu-new"},
            "feed_forward_proj has a value that is not known; examples that are: relu, gated-gelu",
        ),
        (
            CONFIGS["t5-small"] | {"feed_forward_proj": None},
            "feed_forward_proj must be a string, not null",
        ),
        (
            CONFIGS["falcon-40b"] | {"num_kv_heads": 7},
            "num_attention_heads (128) must be divisible by num_kv_heads (7)",
        ),
        (LLAMA | {"attention_bias": "false"}, "attention_bias must be true or false, not a string"),
        (LLAMA | {"mlp_bias": 0}, "mlp_bias must be true or false, not an integer"),
        (
            {"model_type": "bloom", "vocab_size": 9, "n_embed": 64, "n_layer": 1, "n_head": 3},
            "n_embed (64) must be divisible by n_head (3)",
        ),
    ],
)
def test_what_is_refused_and_in_which_words(config, message):
    with pytest.raises(ConfigError) as refused:
        count(config)
    assert str(refused.value).startswith(message)
    assert refused.value.field in message
    assert isinstance(refused.value, ValueError)


def test_heads_need_not_share_the_width_if_theirs_is_given():
    assert count(LLAMA | {"hidden_size": 4100, "head_dim": 128}).total > 0


@pytest.mark.parametrize("name", REFERENCE)
def test_every_main_size_is_checked(name):
    config = REFERENCE[name]["config"]
    family = FAMILIES[config["model_type"]]
    for field in {*family.size_names, *family.widths} & config.keys():
        for bad in ("12", True, 12.0, [], 0, -3, MAX_SIZE + 1):
            with pytest.raises(ConfigError, match=field):
                count(config | {field: bad})
        if field not in family.defaults:
            with pytest.raises(ConfigError, match=f"{field} is missing"):
                count({key: value for key, value in config.items() if key != field})


FIELDS = sorted({key for config in CONFIGS.values() for key in config} - {"model_type"})
JSON = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["", "12", "null"]),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.sampled_from(["type", "factor"]), st.floats(), max_size=2),
)


@patient
@given(
    st.sampled_from(list(CONFIGS.values())),
    st.dictionaries(st.sampled_from(FIELDS), JSON | st.integers(1, 128), max_size=4),
)
@example(GPT2, {"hidden_size": 768})
def test_any_json_is_counted_or_refused_in_one_line(config, changes):
    config = config | changes
    try:
        counted = count(config)
        context = sizes(config).context
    except ConfigError as error:
        refused = error
    else:
        assert counted.total > 0 < context
        assert count(with_sizes(config, sizes(config))) == counted
        return
    assert "\n" not in str(refused)
    assert refused.field in str(refused)


# Small print --------------------------------------------------------------------------------------


def test_bytes_by_dtype():
    assert bytes_by_dtype(4_192) == {
        "float32": 16_768,
        "float16 / bfloat16": 8_384,
        "int8": 4_192,
        "int4": 2_096,
    }
    assert bytes_by_dtype(1)["int4"] == 0.5


def test_results_are_frozen():
    for frozen, field in ((count(GPT2), "parts"), (Part("mlp", 1), "count"), (sizes(GPT2), "tied")):
        with pytest.raises(FrozenInstanceError):
            setattr(frozen, field, 0)
    assert count(GPT2) == ParameterCount(count(GPT2).parts)


def test_counting_loads_no_heavy_library():
    code = (
        "import sys, embedcore.parameters;"
        "print(sorted({'torch', 'numpy', 'pandas', 'altair', 'streamlit'} & sys.modules.keys()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(__file__).parents[3],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
