"""T5: an encoder that reads and a decoder that writes, with one token embedding between them."""

from embedcore.parameters.blocks import (
    Heads,
    attention,
    embedding,
    gated_mlp,
    lm_head,
    mlp,
    rms_norm,
)
from embedcore.parameters.families.family import Blocks, SizeNames, family, other_class
from embedcore.parameters.reading import ConfigError, ConfigReader


@family(
    "t5",
    "T5ForConditionalGeneration",
    bare="T5Model",
    size_names=SizeNames("vocab_size", "d_model", "num_layers", "num_heads", "n_positions"),
    widths=("d_ff",),
    depths=("num_decoder_layers",),
    # transformers has no n_positions, as relative positions set no limit; the published configs
    # give the length of the training texts, which was 512.
    defaults={
        "num_decoder_layers": None,
        "d_kv": 64,
        "relative_attention_num_buckets": 32,
        "feed_forward_proj": "relu",
        "n_positions": 512,
        "tie_word_embeddings": True,
    },
    aliases={
        "hidden_size": "d_model",
        "num_hidden_layers": "num_layers",
        "num_attention_heads": "num_heads",
        "head_dim": "d_kv",
    },
)
def t5(c: ConfigReader) -> Blocks:
    """T5ForConditionalGeneration (Raffel et al. 2020; v1.1 and Flan: gated, and not tied).

    A decoder layer has two attentions: over what is written, and over what was read. The first
    layer of either half learns a number for each head and each distance between two tokens.

    transformers 5 ties the head of every T5 it builds; here the config's word counts, as the
    published weights of v1.1 do hold a head of their own.
    """
    vocab, d, layers = c.terms("vocab_size", "d_model", "num_layers")
    decoder_layers = c.term("num_decoder_layers", derived=layers)
    queries, inner = c.term("num_heads") * c.term("d_kv"), c.term("d_ff")
    heads = Heads(queries, queries, c.term("d_kv"))
    feed_forward = gated_mlp if gated(c) else mlp
    return {
        "token_embedding": embedding(vocab, d),
        "position_bias": 2 * embedding(*c.terms("relative_attention_num_buckets", "num_heads")),
        "attention": (layers + 2 * decoder_layers) * attention(d, heads, False, False),
        "mlp": (layers + decoder_layers) * feed_forward(d, inner, bias=False),
        "norms": (2 * layers + 3 * decoder_layers + 2) * rms_norm(d),
        "lm_head": lm_head(vocab, d, tied=c.flag("tie_word_embeddings")),
    }


@other_class("t5", "T5EncoderModel")
def t5_encoder(c: ConfigReader) -> Blocks:
    """T5EncoderModel: the half that reads, alone, as image models use it for their prompts."""
    vocab, d, layers = c.terms("vocab_size", "d_model", "num_layers")
    queries, inner = c.term("num_heads") * c.term("d_kv"), c.term("d_ff")
    heads = Heads(queries, queries, c.term("d_kv"))
    feed_forward = gated_mlp if gated(c) else mlp
    return {
        "token_embedding": embedding(vocab, d),
        "position_bias": embedding(*c.terms("relative_attention_num_buckets", "num_heads")),
        "attention": layers * attention(d, heads, False, False),
        "mlp": layers * feed_forward(d, inner, bias=False),
        "norms": (2 * layers + 1) * rms_norm(d),
    }


def gated(c: ConfigReader) -> bool:
    """Whether the MLP has a gate: ``feed_forward_proj`` says so, as in "gated-gelu".

    A config may name the gate itself, as ``is_gated_act``. Its word counts more, as it does in
    transformers. Raises ``ConfigError``.
    """
    first, *rest = c.text("feed_forward_proj").split("-")
    if len(rest) > 1 or (rest and first != "gated"):
        field = c.spelling("feed_forward_proj")
        raise ConfigError("unknown_value", field, known="relu, gated-gelu")
    return c.flag("is_gated_act") if "is_gated_act" in c.given else first == "gated"
