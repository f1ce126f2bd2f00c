"""Numbers that remember how they were made: ``V × d = 50,257 × 768 = 38,597,376``.

A family's formula is written once, in Python's ``+`` and ``*``, and read three ways: as the
number, in symbols, and with the numbers put in.

    >>> vocab, d = size("V", 50257), size("d", 768)
    >>> table = vocab * d + d
    >>> table.value, table.symbols, table.numbers
    (38598144, 'V × d + d', '50,257 × 768 + 768')
    >>> (2 * (vocab + d)).symbols
    '2 × (V + d)'
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A whole number, 0 or more, and how it came about.

    Adding 0 and multiplying by 1 leave no trace, so that a bias that is not there is not written.
    """

    value: int
    symbols: str
    numbers: str
    is_sum: bool = False  # a product puts a sum in brackets

    def __add__(self, other: Term | int) -> Term:
        left, right = self, term(other)
        if not left.value:
            return right
        if not right.value:
            return left
        return Term(
            left.value + right.value,
            f"{left.symbols} + {right.symbols}",
            f"{left.numbers} + {right.numbers}",
            is_sum=True,
        )

    def __mul__(self, other: Term | int) -> Term:
        if not isinstance(other, Term | int):
            return NotImplemented  # a number of layers times a block is for the block to say
        left, right = self, term(other)
        if not left.value or not right.value:
            return ZERO
        if left._is_one:
            return right
        if right._is_one:
            return left
        left, right = left._bracketed, right._bracketed
        return Term(
            left.value * right.value,
            f"{left.symbols} × {right.symbols}",
            f"{left.numbers} × {right.numbers}",
        )

    def __radd__(self, other: int) -> Term:
        return term(other) + self

    def __rmul__(self, other: int) -> Term:
        return term(other) * self

    @property
    def _is_one(self) -> bool:
        return self.symbols == "1"

    @property
    def _bracketed(self) -> Term:
        if not self.is_sum:
            return self
        return Term(self.value, f"({self.symbols})", f"({self.numbers})")


def term(value: Term | int) -> Term:
    """A number that stands in a formula as itself: the 2 in ``2 × d``."""
    return value if isinstance(value, Term) else Term(value, f"{value:,}", f"{value:,}")


def size(symbol: str, value: int) -> Term:
    """A size of the model, which formulas call by its symbol."""
    return Term(value, symbol, f"{value:,}")


ZERO = term(0)
