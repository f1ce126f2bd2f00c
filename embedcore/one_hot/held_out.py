"""A small corpus with one sentence held out: what no model may read and all are asked for.

Two words keep the same company if they stand in the same sentences, but for each other: *cat
drinks milk*, *dog drinks milk*. Take the word out and what is left is its *frame*: *… drinks milk*.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from embedcore.bounds import check_words
from embedcore.errors import InputError

MAX_SENTENCES, MAX_WORDS, MAX_WORD_LENGTH, MAX_VOCAB_SIZE = 40, 8, 16, 60
GAP = ""  # in a frame, where the word stood: no word is empty

Sentence = tuple[str, ...]


class Company(NamedTuple):
    """Which of two words stands in which frame; the frames that both have come first."""

    frames: tuple[Sentence, ...]
    seen: np.ndarray  # bool [frames, 2]: in the training sentences, of the pair's first and second
    held_out: np.ndarray  # bool [frames, 2]: in the sentence held out


def read_sentences(typed: str) -> tuple[Sentence, ...]:
    """One sentence a line, its words separated by spaces; empty lines are passed over."""
    return tuple(tuple(line.split()) for line in typed.splitlines() if line.split())


@dataclass(frozen=True)
class HeldOutCorpus:
    """Sentences to learn from, and one to be asked for. Its last word is the question.

    The held-out sentence may stand among ``sentences``: it is left out of ``training``. Every word
    of it must be met there in other sentences, or nothing could be known about it. Raises
    ``InputError`` for what cannot be used (reason ``no_sentences``, ``many_sentences``,
    ``long_sentence``, ``long_word``, ``many_words``, ``held_out_length``, ``held_out_word`` or
    ``nothing_to_guess``).
    """

    sentences: tuple[Sentence, ...]
    held_out: Sentence

    def __post_init__(self) -> None:
        _check_sentences(self.sentences)
        words = [word for sentence in self.sentences for word in sentence]
        check_words(words, MAX_WORD_LENGTH, MAX_VOCAB_SIZE)
        if not 2 <= len(self.held_out) <= MAX_WORDS:
            raise InputError(
                "held_out_length",
                "the held-out sentence has {count} words, but must have 2 to {limit}",
                count=len(self.held_out),
                limit=MAX_WORDS,
            )
        for word in self.held_out:
            if word not in self.vocabulary:
                raise InputError(
                    "held_out_word",
                    "{word!r} of the held-out sentence is in no other sentence",
                    word=word,
                )
        if len(self.vocabulary) == 1:
            raise InputError("nothing_to_guess", "with one word there is nothing to guess")

    @property
    def training(self) -> tuple[Sentence, ...]:
        """What the models read: all sentences but the one held out."""
        return tuple(sentence for sentence in self.sentences if sentence != self.held_out)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Each word of ``training`` once, in the order of its first appearance."""
        return tuple(dict.fromkeys(word for sentence in self.training for word in sentence))

    @property
    def place(self) -> int:
        """Where in the held-out sentence the word stands that has a partner (see ``pair``)."""
        return self._twin()[0]

    @property
    def pair(self) -> tuple[str, str]:
        """Two words to compare: one of the held-out sentence, and the one it could learn from.

        If a sentence differs from the held-out one in a single word before the last, these two
        (*cat* and *dog*); else the held-out sentence's first word and the one with which it shares
        the most frames.
        """
        place, partner = self._twin()
        return partner, self.held_out[place]

    def company(self) -> Company:
        """The frames of the pair: those of both words, of the first, of the second."""
        first, second = self.pair
        taught = [self._frames(word) for word in (first, second)]
        asked = [[], [_frame(self.held_out, second)]]
        frames = dict.fromkeys([*asked[1], *taught[0], *taught[1]])
        seen = {frame: [frame in of_word for of_word in taught] for frame in frames}
        in_order = sorted(frames, key=lambda f: (f in asked[1], -sum(seen[f]), seen[f][1]))
        return Company(
            tuple(in_order),
            np.array([seen[frame] for frame in in_order]),
            np.array([[frame in of_word for of_word in asked] for frame in in_order]),
        )

    def without_shared_company(self) -> "HeldOutCorpus | None":
        """The same corpus without the second word's sentences whose frame the first one shares.

        None if they share none, or if too little would be left to ask for the held-out sentence.
        """
        first, second = self.pair
        elsewhere = self._frames(first)
        kept = tuple(
            sentence
            for sentence in self.training
            if second not in sentence or _frame(sentence, second) not in elsewhere
        )
        if kept == self.training:
            return None
        try:
            return HeldOutCorpus(kept, self.held_out)
        except InputError:
            return None

    def _twin(self) -> tuple[int, str]:
        """A place in the held-out sentence, and the other word that could stand there."""
        for sentence in self.training:
            if len(sentence) == len(self.held_out):
                differ = [i for i, word in enumerate(sentence) if word != self.held_out[i]]
                if len(differ) == 1 and differ[0] < len(self.held_out) - 1:
                    return differ[0], sentence[differ[0]]
        own = set(self._frames(self.held_out[0]))
        others = [word for word in self.vocabulary if word != self.held_out[0]]
        return 0, max(others, key=lambda word: len(own.intersection(self._frames(word))))

    def _frames(self, word: str) -> list[Sentence]:
        """The frames of a word in the training sentences, in their order."""
        return [_frame(sentence, word) for sentence in self.training if word in sentence]


def _frame(sentence: Sentence, word: str) -> Sentence:
    return tuple(GAP if other == word else other for other in sentence)


def _check_sentences(sentences: tuple[Sentence, ...]) -> None:
    if not sentences:
        raise InputError("no_sentences", "the corpus holds no sentence")
    if len(sentences) > MAX_SENTENCES:
        raise InputError(
            "many_sentences",
            "there are {count} sentences, but at most {limit} are possible",
            count=len(sentences),
            limit=MAX_SENTENCES,
        )
    for number, sentence in enumerate(sentences, start=1):
        if len(sentence) > MAX_WORDS:
            raise InputError(
                "long_sentence",
                "sentence {number} has {count} words, but at most {limit} are possible",
                number=number,
                count=len(sentence),
                limit=MAX_WORDS,
            )
