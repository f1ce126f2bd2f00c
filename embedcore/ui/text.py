"""The words of a page, in the visitor's language.

A sentence lives in ``pages/text/<language>/<page>.toml`` and is filled with ``str.format``, so
that a page script holds no prose and a sentence no number that was not computed.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "pages" / "text"


@dataclass(frozen=True)
class Language:
    """What belongs to a language of the app besides its words."""

    name: str  # as its speakers write it
    table: str  # the word vectors that its visitors see first (``embedcore.words``)
    fonts: tuple[str, ...]  # that draw its characters: of these the theme must name one or more


LANGUAGES = {
    "en": Language("English", "glove", ("Source Sans",)),
    "zh": Language("中文", "chinese", ("PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC")),
}
DEFAULT_LANGUAGE = "en"  # of a visitor whose browser speaks none of them


class Text:
    """The words of one page and those that all pages share.

    ``text("see.distance", count=3)`` is the sentence of that key, filled with the values. Raises
    ``KeyError`` for a key that neither file has.
    """

    def __init__(self, page: str, language: str) -> None:
        self.page = page
        self.language = language
        self._sentences = {**sentences("common", language), **sentences(page, language)}

    def __call__(self, key: str, **values: object) -> str:
        return self._sentences[key].format(**values)

    @property
    def keys(self) -> list[str]:
        """Of all its sentences."""
        return list(self._sentences)

    def has(self, key: str) -> bool:
        """Whether there is such a sentence (a control need not have a help text)."""
        return key in self._sentences


@cache
def sentences(page: str, language: str) -> dict[str, str]:
    """All sentences of one file, by dotted key: ``{"controls.text.label": "Your text", …}``."""
    with (FOLDER / language / f"{page}.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file)))


def literal(value: str) -> str:
    """A visitor's text as Markdown that shows it exactly as typed: a code span.

    Nothing inside a code span is Markdown, HTML, maths or a colour. Its fence is longer than any
    run of backticks inside, and line breaks, which would end it, become ``↵``.
    """
    value = value.replace("\r\n", "↵").replace("\n", "↵").replace("\r", "↵")
    fence = "`"
    while fence in value:
        fence += "`"
    return f"{fence} {value} {fence}" if value.strip() else f"{fence}{value or ' '}{fence}"


def _flat(table: dict, prefix: str = ""):
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
