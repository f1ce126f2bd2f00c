"""Counts against transformers: published configs, and thousands that nobody published."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from transformers import CONFIG_MAPPING

from embedcore.parameters import (
    FAMILIES,
    PRESETS,
    count,
    family_of,
    formula,
    parse,
    sizes,
    with_sizes,
)

from .configs import CONFIGS, PUBLISHED
from .oracle import KNOWN, build, parameters

# What may change the count besides the sizes, by family.
OPTIONS = {
    "falcon": ("bias", "alibi", "parallel_attn", "multi_query", "new_decoder_architecture"),
    "gemma": ("attention_bias",),
    "gemma2": ("attention_bias",),
    "gpt_neox": ("attention_bias",),
    "llama": ("attention_bias", "mlp_bias"),
    "opt": ("enable_bias", "layer_norm_elementwise_affine", "do_layer_norm_before"),
    "phi": ("qk_layernorm",),
    "qwen3": ("attention_bias",),
}
SMALL = st.integers(1, 40)
EVEN = st.sampled_from([2, 4, 6, 8, 10])  # rotary positions turn pairs of dimensions


@st.composite
def configs(draw, model_type: str) -> dict:
    """A config of this family with sizes of its own, tiny so that thousands are soon built."""
    family = FAMILIES[model_type]
    groups, keys = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    heads, head_dim = groups * keys, draw(EVEN)
    names = family.size_names
    config = {
        "model_type": model_type,
        names.vocab_size: draw(st.integers(1, 300)),
        names.d_model: heads * head_dim,
        names.n_layers: draw(st.integers(1, 3)),
        names.n_heads: heads,
        names.context: draw(SMALL),
    }
    for width in set(family.widths) - {"word_embed_proj_dim"}:
        derived = width in family.defaults and draw(st.booleans())
        config[width] = None if derived else draw(SMALL)
    if family.key_heads:
        config[family.key_heads] = keys
    if family.has_head:
        config["tie_word_embeddings"] = draw(st.booleans())
    for flag in OPTIONS.get(model_type, ()):
        config[flag] = draw(st.booleans())
    return config | draw(extras(model_type, heads * head_dim))


def extras(model_type: str, d_model: int) -> st.SearchStrategy[dict]:
    """Fields that only some families have."""
    fields = {}
    if model_type in ("llama", "mistral", "mixtral", "qwen2", "qwen3", "gemma", "gemma2"):
        fields["head_dim"] = EVEN
    if model_type in ("bert", "roberta", "xlm-roberta"):
        fields["type_vocab_size"] = SMALL
    if model_type == "mixtral":
        fields |= {"num_local_experts": st.integers(2, 4), "num_experts_per_tok": st.just(2)}
    if model_type == "opt":
        fields["word_embed_proj_dim"] = st.sampled_from([None, d_model, d_model // 2])
    if model_type == "falcon":
        fields["num_ln_in_parallel_attn"] = st.sampled_from([None, 1, 2])
    if model_type == "gptj":
        fields["rotary_dim"] = st.just(2)
    if model_type == "t5":
        fields["num_decoder_layers"] = st.none() | st.integers(1, 3)
        fields["relative_attention_num_buckets"] = SMALL
        fields["d_kv"] = SMALL
        gate = {"feed_forward_proj": st.sampled_from(["relu", "gated-gelu"])}
        return st.fixed_dictionaries(fields, optional=gate | {"is_gated_act": st.booleans()})
    return st.fixed_dictionaries(fields)


def check(config: dict) -> None:
    counted, model = count(config), build(config)
    assert counted.total == parameters(model)
    assert counted.token_embedding == parameters(model.get_input_embeddings())
    assert [line.count for line in formula(config)] == [part.count for part in counted.parts]


CLASSES = [(name, other) for name in KNOWN for other in FAMILIES[name].others]


@pytest.mark.parametrize(("model_type", "named"), CLASSES)
def test_a_config_that_names_its_class_is_counted_as_that(model_type, named):
    @settings(deadline=None, max_examples=5, suppress_health_check=list(HealthCheck))
    @given(configs(model_type))
    def same(config):
        config["architectures"] = [named]
        check(config)
        assert sizes(config).tied is None
        assert count(with_sizes(config, sizes(config))) == count(config)

    same()


@pytest.mark.parametrize("model_type", KNOWN)
def test_the_class_that_is_counted_is_the_one_that_transformers_builds(model_type):
    example = next(config for config in CONFIGS.values() if config["model_type"] == model_type)
    family, _ = family_of(example)
    assert type(build(example)).__name__ == family.model_class
    assert family_of({**example, "architectures": [family.model_class]})[0] is family


@pytest.mark.parametrize(
    "names", [None, [], "T5EncoderModel", [5], {}, ["Eagle3"], ["Eagle3", "T5EncoderModel"]]
)
def test_architectures_that_say_nothing_known_change_nothing(names):
    known = PUBLISHED["t5-v1_1-small"]
    assert count({**known, "architectures": names}) == count(known)


def test_there_are_enough_published_configs_and_every_family_has_one():
    assert len(PUBLISHED) >= 40
    assert {config["model_type"] for config in CONFIGS.values()} == set(FAMILIES)


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_config(name):
    check(PUBLISHED[name])


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "microgpt"])
def test_preset(name):
    check(PRESETS[name])


def test_published_totals_of_t5_v1_1():
    """Those of the weights on Hugging Face, whose head is not tied."""
    assert count(PUBLISHED["t5-v1_1-small"]).total == 76_961_152
    assert count(PUBLISHED["flan-t5-xl"]).total == 2_849_757_184


@pytest.mark.parametrize("gated", [True, False])
@pytest.mark.parametrize("named", [{}, {"feed_forward_proj": "gated-gelu"}])
def test_a_t5_that_names_its_gate(named, gated):
    """As the configs of FLUX.1 and other image models do, with no ``feed_forward_proj``."""
    sizes = {"vocab_size": 100, "d_model": 64, "num_layers": 2, "num_heads": 4, "d_ff": 128}
    check({"model_type": "t5", **sizes, **named, "is_gated_act": gated})


@pytest.mark.parametrize("model_type", KNOWN)
def test_any_config(model_type):
    @settings(deadline=None, max_examples=25, suppress_health_check=list(HealthCheck))
    @given(configs(model_type))
    def same(config):
        check(config)

    same()


@pytest.mark.parametrize("model_type", KNOWN)
def test_a_config_json_as_transformers_writes_it(model_type):
    """With all the fields that the class has, of which most change no parameter."""
    known = CONFIG_MAPPING[model_type]()
    assert count(parse(known.to_json_string(use_diff=False))).total == parameters(
        build({"model_type": model_type})
    )
