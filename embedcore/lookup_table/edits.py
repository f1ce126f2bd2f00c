"""Numbers of a table that the visitor changed by hand, and their short form for a link.

``108.0:2.5,111.3:-1`` is row 108, column 0 set to 2.5, and row 111, column 3 set to -1.
"""

import math
import re
from collections.abc import Iterable
from typing import NamedTuple

from embedcore.errors import InputError

MOST_EDITS = 64
LARGEST_NUMBER = 1_000
_CELL = re.compile(r"(\d{1,7})\.(\d{1,5}):(\S+)", re.ASCII)


class Edit(NamedTuple):
    """One changed number."""

    row: int
    column: int
    value: float


def edit(row: int, column: int, raw: object) -> Edit:
    """The edit of one cell to what was typed there, rounded to six digits.

    Raises ``InputError`` for an empty cell (``empty_cell``), for text and NaN (``not_a_number``)
    and for a number beyond ±1,000 (``number_too_large``).
    """
    where = {"row": row, "column": column}
    if raw is None or not str(raw).strip():
        raise InputError("empty_cell", "row {row}, column {column} is empty", **where)
    try:
        value = float(raw)
    except (TypeError, ValueError):
        value = math.nan
    if math.isnan(value):
        shown = str(raw)[:20]
        raise InputError(
            "not_a_number", "{typed} in row {row} is not a number", typed=shown, **where
        )
    if abs(value) > LARGEST_NUMBER:
        raise InputError(
            "number_too_large",
            "{value} in row {row}, column {column} is beyond ±{limit}",
            value=value,
            limit=LARGEST_NUMBER,
            **where,
        )
    return Edit(row, column, float(f"{value:.6g}"))


def merged(edits: Iterable[Edit], later: Iterable[Edit]) -> tuple[Edit, ...]:
    """One edit a cell, the later one's number, by row and column.

    Raises ``InputError`` (``too_many_edits``) above 64.
    """
    cells = {(each.row, each.column): each for each in (*edits, *later)}
    if len(cells) > MOST_EDITS:
        raise InputError(
            "too_many_edits",
            "{count} numbers are changed, but at most {limit} can be",
            count=len(cells),
            limit=MOST_EDITS,
        )
    return tuple(cells[cell] for cell in sorted(cells))


def read(written: str) -> tuple[Edit, ...]:
    """The edits of a link. Raises ``ValueError`` for anything that ``write`` would not write."""
    edits = []
    for part in written.split(",") if written else ():
        cell = _CELL.fullmatch(part)
        if not cell:
            raise ValueError(f"{part!r} is not row.column:number")
        edits.append(edit(int(cell[1]), int(cell[2]), cell[3]))
    return merged(edits, ())


def write(edits: Iterable[Edit]) -> str:
    """Edits as they stand in a link."""
    return ",".join(f"{each.row}.{each.column}:{each.value:.6g}" for each in edits)
