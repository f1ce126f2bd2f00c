"""The sizes that all families share, whatever their config calls them: what a slider moves."""

from dataclasses import dataclass
from math import gcd

from embedcore.parameters.families import family_of
from embedcore.parameters.reading import ConfigError, kind


@dataclass(frozen=True)
class Sizes:
    """A transformer's main sizes under one set of names."""

    vocab_size: int  # tokens in the vocabulary
    d_model: int  # numbers in a token's vector
    n_layers: int
    n_heads: int  # query heads a layer
    context: int  # positions the model allows; free of parameters where they are computed
    tied: bool | None  # output head = token embedding? None: the model has no head (BERT)


def sizes(config: dict) -> Sizes:
    """Read a config's sizes.

    A config that leaves its number of positions out, or null, gets the family's default, unless
    each position costs a row of a table. What ``count`` counts has its sizes; for the rest this
    raises ``ConfigError`` too.

        >>> sizes({"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384,
        ...        "n_layer": 6, "n_head": 6})
        Sizes(vocab_size=65, d_model=384, n_layers=6, n_heads=6, context=256, tied=True)
    """
    family, fields = family_of(config)
    tied = fields.flag("tie_word_embeddings") if family.has_head else None
    return Sizes(*family.sizes(fields), tied)


def with_sizes(config: dict, sizes: Sizes) -> dict:
    """A config of the same family with other sizes; ``with_sizes(c, sizes(c))`` counts as ``c``.

    What follows from a size moves with it. The inner width of the MLP keeps its ratio to
    ``d_model``, rounded, and the layers of a decoder (T5) theirs to those of the encoder. A
    ``head_dim`` that is given stays. ``num_key_value_heads`` stays if it divides the heads, else
    it becomes the greatest common divisor of the two; where every head had its own keys and
    values, every head still has. Every size has the family's main name in the result, also where
    ``config`` used another.

    Raises ``ConfigError`` if ``config`` has no sizes, a new size is none, or ``tied`` is a boolean
    for a family without a head (or none for one with a head). Whether the new sizes fit
    together, heads into width, is for ``count`` to say.
    """
    family, old = family_of(config)
    names = family.size_names
    new_values = (
        sizes.vocab_size,
        sizes.d_model,
        sizes.n_layers,
        sizes.n_heads,
        sizes.context,
    )
    changed = {**old.given, **dict(zip(names, new_values, strict=True))}
    if family.has_head:
        if not isinstance(sizes.tied, bool):
            raise ConfigError("not_a_boolean", "tied", kind=kind(sizes.tied))
        changed["tie_word_embeddings"] = sizes.tied
    elif sizes.tied is not None:
        raise ConfigError("no_head", "tied", model_type=config["model_type"])

    _, new = family_of(changed)
    new.sizes(*names)
    follows = [(width, names.d_model) for width in family.widths]
    follows += [(depth, names.n_layers) for depth in family.depths]
    for field, main in follows:
        if old.given.get(field) is not None:
            scaled = old.size(field) * new.size(main) / old.size(main)
            changed[field] = max(1, round(scaled))
    if family.key_heads:
        heads = old.size(names.n_heads)
        keys = old.size(family.key_heads, derived=heads)
        changed[family.key_heads] = sizes.n_heads if keys == heads else gcd(keys, sizes.n_heads)
    return changed
