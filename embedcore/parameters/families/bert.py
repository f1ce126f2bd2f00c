"""BERT and its kin: encoders, so the bare model has no output head."""

from embedcore.parameters.blocks import attention, embedding, layer_norm, linear, mlp, once_a_text
from embedcore.parameters.families.family import Blocks, SizeNames, family
from embedcore.parameters.reading import ConfigReader


@family("bert", "BertModel", defaults={"type_vocab_size": 2, "add_cross_attention": False})
def bert(c: ConfigReader) -> Blocks:
    """BertModel (Devlin et al. 2018): an encoder, so it has no output head to tie.

    The pooler runs once a text, on its first token.
    """
    vocab, positions, d = c.terms("vocab_size", "max_position_embeddings", "hidden_size")
    layers, inner = c.terms("num_hidden_layers", "intermediate_size")
    heads = c.heads("hidden_size", "num_attention_heads")
    c.refuse("add_cross_attention")
    return {
        "token_embedding": embedding(vocab, d),
        "position_embedding": embedding(positions, d),
        "token_type_embedding": embedding(c.term("type_vocab_size"), d),
        "attention": layers * attention(d, heads),
        "mlp": layers * mlp(d, inner),
        "norms": (2 * layers + 1) * layer_norm(d),
        "pooler": once_a_text(linear(d, d)),
    }


@family("roberta", "RobertaModel", defaults={"type_vocab_size": 2, "add_cross_attention": False})
def roberta(c: ConfigReader) -> Blocks:
    """RobertaModel (Liu et al. 2019): BERT, trained for longer.

    Its 514 positions hold texts of 512 tokens: the first two rows are kept for padding.
    """
    return bert(c)


@family(
    "xlm-roberta", "XLMRobertaModel", defaults={"type_vocab_size": 2, "add_cross_attention": False}
)
def xlm_roberta(c: ConfigReader) -> Blocks:
    """XLMRobertaModel (Conneau et al. 2020): RoBERTa in a hundred languages at once."""
    return bert(c)


@family(
    "distilbert",
    "DistilBertModel",
    size_names=SizeNames("vocab_size", "dim", "n_layers", "n_heads", "max_position_embeddings"),
    widths=("hidden_dim",),
    defaults={},
    aliases={
        "hidden_size": "dim",
        "num_hidden_layers": "n_layers",
        "num_attention_heads": "n_heads",
    },
)
def distilbert(c: ConfigReader) -> Blocks:
    """DistilBertModel (Sanh et al. 2019): BERT without token types and pooler, half as deep."""
    vocab, positions, d = c.terms("vocab_size", "max_position_embeddings", "dim")
    layers, inner = c.terms("n_layers", "hidden_dim")
    heads = c.heads("dim", "n_heads")
    return {
        "token_embedding": embedding(vocab, d),
        "position_embedding": embedding(positions, d),
        "attention": layers * attention(d, heads),
        "mlp": layers * mlp(d, inner),
        "norms": (2 * layers + 1) * layer_norm(d),
    }
