"""The Google analogy set: 19,544 questions "a is to b as c is to d" in 14 sections.

From Mikolov, Chen, Corrado and Dean 2013, "Efficient estimation of word representations in vector
space". The package ``gensim`` (LGPL 2.1) ships the file; nothing of it is imported.
"""

from typing import NamedTuple

import numpy as np

from embedcore.packages import package_file
from embedcore.words import WordVectors


class Section(NamedTuple):
    """The questions of one kind, in lower case; its name is that in the file."""

    name: str
    questions: tuple[tuple[str, str, str, str], ...]


class Known(NamedTuple):
    """The questions of all sections of which a table has all four words."""

    names: tuple[str, ...]  # of the sections
    rows: np.ndarray  # of the four words: [questions, 4]
    section: np.ndarray  # the number of the section: [questions]
    asked: np.ndarray  # questions in the file, also those with a word missing: [sections]


def load_sections() -> tuple[Section, ...]:
    """The 14 sections in the order of the file.

    Raises ``MissingPackageError`` where the package is not installed.
    """
    path = package_file("gensim", "gensim/test/test_data/questions-words.txt")
    found: list[tuple[str, list]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(":"):
            found.append((line.removeprefix(":").strip(), []))
        else:
            found[-1][1].append(tuple(line.lower().split()))
    return tuple(Section(name, tuple(questions)) for name, questions in found)


def known_questions(table: WordVectors, sections: tuple[Section, ...]) -> Known:
    """Those questions of the ``sections`` that can be put to ``table``, as rows of it."""
    rows, numbers = [], []
    for number, section in enumerate(sections):
        for question in section.questions:
            if all(word in table.index for word in question):
                rows.append([table.index[word] for word in question])
                numbers.append(number)
    return Known(
        tuple(section.name for section in sections),
        np.array(rows, dtype=np.int64).reshape(-1, 4),
        np.array(numbers, dtype=np.int64),
        np.array([len(section.questions) for section in sections]),
    )
