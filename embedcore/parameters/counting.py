"""From a config to its count: the family's formula, added up."""

from dataclasses import dataclass
from typing import NamedTuple

from embedcore.parameters.blocks import Block
from embedcore.parameters.families import family_of
from embedcore.parameters.reading import ConfigReader

PART_NAMES = (
    "token_embedding",
    "position_embedding",
    "position_bias",  # T5: how far two tokens are apart, for each head
    "token_type_embedding",  # BERT: which of the two sentences a token belongs to
    "embedding_projection",  # OPT: between the embedding's width and the model's
    "attention",
    "router",  # Mixtral: which experts a token goes to
    "mlp",
    "norms",
    "pooler",  # BERT: one more layer, on the first token only
    "lm_head",
)
"""Every name a ``Part`` can have, roughly in the order a token meets them."""

DTYPE_BYTES = {"float32": 4, "float16 / bfloat16": 2, "int8": 1, "int4": 0.5}
"""Bytes a parameter takes up, by the format it is stored in."""


@dataclass(frozen=True)
class Part:
    """``count`` parameters of the kind ``name``, one of ``PART_NAMES``, over all layers."""

    name: str
    count: int


@dataclass(frozen=True)
class ParameterCount:
    """A model's parameters, part by part; everything else is derived from the parts.

    A part that the model does not have is absent. An output head that shares its matrix with
    the token embedding is present and counts 0 (or its bias): the matrix is counted once.
    """

    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """All parameters."""
        return sum(part.count for part in self.parts)

    @property
    def token_embedding(self) -> int:
        """Parameters of the table with a row for each token."""
        return self.count_of("token_embedding")

    @property
    def position_embedding(self) -> int:
        """Parameters of the table with a row for each position; 0 if positions are computed."""
        return self.count_of("position_embedding")

    @property
    def embedding_share(self) -> float:
        """The part of the total, from 0 to 1, that is in the token and position tables."""
        return (self.token_embedding + self.position_embedding) / self.total

    def count_of(self, name: str) -> int:
        """Parameters of one part, 0 if the model does not have it."""
        return sum(part.count for part in self.parts if part.name == name)


def count(config: dict) -> ParameterCount:
    """Count the parameters of the model that a ``config.json`` describes.

    The model is the one with its output head where the family has one (``GPT2LMHeadModel``,
    ``LlamaForCausalLM``, ...), and the bare ``BertModel`` or ``DistilBertModel`` where it has none.
    A config whose ``architectures`` name the same model without a head (``LlamaModel``), or the
    encoder of a T5 alone (``T5EncoderModel``), is counted as that: ``family_of(config)[0]`` tells
    its ``model_class``. Of other classes (``BertForMaskedLM``) the common part is counted.
    Fields that change neither parameters nor arithmetic are not looked at, but for the context:
    what is counted has all its ``sizes``.

    Raises ``ConfigError``, a ``ValueError`` whose one-line message names the field.

        >>> count({"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384,
        ...        "n_layer": 6, "n_head": 6}).total
        10770816
    """
    return ParameterCount(
        tuple(Part(name, block.parameters.value) for name, block in blocks_of(config).items())
    )


def blocks_of(config: dict) -> dict[str, Block]:
    """The blocks of a model by the name of their part, in the order of ``PART_NAMES``.

    Raises ``ConfigError``.
    """
    return _read(config)[0]


def _read(config: dict) -> tuple[dict[str, Block], ConfigReader]:
    family, fields = family_of(config)
    blocks = family.formula(fields)
    family.sizes(fields)  # a config that counts can be moved, drawn and compared, too
    return {name: blocks[name] for name in PART_NAMES if name in blocks}, fields


@dataclass(frozen=True)
class Line:
    """The formula of one part: in symbols, with the numbers put in, and what comes out."""

    part: str  # one of PART_NAMES
    formula: str
    numbers: str
    count: int


def formula(config: dict) -> tuple[Line, ...]:
    """The formula of every part; the lines are the parts of ``count``, in the same order.

    Raises ``ConfigError``.

        >>> tiny = {"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384,
        ...         "n_layer": 6, "n_head": 6}
        >>> formula(tiny)[0]
        Line(part='token_embedding', formula='V × d', numbers='65 × 384', count=24960)
        >>> formula(tiny)[2].formula
        'L × 4 × (d × d + d)'
    """
    terms = {name: block.parameters for name, block in blocks_of(config).items()}
    return tuple(Line(name, t.symbols, t.numbers, t.value) for name, t in terms.items())


class Symbol(NamedTuple):
    """What a letter of the formulas stands for: a field of the config, and its value there."""

    symbol: str
    field: str
    value: int


def symbols(config: dict) -> tuple[Symbol, ...]:
    """What the letters in ``formula(config)`` stand for, in the order in which they first stand.

    Raises ``ConfigError``.

        >>> symbols({"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384,
        ...          "n_layer": 6, "n_head": 6})[0]
        Symbol(symbol='V', field='vocab_size', value=65)
    """
    blocks, fields = _read(config)
    written = "".join(block.parameters.symbols for block in blocks.values())
    used = sorted(fields.symbols.keys() & set(written), key=written.index)
    return tuple(Symbol(symbol, *fields.symbols[symbol]) for symbol in used)


def bytes_by_dtype(n_parameters: int) -> dict[str, float | int]:
    """Bytes that the parameters take up in each of the formats of ``DTYPE_BYTES``.

    The weights alone: running or training a model takes more, and int8 and int4 files also
    keep a few scales. Two int4 parameters share a byte, so an odd number ends on half a byte.
    """
    return {dtype: n_parameters * size for dtype, size in DTYPE_BYTES.items()}
