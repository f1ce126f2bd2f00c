"""The words of a page, in the visitor's language.

A sentence lives in ``pages/text/<language>/<page>.toml`` and is filled with ``str.format``, so
that a page script holds no prose and a sentence no number that was not computed.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import numpy as np

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


class _WithoutMinusZero(Formatter):
    """As ``str.format``, but a number that rounds to 0 has no minus: -0.004 is 0.00, not -0.00."""

    def format_field(self, value: object, form: str) -> str:
        said = super().format_field(value, form)
        is_zero = isinstance(value, (float, np.floating)) and not said.strip("-0.%")
        return said.replace("-", "+" if "+" in form else "") if is_zero else said


_WITHOUT_MINUS_ZERO = _WithoutMinusZero()


def language_of(tag: str) -> str | None:
    """The app's language for a tag such as ``zh-CN`` or ``EN_us``; None if it has none."""
    language = tag.lower().replace("_", "-").partition("-")[0]
    return language if language in LANGUAGES else None


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
        sentence = self._sentences[key]
        if any(isinstance(value, (float, np.floating)) and value < 0 for value in values.values()):
            return _WITHOUT_MINUS_ZERO.vformat(sentence, (), values)
        return sentence.format(**values)

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
