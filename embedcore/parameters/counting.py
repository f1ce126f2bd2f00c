"""From a config to its count: the family's formula, added up."""

from dataclasses import dataclass

from embedcore.parameters.families import family_of

PART_NAMES = (
    "token_embedding",
    "position_embedding",
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
        return self._count_of("token_embedding")

    @property
    def position_embedding(self) -> int:
        """Parameters of the table with a row for each position; 0 if positions are computed."""
        return self._count_of("position_embedding")

    @property
    def embedding_share(self) -> float:
        """The part of the total, from 0 to 1, that is in the token and position tables."""
        return (self.token_embedding + self.position_embedding) / self.total

    def _count_of(self, name: str) -> int:
        return sum(part.count for part in self.parts if part.name == name)


def count(config: dict) -> ParameterCount:
    """Count the parameters of the model that a ``config.json`` describes.

    The model is the one with its output head where the family has one (``GPT2LMHeadModel``,
    ``LlamaForCausalLM``, ...), and the bare ``BertModel`` or ``DistilBertModel`` where it has none.
    Fields that change no parameter are not looked at.

    Raises ``ConfigError``, a ``ValueError`` whose one-line message names the field.

        >>> count({"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384,
        ...        "n_layer": 6, "n_head": 6}).total
        10770816
    """
    family, fields = family_of(config)
    counts = family.formula(fields)
    return ParameterCount(tuple(Part(name, counts[name]) for name in PART_NAMES if name in counts))


def bytes_by_dtype(n_parameters: int) -> dict[str, float | int]:
    """Bytes that the parameters take up in each of the formats of ``DTYPE_BYTES``.

    The weights alone: running or training a model takes more, and int8 and int4 files also
    keep a few scales. Two int4 parameters share a byte, so an odd number ends on half a byte.
    """
    return {dtype: n_parameters * size for dtype, size in DTYPE_BYTES.items()}
