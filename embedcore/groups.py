"""The grouped corpus: which tokens keep company.

Firth's sentence as an experiment: a token only ever appears beside tokens of its own group, and
nothing else distinguishes the groups. Whatever likeness the vectors have after training, the
company taught them. One token may be a *bridge*, at home in two groups.
"""

from dataclasses import dataclass

import numpy as np

from embedcore.errors import InputError
from embedcore.tokens import stands_alone

MAX_GROUPS = 6
MIN_TOKENS, MAX_TOKENS = 2, 26
DEFAULT_GROUPS = ("abcdefghij", "ABCDEFGHIJ")
BRIDGE = -1  # the group of a token that belongs to two


@dataclass(frozen=True)
class Groups:
    """1 to 6 groups of 2 to 26 tokens; each token is one character (any script), in one group.

    >>> Groups(("abc", "甲乙丙")).tokens
    ('a', 'b', 'c', '甲', '乙', '丙')

    The ``bridge``, if there is one, stands in exactly two of the groups.

    >>> Groups(("abx", "xyz"), bridge="x").group_of
    array([ 0,  0, -1,  1,  1])

    Raises ``InputError`` (a ``ValueError``) whose ``reason`` is one of ``no_groups``,
    ``too_many_groups``, ``too_few_tokens``, ``too_many_tokens``, ``not_single``, ``repeated``,
    ``overlap``, ``no_bridge``.
    """

    groups: tuple[str, ...] = DEFAULT_GROUPS
    bridge: str = ""

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
        _check_apart(self.groups, self.bridge)

    @property
    def tokens(self) -> tuple[str, ...]:
        """Each token once, group by group; the bridge comes last in the first of its groups."""
        ordered = [sorted(group, key=lambda token: token == self.bridge) for group in self.groups]
        return tuple(dict.fromkeys(token for group in ordered for token in group))

    @property
    def group_of(self) -> np.ndarray:
        """The index of each token's group: int ``[tokens]``; -1 for the bridge."""
        home = {token: index for index, group in enumerate(self.groups) for token in group}
        home[self.bridge] = BRIDGE
        return np.array([home[token] for token in self.tokens])

    @property
    def members(self) -> list[list[int]]:
        """For each group the indices of its tokens; the bridge is in two of them."""
        place = {token: index for index, token in enumerate(self.tokens)}
        return [[place[token] for token in group] for group in self.groups]

    @property
    def loss_floor(self) -> float:
        """The cross-entropy, in nats, of a model that has learned all there is to learn.

        The groups take turns and draw evenly. So the best guess after a token costs ln(size of its
        group), and more after a bridge, which does not tell its group. One batch can be luckier
        than that, the mean of many cannot.
        """
        size = len(self.tokens)
        joint = np.zeros((size, size))  # how often the second token follows the first
        for members in self.members:
            joint[np.ix_(members, members)] += 1 / len(members) ** 2 / len(self.groups)
        guess = joint / joint.sum(axis=1, keepdims=True)
        return float(-(joint * np.log(np.where(joint > 0, guess, 1))).sum())

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


def even_choice(group_of: np.ndarray, most: int) -> np.ndarray:
    """Indices of at most ``most`` tokens, from each group as many, evenly spaced, in order."""
    groups = np.unique(group_of)
    share = most if len(group_of) <= most else most // len(groups)
    chosen = []
    for group in groups:
        members = np.flatnonzero(group_of == group)
        places = np.linspace(0, len(members) - 1, min(share, len(members)))
        chosen.extend(members[places.round().astype(int)])
    return np.sort(chosen)


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


def _check_apart(groups: tuple[str, ...], bridge: str) -> None:
    homes = sum(bridge in group for group in groups) if len(bridge) == 1 else 0
    if bridge and homes != 2:
        raise InputError(
            "no_bridge",
            "the bridge {token!r} must be one token in two groups, but is in {count}",
            token=bridge,
            count=homes,
        )
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
            if char in seen and char != bridge:
                raise InputError(
                    "overlap",
                    "{token!r} is in group {first} and in group {second}",
                    token=char,
                    first=seen[char],
                    second=number,
                )
            seen[char] = number
