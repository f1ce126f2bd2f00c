"""Parameters of the blocks that transformers are built from. Every function returns a count."""

from typing import NamedTuple


class Heads(NamedTuple):
    """The heads of an attention layer: how many ask, how many answer, how wide each is.

    Fewer ``keys`` than ``queries`` is grouped-query attention, where ``queries / keys`` heads share
    one set of keys and values (Ainslie et al. 2023); ``keys == 1`` is multi-query attention
    (Shazeer 2019).
    """

    queries: int
    keys: int
    dim: int


def embedding(rows: int, d_model: int) -> int:
    """A lookup table: one vector a row."""
    return rows * d_model


def linear(d_in: int, d_out: int, bias: bool = True) -> int:
    """A matrix, and a bias for each output."""
    return d_in * d_out + (d_out if bias else 0)


def layer_norm(d: int) -> int:
    """A gain and a bias for each dimension (Ba et al. 2016)."""
    return 2 * d


def rms_norm(d: int) -> int:
    """A gain for each dimension (Zhang & Sennrich 2019)."""
    return d


def attention(d_model: int, heads: Heads, qkv_bias: bool = True, out_bias: bool = True) -> int:
    """Queries, keys, values, and the projection back (Vaswani et al. 2017).

    Whether a model keeps the three input matrices apart or in one, the count is the same.
    """
    asking = heads.queries * heads.dim
    answering = heads.keys * heads.dim
    return (
        linear(d_model, asking, qkv_bias)
        + 2 * linear(d_model, answering, qkv_bias)
        + linear(asking, d_model, out_bias)
    )


def mlp(d_model: int, inner: int, bias: bool = True) -> int:
    """Up to the inner width and down again."""
    return linear(d_model, inner, bias) + linear(inner, d_model, bias)


def gated_mlp(d_model: int, inner: int, bias: bool) -> int:
    """Two ways up, one of which gates the other, and one down (SwiGLU; Shazeer 2020)."""
    return 2 * linear(d_model, inner, bias) + linear(inner, d_model, bias)


def lm_head(vocab_size: int, d_model: int, tied: bool, bias: bool = False) -> int:
    """A score for each token of the vocabulary.

    Tied, its matrix is the token embedding itself (Press & Wolf 2017), counted there and not
    here: only a bias remains.
    """
    if tied:
        return vocab_size if bias else 0
    return linear(d_model, vocab_size, bias)
