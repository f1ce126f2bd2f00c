"""It generalises: a neural probabilistic language model (NPLM), with one sentence held out.

    the n words before -> their rows, side by side -> tanh layer -> logits -> softmax -> the next

This is the model of Bengio et al. (2003, "A Neural Probabilistic Language Model", without its
direct connections), who gave the reason for embeddings: of the ``vocab_size ** n`` contexts next
to none is ever seen, and a count of whole contexts has nothing to say of the others. A network
that reads *rows* has: what it learned of the cat's row holds for the dog's, as far as the two are
alike.

Several seeds learn side by side, so most tensors start with a ``runs`` axis. A seed decides the
first numbers alone: each step reads the whole corpus, and nothing else is left to chance.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cosine_similarity

from embedcore.bounds import check_number, check_range
from embedcore.config import MAX_D_MODEL, MAX_SEEDS
from embedcore.one_hot.counts import START, contexts
from embedcore.one_hot.held_out import HeldOutCorpus, Sentence
from embedcore.optimizers import Adam
from embedcore.process import one_thread
from embedcore.progress import Progress, every_hundredth

MAX_CONTEXT, MAX_STEPS, MAX_HIDDEN = 3, 2_000, 64
MAX_LEARNING_RATE = MAX_INIT_STD = 10.0
FRAMES = 41  # snapshots of a run, both ends included: closer at first, when most happens
UNTRAINED_ROWS = 16  # rows of words that were never seen, for each seed


@dataclass(frozen=True)
class NPLMConfig:
    """Everything the runs depend on. Raises ``InputError`` (reason ``out_of_range``)."""

    corpus: HeldOutCorpus
    context: int = 3  # words before the one to guess
    steps: int = 500  # each reads the whole corpus once
    d_model: int = 8  # numbers in a row of the table
    hidden: int = 16  # numbers in the tanh layer
    learning_rate: float = 1e-2
    init_std: float = 0.1  # standard deviation of the numbers in a row before training
    seeds: int = 32  # 0 upward

    def __post_init__(self) -> None:
        check_range("context", self.context, 1, MAX_CONTEXT)
        check_range("steps", self.steps, 0, MAX_STEPS)
        check_range("d_model", self.d_model, 1, MAX_D_MODEL)
        check_range("hidden", self.hidden, 1, MAX_HIDDEN)
        check_range("seeds", self.seeds, 1, MAX_SEEDS)
        check_number("learning_rate", self.learning_rate, MAX_LEARNING_RATE)
        check_number("init_std", self.init_std, MAX_INIT_STD)

    @property
    def place_in_context(self) -> int:
        """Where the pair's word stands in the context of the last word; negative: out of sight."""
        return self.context - (len(self.corpus.held_out) - 1 - self.corpus.place)


@dataclass(frozen=True, eq=False)
class NPLMResult:
    """What the runs came to. The arrays are read-only; probabilities are the network's."""

    config: NPLMConfig
    steps: np.ndarray  # int [frames], the steps done at each snapshot
    held_out: np.ndarray  # [frames, seeds, words], of each word of the held-out sentence
    cosines: np.ndarray  # [frames, seeds], between the rows of the pair
    losses: np.ndarray  # [steps, seeds], nats, before the update of that step
    vectors: np.ndarray  # [seeds, vocab_size, d_model], the rows at the end
    untrained_row: np.ndarray  # [seeds], of the last word at the end, with a row never trained
    #                            in the place of the pair's word: the mean over several rows


class Weights(NamedTuple):
    """The trainable numbers of all runs, or their gradients."""

    table: Tensor  # (runs, vocab_size + 1, d_model); the last row is what stands before a sentence
    to_hidden: Tensor  # (runs, hidden, context * d_model)
    hidden_bias: Tensor  # (runs, hidden)
    to_logits: Tensor  # (runs, vocab_size, hidden)
    logits_bias: Tensor  # (runs, vocab_size)


@one_thread()
def train_nplm(config: NPLMConfig, progress: Progress | None = None) -> NPLMResult:
    """Train from all seeds on the corpus, and ask for its held-out sentence on the way.

    >>> from embedcore.one_hot.held_out import read_sentences
    >>> sentences = read_sentences("cat sits on sofa\\ncat runs\\ndog runs")
    >>> corpus = HeldOutCorpus(sentences, ("dog", "sits", "on", "sofa"))
    >>> train_nplm(NPLMConfig(corpus, steps=100)).held_out.shape[1:]  # (seeds, words)
    (32, 4)

    ``progress(done, steps)`` is called about a hundred times. No setting makes a number Inf or
    NaN (tanh bounds what a row can say, and Adam the step), but one can make the loss rise.
    """
    corpus, word_ids = config.corpus, _word_ids(config.corpus)
    before, words = _examples(corpus.training, config.context, word_ids)
    asked_before, asked = _examples((corpus.held_out,), config.context, word_ids)
    first, second = (word_ids[word] for word in corpus.pair)
    weights, untrained = first_weights(config)
    table = weights.table
    optimizer = Adam(list(weights), config.learning_rate)
    losses = torch.zeros(config.steps, config.seeds)
    frame_steps = np.unique((np.linspace(0, 1, FRAMES) ** 2 * config.steps).round().astype(int))
    held_out, cosines = [], []
    report = every_hundredth(progress, config.steps)
    for step in range(config.steps + 1):
        if step == frame_steps[len(cosines)]:
            held_out.append(_probabilities(weights, table[:, asked_before], asked))
            cosines.append(cosine_similarity(table[:, first], table[:, second], dim=1))
        if step < config.steps:
            losses[step], gradients = loss_and_gradients(weights, before, words)
            optimizer.step(list(gradients))
            report(step + 1)
    rows = _replaced(table[:, asked_before[-1:]], config.place_in_context, untrained)
    untrained_row = _probabilities(weights, rows, asked[-1:].expand(UNTRAINED_ROWS)).mean(dim=1)
    vectors = table[:, : word_ids[START]]
    tensors = torch.stack(held_out), torch.stack(cosines), losses, vectors, untrained_row
    arrays = [frame_steps, *(tensor.contiguous().numpy() for tensor in tensors)]
    for array in arrays:
        array.setflags(write=False)
    return NPLMResult(config, *arrays)


def first_weights(config: NPLMConfig) -> tuple[Weights, Tensor]:
    """The numbers before training, and rows never trained: (runs, UNTRAINED_ROWS, d_model)."""
    runs = [_drawn(config, seed) for seed in range(config.seeds)]
    *weights, untrained = (torch.stack(tensors) for tensors in zip(*runs, strict=True))
    return Weights(*weights), untrained


def guess(weights: Weights, rows: Tensor) -> tuple[Tensor, Tensor]:
    """Forward: the tanh layer, and the log-probability of each word.

    ``rows (runs, examples, context, d_model)`` are those of the words before.
    """
    inputs = rows.flatten(2)  # side by side: (runs, examples, context * d_model)
    hidden = torch.baddbmm(weights.hidden_bias[:, None], inputs, weights.to_hidden.mT).tanh()
    logits = torch.baddbmm(weights.logits_bias[:, None], hidden, weights.to_logits.mT)
    return hidden, logits.log_softmax(dim=2)


def loss_and_gradients(weights: Weights, before: Tensor, words: Tensor) -> tuple[Tensor, Weights]:
    """The mean surprise at each run, nats ``[runs]``, and its gradient.

    ``before [examples, context]`` are the ids of the words before each of ``words [examples]``.
    """
    rows = weights.table[:, before]  # (runs, examples, context, d_model)
    hidden, log_p = guess(weights, rows)
    targets = words[None, :, None].expand(len(rows), -1, 1)
    loss = -log_p.gather(2, targets).mean(dim=(1, 2))
    error = log_p.exp().scatter_add(2, targets, -torch.ones(targets.shape)) / len(words)  # p - y
    at_hidden = (error @ weights.to_logits) * (1 - hidden**2)  # through tanh
    at_rows = at_hidden @ weights.to_hidden
    # A row gets a contribution from each place where it was looked up.
    table = torch.zeros_like(weights.table)
    table.index_add_(1, before.flatten(), at_rows.view_as(rows).flatten(1, 2))
    gradients = Weights(
        table,
        at_hidden.mT @ rows.flatten(2),
        at_hidden.sum(dim=1),
        error.mT @ hidden,
        error.sum(dim=1),
    )
    return loss, gradients


def _drawn(config: NPLMConfig, seed: int) -> tuple[Tensor, ...]:
    """One run's weights, then its untrained rows; they depend on the seed alone.

    Rows are normal with the spread asked for, the two layers as ``nn.Linear`` starts them.
    """
    generator = torch.Generator().manual_seed(seed)
    vocab_size, inputs = len(config.corpus.vocabulary), config.context * config.d_model

    def rows(count: int) -> Tensor:
        return torch.randn(count, config.d_model, generator=generator) * config.init_std

    def uniform(fan_in: int, *shape: int) -> Tensor:
        return (torch.rand(*shape, generator=generator) * 2 - 1) / math.sqrt(fan_in)

    return (
        rows(vocab_size + 1),
        uniform(inputs, config.hidden, inputs),
        uniform(inputs, config.hidden),
        uniform(config.hidden, vocab_size, config.hidden),
        uniform(config.hidden, vocab_size),
        rows(UNTRAINED_ROWS),
    )


def _probabilities(weights: Weights, rows: Tensor, words: Tensor) -> Tensor:
    """Of ``words [examples]`` after the contexts whose rows these are: (runs, examples)."""
    _, log_p = guess(weights, rows)
    return log_p[:, torch.arange(len(words)), words].exp()


def _replaced(rows: Tensor, place: int, others: Tensor) -> Tensor:
    """``rows (runs, 1, context, d)`` with each of ``others (runs, k, d)`` in the place in turn.

    What is out of sight (a negative place) cannot be replaced.
    """
    copies = rows.repeat(1, others.shape[1], 1, 1)
    if place >= 0:
        copies[:, :, place] = others
    return copies


def _examples(
    sentences: tuple[Sentence, ...], context: int, word_ids: dict[str, int]
) -> tuple[Tensor, Tensor]:
    """Every word of the sentences: the ids before it ``[examples, context]``, and its own."""
    examples = [example for sentence in sentences for example in contexts(sentence, context)]
    before = torch.tensor([[word_ids[word] for word in words] for words, _ in examples])
    return before, torch.tensor([word_ids[word] for _, word in examples])


def _word_ids(corpus: HeldOutCorpus) -> dict[str, int]:
    return {word: word_id for word_id, word in enumerate((*corpus.vocabulary, START))}
