"""Everyday words in six languages, the same meanings in each, written for this app.

Those of ``REFERENCE`` tell what all words of a model have in common; those of ``TEST``, other
meanings, are looked for across languages.
"""

import csv
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "zh", "ja", "es", "de", "ru")
REFERENCE, TEST = "reference", "test"
_FILE = Path(__file__).parent / "data" / "six_languages.tsv"


@cache
def words(use: str, language: str) -> tuple[str, ...]:
    """The words of one list, ``REFERENCE`` or ``TEST``, in one of ``LANGUAGES``.

    The words of the same place mean the same in every language.

    >>> words(TEST, "zh")[0], words(TEST, "en")[0]
    ('猫', 'cat')
    """
    with _FILE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, dialect="excel-tab")
        return tuple(row[language] for row in rows if row["use"] == use)


def reference_words() -> tuple[str, ...]:
    """All words of the reference list, language by language."""
    return tuple(word for language in LANGUAGES for word in words(REFERENCE, language))
