"""How many parameters a transformer has, from its published ``config.json`` alone.

The count is exact: it is the number ``sum(p.numel() for p in model.parameters())`` gives for the
model that Hugging Face transformers builds from the same config, found without building it.

    >>> gpt2 = count(PRESETS["GPT-2"])
    >>> gpt2.total, gpt2.token_embedding, gpt2.position_embedding
    (124439808, 38597376, 786432)
    >>> f"{gpt2.embedding_share:.1%}"
    '31.6%'
    >>> [(part.name, part.count) for part in count(PRESETS["microgpt"]).parts][:2]
    [('token_embedding', 432), ('position_embedding', 256)]

``parsing`` reads a config's text and ``reading`` its fields, ``blocks`` counts the building blocks
in ``terms`` that can write themselves down, ``families`` puts them together (one function a model
family), ``counting`` adds up, ``costs`` tells what they cost, ``sizes`` turns the knobs that all
families share, ``token_table`` tells what little is known of other families, and ``presets`` holds
the configs to start from.
"""

from embedcore.parameters.costs import TRAINING_BYTES, flops_per_token, training_bytes
from embedcore.parameters.counting import (
    DTYPE_BYTES,
    PART_NAMES,
    Line,
    ParameterCount,
    Part,
    Symbol,
    bytes_by_dtype,
    count,
    formula,
    symbols,
)
from embedcore.parameters.families import FAMILIES, family_of, named_class
from embedcore.parameters.parsing import MAX_BYTES, parse
from embedcore.parameters.presets import PRESETS
from embedcore.parameters.reading import MAX_SIZE, ConfigError
from embedcore.parameters.sizes import Sizes, sizes, with_sizes
from embedcore.parameters.token_table import embedding_only

__all__ = [
    "DTYPE_BYTES",
    "FAMILIES",
    "MAX_BYTES",
    "MAX_SIZE",
    "PART_NAMES",
    "PRESETS",
    "TRAINING_BYTES",
    "ConfigError",
    "Line",
    "ParameterCount",
    "Part",
    "Sizes",
    "Symbol",
    "bytes_by_dtype",
    "count",
    "embedding_only",
    "family_of",
    "flops_per_token",
    "formula",
    "named_class",
    "parse",
    "sizes",
    "symbols",
    "training_bytes",
    "with_sizes",
]
