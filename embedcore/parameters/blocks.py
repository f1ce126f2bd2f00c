"""The blocks that transformers are built from: what each stores, and what each multiplies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from embedcore.parameters.terms import ZERO, Term, term


@dataclass(frozen=True)
class Block:
    """Some layers of a model. Blocks add up, and a number of layers times a block is a block.

    ``parameters`` are the numbers it stores. ``multiply_adds`` are those of its matrices for one
    token, and ``per_position`` those of its attention for each position that the token looks at
    (one product for the score, one to add up the value).
    """

    parameters: Term
    multiply_adds: Term = ZERO
    per_position: Term = ZERO

    def __add__(self, other: Block) -> Block:
        return Block(
            self.parameters + other.parameters,
            self.multiply_adds + other.multiply_adds,
            self.per_position + other.per_position,
        )

    def __rmul__(self, times: Term | int) -> Block:
        times = term(times)
        return Block(times * self.parameters, times * self.multiply_adds, times * self.per_position)


NOTHING = Block(ZERO)


class Heads(NamedTuple):
    """The heads of an attention layer, by their widths side by side.

    The values are as wide as the keys. Keys narrower than the queries are grouped-query
    attention, where several heads share one set of keys and values (Ainslie et al. 2023); as
    narrow as one head, multi-query attention (Shazeer 2019).
    """

    queries: Term  # the number of heads times the width of one
    keys: Term  # the number of sets of keys times the width of one
    dim: Term  # the width of one head


def embedding(rows: Term, d_model: Term) -> Block:
    """A lookup table: one vector a row. A row is read, so nothing is multiplied."""
    return Block(rows * d_model)


def linear(d_in: Term, d_out: Term, bias: bool = True) -> Block:
    """A matrix, and a bias for each output."""
    matrix = d_in * d_out
    return Block(matrix + d_out if bias else matrix, multiply_adds=matrix)


def layer_norm(d: Term) -> Block:
    """A gain and a bias for each dimension (Ba et al. 2016)."""
    return Block(2 * d)


def rms_norm(d: Term) -> Block:
    """A gain for each dimension (Zhang & Sennrich 2019)."""
    return Block(d)


def attention(d_model: Term, heads: Heads, qkv_bias: bool = True, out_bias: bool = True) -> Block:
    """Queries, keys, values, and the projection back (Vaswani et al. 2017).

    Whether a model keeps the three input matrices apart or in one, the count is the same.
    """
    asking, answering = heads.queries, heads.keys
    looking = Block(ZERO, per_position=2 * asking)
    if asking == answering == d_model and qkv_bias == out_bias:
        return 4 * linear(d_model, d_model, qkv_bias) + looking
    return (
        linear(d_model, asking, qkv_bias)
        + 2 * linear(d_model, answering, qkv_bias)
        + linear(asking, d_model, out_bias)
        + looking
    )


def mlp(d_model: Term, inner: Term, bias: bool = True) -> Block:
    """Up to the inner width and down again."""
    return linear(d_model, inner, bias) + linear(inner, d_model, bias)


def gated_mlp(d_model: Term, inner: Term, bias: bool) -> Block:
    """Two ways up, one of which gates the other, and one down (SwiGLU; Shazeer 2020)."""
    return 2 * linear(d_model, inner, bias) + linear(inner, d_model, bias)


def experts(stored: Term, used: Term, one: Block) -> Block:
    """Several MLPs of which a token goes through a few (Shazeer et al. 2017).

    All of them are stored; only those that are used are multiplied.
    """
    return Block((stored * one).parameters, (used * one).multiply_adds)


def once_a_text(block: Block) -> Block:
    """A block that does not run for each token, so that it is stored but costs a token nothing."""
    return Block(block.parameters)


def lm_head(vocab_size: Term, d_model: Term, tied: bool, bias: bool = False) -> Block:
    """A score for each token of the vocabulary.

    Tied, its matrix is the token embedding itself (Press & Wolf 2017), counted there and not
    here: only a bias remains. It is multiplied all the same.
    """
    own = linear(d_model, vocab_size, bias)
    if not tied:
        return own
    return Block(vocab_size if bias else ZERO, own.multiply_adds)
