"""One formula a model family, in the names of that family's own ``config.json``.

Each counts one model class of Hugging Face transformers, named in its docstring next to the
paper, and where a config names it, the same model without its output head. Importing this package
registers them all in ``FAMILIES``.
"""

from embedcore.parameters.families import bert, gpt, llama, parallel, t5
from embedcore.parameters.families.family import FAMILIES, Family, family_of, named_class

__all__ = [
    "FAMILIES",
    "Family",
    "bert",
    "family_of",
    "gpt",
    "llama",
    "named_class",
    "parallel",
    "t5",
]
