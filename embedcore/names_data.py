"""Real text that is small: 5,163 first names from the US census of 1990, in the letters a to z.

They come in the package ``names`` (MIT). Only its two lists are read, nothing of it is imported.
A name is a sequence of letters between two separators, and a model learns to guess each letter,
and the end, from those before (Karpathy's makemore and microgpt).
"""

from string import ascii_lowercase
from typing import NamedTuple

import torch
from torch import Tensor

from embedcore.once import once
from embedcore.packages import package_file

LETTERS = ascii_lowercase
SEPARATOR = len(LETTERS)  # the id that stands before a name and after it
VOCAB_SIZE = len(LETTERS) + 1
CONTEXT = 16  # letters that a model can look back over, the separator included
LONGEST_NAME = 11  # letters
NOTHING = -1  # a target where a shorter name has ended: it is not counted
HELD_OUT_SHARE, SPLIT_SEED = 0.1, 0


class Split(NamedTuple):
    """The names that a model learns from, and those that it never sees."""

    training: tuple[str, ...]
    held_out: tuple[str, ...]


@once
def load_names() -> tuple[str, ...]:
    """All names, each once, in alphabetical order.

    Raises ``MissingPackageError`` where the package is not installed.
    """
    names = set()
    for which in ("male", "female"):
        lines = package_file("names", f"names/dist.{which}.first").read_text("ascii").splitlines()
        names |= {line.split()[0].lower() for line in lines}
    return tuple(sorted(names))


def split(names: tuple[str, ...], seed: int = SPLIT_SEED) -> Split:
    """A tenth of the names, drawn by ``seed``, is held out."""
    order = torch.randperm(len(names), generator=torch.Generator().manual_seed(seed)).tolist()
    held_out = round(len(names) * HELD_OUT_SHARE)
    shuffled = [names[place] for place in order]
    return Split(tuple(shuffled[held_out:]), tuple(shuffled[:held_out]))


def encode(names: tuple[str, ...]) -> tuple[Tensor, Tensor]:
    """What a model reads and what it must guess: ids ``[names, positions]``, both of them.

    >>> token_ids, targets = encode(("abe", "jo"))
    >>> token_ids.tolist()
    [[26, 0, 1, 4], [26, 9, 14, 26]]
    >>> targets.tolist()
    [[0, 1, 4, 26], [9, 14, 26, -1]]
    """
    longest = max(map(len, names))
    spelled = [[SEPARATOR, *map(LETTERS.index, name), SEPARATOR] for name in names]

    def padded(row: list[int], filler: int) -> list[int]:
        return row + [filler] * (longest + 1 - len(row))

    token_ids = [padded(row[:-1], SEPARATOR) for row in spelled]
    targets = [padded(row[1:], NOTHING) for row in spelled]
    return torch.tensor(token_ids), torch.tensor(targets)
