"""One training step with every number in sight.

The sources' example: "The cat sat on the" should be followed by "mat". There a transformer stands
between the rows and the guess. Here the simplest thing that reads several tokens does, the mean of
their rows, as in CBOW (Mikolov et al. 2013); all else is a language model's training step.

    words -> token ids -> rows -> their mean -> logits -> softmax -> loss, and the gradient back
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from embedcore.bounds import check_number, check_range, check_words
from embedcore.config import MAX_D_MODEL, MAX_LEARNING_RATE, MAX_SEED
from embedcore.errors import InputError
from embedcore.model import initial_parameters
from embedcore.training import DivergedError

MAX_CONTEXT, MAX_VOCAB_SIZE, MAX_WORD_LENGTH = 12, 24, 24
MAX_STEPS_BEFORE = 500


@dataclass(frozen=True)
class MicroscopeConfig:
    """The sentence, the model and the step of it to look at.

    A token is a word as it is written: ``The`` and ``the`` are two. Raises ``InputError`` for
    what cannot be used (reason ``no_context``, ``long_context``, ``not_one_word``, ``long_word``,
    ``many_words``, ``nothing_to_guess``, ``bad_learning_rate`` or ``out_of_range``).
    """

    context: tuple[str, ...] = ("The", "cat", "sat", "on", "the")
    target: str = "mat"  # the word that comes next
    other_words: tuple[str, ...] = ("floor", "sky")  # of the vocabulary: other guesses
    d_model: int = 4  # numbers in a row of the table
    learning_rate: float = 0.5
    seed: int = 0  # of the first rows
    steps_before: int = 0  # the same step, already taken so often

    def __post_init__(self) -> None:
        object.__setattr__(self, "context", tuple(self.context))
        object.__setattr__(self, "other_words", tuple(self.other_words))
        _check_sentence(self.context, self.target, self.other_words)
        check_words(self.vocabulary, MAX_WORD_LENGTH, MAX_VOCAB_SIZE)
        if len(self.vocabulary) == 1:
            raise InputError("nothing_to_guess", "with one word there is nothing to guess")
        check_range("d_model", self.d_model, 1, MAX_D_MODEL)
        check_range("seed", self.seed, 0, MAX_SEED)
        check_range("steps_before", self.steps_before, 0, MAX_STEPS_BEFORE)
        name, reason = "the learning rate", "bad_learning_rate"
        check_number(name, self.learning_rate, MAX_LEARNING_RATE, reason=reason)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Each word once, in the order of its first appearance; its place is its token id."""
        return tuple(dict.fromkeys([*self.context, self.target, *self.other_words]))


class Weights(NamedTuple):
    """The trainable numbers, or their gradients; float64."""

    embedding: np.ndarray  # [vocab_size, d_model], the rows that are looked up
    unembedding: np.ndarray  # [vocab_size, d_model], a row a word: lm_head.weight
    bias: np.ndarray  # [vocab_size]


class Guess(NamedTuple):
    """What the model makes of a context."""

    context_vector: np.ndarray  # [d_model], the mean of the rows that were looked up
    logits: np.ndarray  # [vocab_size]
    probabilities: np.ndarray  # [vocab_size], their softmax
    loss: float  # nats: how surprising the target was


@dataclass(frozen=True, eq=False)
class MicroscopeResult:
    """One step of plain gradient descent, and what came before it. The arrays are read-only."""

    config: MicroscopeConfig
    context_ids: np.ndarray  # int [words of the context]
    target_id: int
    start: Weights  # before the first step
    before: Weights  # before this step
    guess: Guess
    gradients: Weights
    after: Weights
    guess_after: Guess
    target_probabilities: np.ndarray  # [steps_before + 2], before each step and after this one

    @property
    def error(self) -> np.ndarray:
        """``p - y`` at the logits: ``[vocab_size]``, with sum 0. It is the bias's gradient."""
        return self.gradients.bias


def one_step(config: MicroscopeConfig) -> MicroscopeResult:
    """The step after ``config.steps_before`` equal ones.

    >>> step = one_step(MicroscopeConfig())
    >>> step.config.vocabulary
    ('The', 'cat', 'sat', 'on', 'the', 'mat', 'floor', 'sky')
    >>> step.target_probabilities.round(2)  # before the step and after it
    array([0.19, 0.32])
    >>> step.gradients.embedding[5:].any()  # mat, floor and sky were not looked up
    np.False_

    Raises ``DivergedError`` if a number becomes Inf or NaN on the way.
    """
    token_ids = {word: token_id for token_id, word in enumerate(config.vocabulary)}
    context_ids = np.array([token_ids[word] for word in config.context])
    target_id = token_ids[config.target]
    start = after = first_weights(config)
    guess_after = guess_next(start, context_ids, target_id)
    target_probabilities = [guess_after.probabilities[target_id]]
    for step in range(1, config.steps_before + 2):
        before, guess = after, guess_after
        with np.errstate(over="ignore", invalid="ignore"):  # found out by the check below
            gradients = gradients_of(before, guess, context_ids, target_id)
            after = descend(before, gradients, config.learning_rate)
            guess_after = guess_next(after, context_ids, target_id)
        if not _all_finite(*after, guess_after.loss):
            raise DivergedError(step, config.seed)
        target_probabilities.append(guess_after.probabilities[target_id])
    history = np.array(target_probabilities)
    _make_read_only(*start, *before, *guess, *gradients, *after, *guess_after, context_ids, history)
    return MicroscopeResult(
        config,
        context_ids,
        target_id,
        start,
        before,
        guess,
        gradients,
        after,
        guess_after,
        target_probabilities=history,
    )


def first_weights(config: MicroscopeConfig) -> Weights:
    """The numbers before any training: those of the app's other models with this seed."""
    drawn = initial_parameters([config.seed], len(config.vocabulary), config.d_model, tied=False)
    tensors = drawn.embedding[0], drawn.unembedding[0].T, drawn.bias[0]
    return Weights(*(tensor.double().numpy() for tensor in tensors))


def guess_next(weights: Weights, context_ids: np.ndarray, target_id: int) -> Guess:
    """Forward: the mean of the rows, a logit for each word, softmax, cross-entropy."""
    context_vector = weights.embedding[context_ids].mean(axis=0)  # (d_model,)
    logits = weights.unembedding @ context_vector + weights.bias  # (vocab_size,)
    shifted = logits - logits.max()  # the same softmax, and no exp that overflows
    log_probabilities = shifted - np.log(np.exp(shifted).sum())
    loss = float(0 - log_probabilities[target_id])  # a certain target costs 0, not -0
    return Guess(context_vector, logits, np.exp(log_probabilities), loss)


def gradients_of(
    weights: Weights, guess: Guess, context_ids: np.ndarray, target_id: int
) -> Weights:
    """Backward: the gradient of the loss at each of the weights, by the chain rule."""
    error = guess.probabilities.copy()
    error[target_id] -= 1  # p - y
    to_context = weights.unembedding.T @ error  # (d_model,), at the mean of the rows
    # Each place in the context gets the same share: a word that stands twice gets it twice, and
    # a row that was not looked up gets nothing.
    table = np.zeros_like(weights.embedding)
    np.add.at(table, context_ids, to_context / len(context_ids))
    return Weights(table, np.outer(error, guess.context_vector), error)


def descend(weights: Weights, gradients: Weights, learning_rate: float) -> Weights:
    """Update: plain stochastic gradient descent, with no memory of the steps before."""
    pairs = zip(weights, gradients, strict=True)
    return Weights(*(weight - learning_rate * gradient for weight, gradient in pairs))


def _check_sentence(context: Sequence[str], target: str, other_words: Sequence[str]) -> None:
    if not context:
        raise InputError("no_context", "the context holds no word")
    if len(context) > MAX_CONTEXT:
        raise InputError(
            "long_context",
            "the context holds {count} words, but at most {limit} are possible",
            count=len(context),
            limit=MAX_CONTEXT,
        )
    for word in (*context, target, *other_words):
        if word.split() != [word]:
            raise InputError("not_one_word", "{word!r} is not one word", word=word)


def _all_finite(*values: np.ndarray | float) -> bool:
    return all(np.isfinite(value).all() for value in values)


def _make_read_only(*values: np.ndarray | float) -> None:
    for value in values:
        if isinstance(value, np.ndarray):
            value.setflags(write=False)
