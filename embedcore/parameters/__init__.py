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

``reading`` checks the config's fields, ``blocks`` counts the building blocks, ``families`` puts
them together (one function a model family), ``counting`` adds up, ``sizes`` turns the knobs that
all families share, and ``presets`` holds the configs to start from.
"""

from embedcore.parameters.counting import (
    DTYPE_BYTES,
    PART_NAMES,
    ParameterCount,
    Part,
    bytes_by_dtype,
    count,
)
from embedcore.parameters.families import FAMILIES
from embedcore.parameters.presets import PRESETS
from embedcore.parameters.reading import MAX_SIZE, ConfigError
from embedcore.parameters.sizes import Sizes, sizes, with_sizes

__all__ = [
    "DTYPE_BYTES",
    "FAMILIES",
    "MAX_SIZE",
    "PART_NAMES",
    "PRESETS",
    "ConfigError",
    "ParameterCount",
    "Part",
    "Sizes",
    "bytes_by_dtype",
    "count",
    "sizes",
    "with_sizes",
]
