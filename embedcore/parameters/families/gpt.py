"""GPT-2 and its relatives: layer norms, biases, and an MLP without a gate."""

from embedcore.parameters.blocks import (
    NOTHING,
    attention,
    embedding,
    layer_norm,
    linear,
    lm_head,
    mlp,
)
from embedcore.parameters.families.family import Blocks, SizeNames, family
from embedcore.parameters.reading import ConfigReader


@family(
    "microgpt",
    "microgpt",
    size_names=SizeNames("vocab_size", "n_embd", "n_layer", "n_head", "block_size"),
    widths=(),
    defaults={"tie_word_embeddings": False},
)
def microgpt(c: ConfigReader) -> Blocks:
    """Karpathy's microgpt (2026), a GPT in 200 lines: no biases, and norms without parameters."""
    vocab, positions, d, layers = c.terms("vocab_size", "block_size", "n_embd", "n_layer")
    heads = c.heads("n_embd", "n_head")
    return {
        "token_embedding": embedding(vocab, d),
        "position_embedding": embedding(positions, d),
        "attention": layers * attention(d, heads, qkv_bias=False, out_bias=False),
        "mlp": layers * mlp(d, 4 * d, bias=False),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


@family(
    "gpt2",
    "GPT2LMHeadModel",
    bare="GPT2Model",
    size_names=SizeNames("vocab_size", "n_embd", "n_layer", "n_head", "n_positions"),
    widths=("n_inner",),
    defaults={"n_inner": None, "add_cross_attention": False, "tie_word_embeddings": True},
    aliases={
        "hidden_size": "n_embd",
        "num_hidden_layers": "n_layer",
        "num_attention_heads": "n_head",
        "max_position_embeddings": "n_positions",
    },
)
def gpt2(c: ConfigReader) -> Blocks:
    """GPT2LMHeadModel (Radford et al. 2019). GPT-3 (Brown et al. 2020) and nanoGPT count alike."""
    vocab, positions, d, layers = c.terms("vocab_size", "n_positions", "n_embd", "n_layer")
    heads = c.heads("n_embd", "n_head")
    inner = c.term("n_inner", derived=4 * d)
    c.refuse("add_cross_attention")
    return {
        "token_embedding": embedding(vocab, d),
        "position_embedding": embedding(positions, d),
        "attention": layers * attention(d, heads),
        "mlp": layers * mlp(d, inner),
        "norms": (2 * layers + 1) * layer_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


@family(
    "opt",
    "OPTForCausalLM",
    bare="OPTModel",
    widths=("ffn_dim", "word_embed_proj_dim"),
    defaults={
        "word_embed_proj_dim": None,
        "enable_bias": True,
        "layer_norm_elementwise_affine": True,
        "do_layer_norm_before": True,
        "_remove_final_layer_norm": False,
        "tie_word_embeddings": True,
    },
)
def opt(c: ConfigReader) -> Blocks:
    """OPTForCausalLM (Zhang et al. 2022).

    Its tokens may live in a narrower space than the model (OPT 350M: 512 in 1024), and its
    position table has two rows that no position uses: fairseq kept them for padding.
    """
    vocab, positions, d = c.terms("vocab_size", "max_position_embeddings", "hidden_size")
    layers, inner = c.terms("num_hidden_layers", "ffn_dim")
    heads, bias = c.heads("hidden_size", "num_attention_heads"), c.flag("enable_bias")
    narrow = c.term("word_embed_proj_dim", derived=d)
    projections = {}
    if narrow.value != d.value:
        projections["embedding_projection"] = 2 * linear(narrow, d, bias=False)  # in, and out
    norm = layer_norm(d) if c.flag("layer_norm_elementwise_affine") else NOTHING
    final_norm = c.flag("do_layer_norm_before") and not c.flag("_remove_final_layer_norm")
    return {
        "token_embedding": embedding(vocab, narrow),
        "position_embedding": embedding(positions + 2, d),
        **projections,
        "attention": layers * attention(d, heads, qkv_bias=bias, out_bias=bias),
        "mlp": layers * mlp(d, inner, bias=bias),
        "norms": (2 * layers + (1 if final_norm else 0)) * norm,
        "lm_head": lm_head(vocab, narrow, tied=c.flag("tie_word_embeddings")),
    }


@family(
    "bloom",
    "BloomForCausalLM",
    bare="BloomModel",
    size_names=SizeNames("vocab_size", "hidden_size", "n_layer", "n_head", "seq_length"),
    widths=(),
    # transformers has no seq_length, as ALiBi sets no limit; the published configs give the
    # length of the training texts, which was 2048.
    defaults={"seq_length": 2048, "tie_word_embeddings": True},
    aliases={
        "n_embed": "hidden_size",
        "num_hidden_layers": "n_layer",
        "num_attention_heads": "n_head",
    },
)
def bloom(c: ConfigReader) -> Blocks:
    """BloomForCausalLM (BigScience 2022): ALiBi positions, one more norm after the embedding."""
    vocab, d, layers = c.terms("vocab_size", "hidden_size", "n_layer")
    heads = c.heads("hidden_size", "n_head")
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, heads),
        "mlp": layers * mlp(d, 4 * d),
        "norms": (2 * layers + 2) * layer_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


@family(
    "gpt_neox",
    "GPTNeoXForCausalLM",
    bare="GPTNeoXModel",
    defaults={
        "attention_bias": True,
        "max_position_embeddings": 2048,
        "tie_word_embeddings": False,
    },
)
def gpt_neox(c: ConfigReader) -> Blocks:
    """GPTNeoXForCausalLM (Black et al. 2022; Pythia, Biderman et al. 2023)."""
    vocab, d, layers = c.terms("vocab_size", "hidden_size", "num_hidden_layers")
    heads, bias = c.heads("hidden_size", "num_attention_heads"), c.flag("attention_bias")
    inner = c.term("intermediate_size")
    return {
        "token_embedding": embedding(vocab, d),
        "attention": layers * attention(d, heads, qkv_bias=bias, out_bias=bias),
        "mlp": layers * mlp(d, inner),
        "norms": (2 * layers + 1) * layer_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }
