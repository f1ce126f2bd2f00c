"""What tying saves, or would save, in real models: counted from their configs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from embedcore.parameters import count, sizes, with_sizes


class Saving(NamedTuple):
    """One model with and without an output table of its own."""

    name: str
    tied: bool  # as it was published
    total: int  # parameters, as it was published
    untied: int  # parameters with two tables
    saved: int  # parameters that one table saves, or would save
    vocab_size: int
    d_model: int

    @property
    def share(self) -> float:
        """Of the model with two tables."""
        return self.saved / self.untied


def savings(configs: Mapping[str, dict]) -> list[Saving]:
    """Each model of ``configs`` that has an output table, in their order.

    >>> from embedcore.parameters import PRESETS
    >>> gpt2 = savings({"GPT-2": PRESETS["GPT-2"]})[0]
    >>> gpt2.saved, gpt2.untied, gpt2.tied
    (38597376, 163037184, True)
    """
    return [
        _saving(name, config) for name, config in configs.items() if sizes(config).tied is not None
    ]


def _saving(name: str, config: dict) -> Saving:
    known = sizes(config)
    tied, untied = (
        count(with_sizes(config, replace(known, tied=tied))).total for tied in (True, False)
    )
    total = tied if known.tied else untied
    return Saving(name, known.tied, total, untied, untied - tied, known.vocab_size, known.d_model)
