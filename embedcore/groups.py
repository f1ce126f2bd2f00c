"""The grouped corpus: which tokens keep company.

Firth's sentence as an experiment: a token only ever appears beside tokens of its own group, and
nothing else distinguishes the groups. Whatever likeness the vectors have after training, the
company taught them.
"""

import math
from dataclasses import dataclass

import numpy as np

from embedcore.errors import InputError
from embedcore.tokens import stands_alone

MAX_GROUPS = 6
MIN_TOKENS, MAX_TOKENS = 2, 26
DEFAULT_GROUPS = ("abcdefghij", "ABCDEFGHIJ")


@dataclass(frozen=True)
class Groups:
    """1 to 6 groups of 2 to 26 tokens; each token is one character (any script), in one group.

    >>> Groups(("abc", "甲乙丙")).tokens
    ('a', 'b', 'c', '甲', '乙', '丙')

    Raises ``InputError`` (a ``ValueError``) whose ``reason`` is one of ``no_groups``,
    ``too_many_groups``, ``too_few_tokens``, ``too_many_tokens``, ``not_single``, ``repeated``,
    ``overlap``.
    """

    groups: tuple[str, ...] = DEFAULT_GROUPS

    def __post_init__(self) -> None:
        object.__setattr__(self, "groups", tuple(self.groups))
        if not self.groups:
            raise InputError("no_groups", "at least one group of tokens is needed")
        if len(self.groups) > MAX_GROUPS:
            raise InputError(
                "too_many_groups",
                "{count} groups, but at most {limit} are possible",
                count=len(self.groups),
                limit=MAX_GROUPS,
            )
        for number, group in enumerate(self.groups, start=1):
            _check_characters(group)
            _check_size(group, number)
        _check_apart(self.groups)

    @property
    def tokens(self) -> tuple[str, ...]:
        """All tokens, group by group."""
        return tuple("".join(self.groups))

    @property
    def group_of(self) -> np.ndarray:
        """The index of each token's group: int ``[tokens]``."""
        return np.repeat(np.arange(len(self.groups)), [len(group) for group in self.groups])

    @property
    def loss_floor(self) -> float:
        """The cross-entropy, in nats, of a model that has learned all there is to learn.

        The next token is drawn evenly from its group, so the best guess costs ln(group size); the
        mean over the groups, which take turns. One batch can be luckier than that, the mean of
        many cannot.
        """
        return sum(math.log(len(group)) for group in self.groups) / len(self.groups)

    def token_ids(self, vocab_size: int) -> np.ndarray:
        """A row of a table of ``vocab_size`` for each token: int64 ``[tokens]``, all different.

        A character keeps its code point where the table reaches that far (``a`` is 97, as in a
        byte tokenizer); the others take the lowest rows left. Raises ``InputError`` (reason
        ``vocab_too_small``) if there are more tokens than rows.
        """
        if len(self.tokens) > vocab_size:
            raise InputError(
                "vocab_too_small",
                "{count} tokens do not fit in a vocabulary of {vocab_size}",
                count=len(self.tokens),
                vocab_size=vocab_size,
            )
        own = {ord(token) for token in self.tokens if ord(token) < vocab_size}
        free = (row for row in range(vocab_size) if row not in own)
        return np.array([ord(t) if ord(t) in own else next(free) for t in self.tokens])


def _check_characters(group: str) -> None:
    for index, char in enumerate(group):
        if not stands_alone(char):
            raise InputError(
                "not_single",
                "{shown!r} is not a single visible character (U+{code} stands in it)",
                shown=group[max(index - 1, 0) : index + 1],
                code=f"{ord(char):04X}",
            )


def _check_size(group: str, number: int) -> None:
    if len(group) < MIN_TOKENS:
        raise InputError(
            "too_few_tokens",
            "group {number} holds {count} token(s), but needs at least {limit}",
            number=number,
            count=len(group),
            limit=MIN_TOKENS,
        )
    if len(group) > MAX_TOKENS:
        raise InputError(
            "too_many_tokens",
            "group {number} holds {count} tokens, but at most {limit} are possible",
            number=number,
            count=len(group),
            limit=MAX_TOKENS,
        )


def _check_apart(groups: tuple[str, ...]) -> None:
    seen: dict[str, int] = {}
    for number, group in enumerate(groups, start=1):
        for char in group:
            if seen.get(char) == number:
                raise InputError(
                    "repeated",
                    "{token!r} stands twice in group {number}",
                    token=char,
                    number=number,
                )
            if char in seen:
                raise InputError(
                    "overlap",
                    "{token!r} is in group {first} and in group {second}",
                    token=char,
                    first=seen[char],
                    second=number,
                )
            seen[char] = number
