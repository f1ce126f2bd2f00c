"""A language model that counts: how often did each word follow this context?

It tells words apart and nothing more, as one-hot vectors do: what it learned of *cat sits on* says
nothing of *dog sits on*. What to do with a context that was never seen has two answers here. The
plain one is to know nothing: every word is as likely. The better one is to look at a shorter
context too (Witten & Bell 1991), which forgets the first word, and with it who sits.
"""

from collections import Counter, defaultdict

from embedcore.one_hot.held_out import HeldOutCorpus, Sentence

START = ""  # what stands before the first word: no word is empty


class ContextCounts:
    """What followed each context of up to ``context`` words in the training sentences."""

    def __init__(self, corpus: HeldOutCorpus, context: int) -> None:
        self.vocab_size = len(corpus.vocabulary)
        self.context = context
        self._followers = defaultdict(Counter)
        for sentence in corpus.training:
            for before, word in contexts(sentence, context):
                for length in range(context + 1):
                    self._followers[before[context - length :]][word] += 1

    def whole(self, before: Sentence, word: str) -> float:
        """The share of ``word`` among what followed ``before``; of a context never seen, 1 / V."""
        followers = self._followers.get(before)
        return followers[word] / followers.total() if followers else 1 / self.vocab_size

    def backed_off(self, before: Sentence, word: str) -> float:
        """The same, mixed with the answer of the context that is one word shorter.

        With ``n`` words seen after the context, ``t`` different ones, the shorter context has the
        weight ``t / (n + t)``: the more often something new came, the less its own counts are
        believed. A context never seen leaves it all to the shorter one; the shortest, of no words,
        is mixed with 1 / V.
        """
        shorter = self.backed_off(before[1:], word) if before else 1 / self.vocab_size
        followers = self._followers.get(before)
        if not followers:
            return shorter
        return (followers[word] + len(followers) * shorter) / (followers.total() + len(followers))

    def has_seen(self, before: Sentence, word: str | None = None) -> bool:
        """Whether the context ``before`` was met, and this ``word`` after it."""
        followers = self._followers.get(before, ())
        return bool(followers) if word is None else word in followers

    @property
    def seen(self) -> int:
        """How many contexts of ``context`` words were met."""
        return sum(len(b) == self.context and START not in b for b in self._followers)

    @property
    def possible(self) -> int:
        """How many contexts of ``context`` words there are: ``vocab_size ** context``."""
        return self.vocab_size**self.context


def contexts(sentence: Sentence, context: int) -> list[tuple[Sentence, str]]:
    """Each word of a sentence with the ``context`` words before it.

    >>> contexts(("cat", "sits"), 2)
    [(('', ''), 'cat'), (('', 'cat'), 'sits')]
    """
    padded = (START,) * context + sentence
    return [(padded[at : at + context], word) for at, word in enumerate(sentence)]
