"""Llama and its relatives: rotary positions, RMS norms, gated MLPs, grouped queries, few biases.

``decoder`` is what they share; each family says what it does differently.
"""

from embedcore.parameters.blocks import (
    attention,
    embedding,
    experts,
    gated_mlp,
    linear,
    lm_head,
    rms_norm,
)
from embedcore.parameters.families.family import Blocks, family
from embedcore.parameters.reading import ConfigReader


def decoder(
    c: ConfigReader, qkv_bias: bool = False, out_bias: bool = False, mlp_bias: bool = False
) -> Blocks:
    """A Llama-like model. Its positions are computed by rotation, so there is no table of them."""
    vocab, d, layers = c.terms("vocab_size", "hidden_size", "num_hidden_layers")
    inner = c.term("intermediate_size")
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, c.grouped_heads(), qkv_bias, out_bias),
        "mlp": layers * gated_mlp(d, inner, mlp_bias),
        "norms": (2 * layers + 1) * rms_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


@family(
    "llama",
    "LlamaForCausalLM",
    bare="LlamaModel",
    defaults={
        "num_key_value_heads": None,
        "head_dim": None,
        "attention_bias": False,
        "mlp_bias": False,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
)
def llama(c: ConfigReader) -> Blocks:
    """LlamaForCausalLM (Touvron et al. 2023; Llama 3, 2024): biases only where asked for."""
    bias = c.flag("attention_bias")
    return decoder(c, qkv_bias=bias, out_bias=bias, mlp_bias=c.flag("mlp_bias"))


@family(
    "mistral",
    "MistralForCausalLM",
    bare="MistralModel",
    defaults={
        "num_key_value_heads": 8,
        "head_dim": None,
        "max_position_embeddings": 4096 * 32,
        "tie_word_embeddings": False,
    },
)
def mistral(c: ConfigReader) -> Blocks:
    """MistralForCausalLM (Jiang et al. 2023): no biases at all."""
    return decoder(c)


@family(
    "mixtral",
    "MixtralForCausalLM",
    bare="MixtralModel",
    defaults={
        "num_key_value_heads": 8,
        "head_dim": None,
        "num_local_experts": 8,
        "num_experts_per_tok": 2,
        "max_position_embeddings": 4096 * 32,
        "tie_word_embeddings": False,
    },
    aliases={"num_experts": "num_local_experts"},
)
def mixtral(c: ConfigReader) -> Blocks:
    """MixtralForCausalLM (Jiang et al. 2024): several MLPs a layer, and a router to choose.

    All experts count, as all must be stored: ``num_experts_per_tok`` changes the work, not this.
    """
    d, layers, stored = c.terms("hidden_size", "num_hidden_layers", "num_local_experts")
    blocks, used = decoder(c), c.term("num_experts_per_tok")
    return blocks | {
        "router": layers * linear(d, stored, bias=False),
        "mlp": experts(stored, used, blocks["mlp"]),
    }


@family(
    "qwen2",
    "Qwen2ForCausalLM",
    bare="Qwen2Model",
    defaults={
        "num_key_value_heads": 32,
        "head_dim": None,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": False,
    },
)
def qwen2(c: ConfigReader) -> Blocks:
    """Qwen2ForCausalLM (Yang et al. 2024; Qwen2.5 too): biases on queries, keys and values."""
    return decoder(c, qkv_bias=True)


@family(
    "qwen3",
    "Qwen3ForCausalLM",
    bare="Qwen3Model",
    defaults={
        "num_key_value_heads": 32,
        "head_dim": 128,
        "attention_bias": False,
        "max_position_embeddings": 32768,
        "tie_word_embeddings": False,
    },
)
def qwen3(c: ConfigReader) -> Blocks:
    """Qwen3ForCausalLM (Yang et al. 2025): a norm for a layer's queries and one for its keys."""
    bias, layers = c.flag("attention_bias"), c.term("num_hidden_layers")
    blocks = decoder(c, qkv_bias=bias, out_bias=bias)
    # One gain per dimension of a head, which all heads of the layer share.
    return blocks | {"norms": blocks["norms"] + 2 * layers * rms_norm(c.grouped_heads().dim)}


@family(
    "gemma",
    "GemmaForCausalLM",
    bare="GemmaModel",
    defaults={
        "num_key_value_heads": 16,
        "head_dim": 256,
        "attention_bias": False,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": True,
    },
)
def gemma(c: ConfigReader) -> Blocks:
    """GemmaForCausalLM (Gemma Team 2024): heads of a fixed width, whatever the model's."""
    bias = c.flag("attention_bias")
    return decoder(c, qkv_bias=bias, out_bias=bias)


@family(
    "gemma2",
    "Gemma2ForCausalLM",
    bare="Gemma2Model",
    defaults={
        "num_key_value_heads": 4,
        "head_dim": 256,
        "attention_bias": False,
        "max_position_embeddings": 8192,
        "tie_word_embeddings": True,
    },
)
def gemma2(c: ConfigReader) -> Blocks:
    """Gemma2ForCausalLM (Gemma Team 2024): a norm before and after both halves of a layer."""
    d, layers = c.terms("hidden_size", "num_hidden_layers")
    return gemma(c) | {"norms": (4 * layers + 1) * rms_norm(d)}
