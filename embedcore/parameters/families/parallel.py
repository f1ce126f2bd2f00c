"""GPT-J and those after it whose attention and MLP run side by side, on the same norm."""

from embedcore.parameters.blocks import (
    NOTHING,
    Heads,
    attention,
    embedding,
    layer_norm,
    lm_head,
    mlp,
)
from embedcore.parameters.families.family import Blocks, SizeNames, family
from embedcore.parameters.reading import ConfigReader


@family(
    "gptj",
    "GPTJForCausalLM",
    bare="GPTJModel",
    size_names=SizeNames("vocab_size", "n_embd", "n_layer", "n_head", "n_positions"),
    widths=("n_inner",),
    defaults={"n_inner": None, "n_positions": 2048, "tie_word_embeddings": False},
    aliases={
        "hidden_size": "n_embd",
        "num_hidden_layers": "n_layer",
        "num_attention_heads": "n_head",
        "max_position_embeddings": "n_positions",
    },
)
def gptj(c: ConfigReader) -> Blocks:
    """GPTJForCausalLM (Wang & Komatsuzaki 2021): rotary positions, a bias on the head.

    A layer has one norm. Its MLP has biases, its attention none.
    """
    vocab, d, layers = c.terms("vocab_size", "n_embd", "n_layer")
    heads, inner = c.heads("n_embd", "n_head"), c.term("n_inner", derived=4 * d)
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, heads, qkv_bias=False, out_bias=False),
        "mlp": layers * mlp(d, inner),
        "norms": (layers + 1) * layer_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings"), bias=True),
    }


@family(
    "phi",
    "PhiForCausalLM",
    bare="PhiModel",
    defaults={
        "num_key_value_heads": None,
        "head_dim": None,
        "qk_layernorm": False,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
)
def phi(c: ConfigReader) -> Blocks:
    """PhiForCausalLM (Phi-1 to Phi-2; Gunasekar et al. 2023): biases throughout, even the head.

    Attention and MLP run side by side on the same norm, so a layer has one norm.
    """
    vocab, d, layers = c.terms("vocab_size", "hidden_size", "num_hidden_layers")
    heads, inner = c.grouped_heads(), c.term("intermediate_size")
    qk_norms = 2 * layers * layer_norm(heads.dim) if c.flag("qk_layernorm") else NOTHING
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, heads),
        "mlp": layers * mlp(d, inner),
        "norms": (layers + 1) * layer_norm(d) + qk_norms,
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings"), bias=True),
    }


@family(
    "falcon",
    "FalconForCausalLM",
    bare="FalconModel",
    widths=("ffn_hidden_size",),
    defaults={
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
    aliases={"n_embed": "hidden_size"},
)
def falcon(c: ConfigReader) -> Blocks:
    """FalconForCausalLM (Almazrouei et al. 2023): positions by rotation or ALiBi, so no table.

    A layer has two norms where attention and MLP follow one another, as in falcon-rw-1b, and
    where each has its own, as in Falcon 40B; one where they share it, as in Falcon 7B.
    """
    vocab, d, layers = c.terms("vocab_size", "hidden_size", "num_hidden_layers")
    inner, bias = c.term("ffn_hidden_size", derived=4 * d), c.flag("bias")
    own_norms = c.size("num_ln_in_parallel_attn", 2 if c.flag("new_decoder_architecture") else 1)
    norms = 2 if own_norms == 2 or not c.flag("parallel_attn") else 1
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, falcon_heads(c), qkv_bias=bias, out_bias=bias),
        "mlp": layers * mlp(d, inner, bias),
        "norms": (norms * layers + 1) * layer_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


def falcon_heads(c: ConfigReader) -> Heads:
    """The new architecture shares keys in groups, the old one all of them or none."""
    grouped, own = c.grouped_heads(keys="num_kv_heads"), c.term("hidden_size")
    multi_query = c.flag("multi_query")
    if c.flag("new_decoder_architecture"):
        return grouped
    return Heads(queries=own, keys=grouped.dim if multi_query else own, dim=grouped.dim)
