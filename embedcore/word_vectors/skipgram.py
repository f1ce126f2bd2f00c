"""Word vectors from a text: skip-gram and CBOW with negative sampling, trained in torch.

Each word has a row in a table that is read (``inputs``) and one in a table that is guessed from it
(``outputs``). Skip-gram raises the dot product of a word's input row with the output rows of the
words beside it, and lowers it with those of words drawn at random; CBOW does the same with the mean
of the input rows beside a word and the output row of the word itself (Mikolov et al. 2013,
"Distributed representations of words and phrases and their compositionality").

What is not as in word2vec's own code: a step takes many places of the text at once, which share
their random words, so that the work becomes a few products of matrices; the window has its full
width everywhere; and CBOW's gradient is the exact one.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import logsigmoid

from embedcore.bounds import check_range
from embedcore.config import MAX_SEED
from embedcore.errors import InputError
from embedcore.process import one_thread
from embedcore.word_vectors.text_corpus import SubsampledText, TextCorpus

MAX_WINDOW, MAX_D_MODEL, MAX_NEGATIVES, MAX_EPOCHS = 10, 100, 20, 200
SHARED = 64  # random words that the places of one step share
MOST_PLACES, FEWEST_PLACES, WORDS_A_PLACE = 256, 16, 10
SKIPGRAM_RATE, CBOW_RATE = 0.05, 0.2  # of plain gradient descent, at the start
MOST_DRAWN = 30  # random words a place, up to which that rate is safe
LAST_RATE = 0.01  # what is left of it at the end
NOISE_POWER = 0.75  # random words are drawn by their count to this power
FRAMES = 7  # of the table kept at most, both ends included
MOST_LOSSES = 200

# What a run takes, in seconds on one core, roughly: see `seconds_of_run`.
MAX_SECONDS = 60
STEP_SECONDS, PLACE_SECONDS, NUMBER_SECONDS = 4e-4, 3e-7, 2.5e-9


@dataclass(frozen=True)
class SkipGramConfig:
    """Everything but the text that a run depends on: the same config gives the same vectors.

    Raises ``InputError`` (reason ``out_of_range``) for a value that cannot be used.
    """

    window: int = 3  # words before and after that count as company
    d_model: int = 64  # numbers in a row
    negatives: int = 5  # random words for each real one
    epochs: int = 6  # readings of the text
    seed: int = 0  # of the first rows, of the order, of what is left out and drawn
    cbow: bool = False  # guess a word from its company, not the company from the word

    def __post_init__(self) -> None:
        check_range("window", self.window, 1, MAX_WINDOW)
        check_range("d_model", self.d_model, 2, MAX_D_MODEL)
        check_range("negatives", self.negatives, 1, MAX_NEGATIVES)
        check_range("epochs", self.epochs, 1, MAX_EPOCHS)
        check_range("seed", self.seed, 0, MAX_SEED)


class Course(NamedTuple):
    """How far a run has come; its lists grow while it runs."""

    losses: list[float]  # nats for each real pair, mean over the step measured; of steps with pairs
    loss_epochs: list[float]  # how much of the text had been read by then
    frames: list[np.ndarray]  # the input rows [words, d_model], float16
    frame_epochs: list[int]


@dataclass(frozen=True, eq=False)
class SkipGramResult:
    """A finished run: row ``i`` of a table is that of word ``i`` of the corpus."""

    config: SkipGramConfig
    inputs: np.ndarray  # [words, d_model], float32: the word vectors
    outputs: np.ndarray  # [words, d_model], float32
    frames: np.ndarray  # the inputs while they form: [frames, words, d_model], float16
    frame_epochs: np.ndarray  # [frames]
    losses: np.ndarray  # nats a pair [points]
    loss_epochs: np.ndarray  # [points]
    pairs: int  # of a word and one beside it, over all epochs


class Gradients(NamedTuple):
    """How the loss changes with each row of a step."""

    centres: Tensor  # (places, d_model)
    contexts: Tensor  # (places, 2 * window, d_model)
    negatives: Tensor  # (random words, d_model)


class Batch(NamedTuple):
    """The places of one step."""

    centres: Tensor  # word ids (places)
    contexts: Tensor  # word ids (places, 2 * window); the last row of a table where there is none
    negatives: Tensor  # word ids (random words), shared by all places
    rate: float
    epoch: float  # how much of the text has been read


@one_thread()
def train_skipgram(
    corpus: TextCorpus,
    config: SkipGramConfig,
    progress: Callable[[int, int, Course], None] | None = None,
) -> SkipGramResult:
    """Train on ``corpus``; calls ``progress(places read, all places, course)`` after each step.

    Raises ``InputError`` (reason ``long_training``) if it would take over a minute or so.
    """
    check_work(corpus, config)
    words = len(corpus.words)
    generator = torch.Generator().manual_seed(config.seed)
    start = torch.rand(words, config.d_model, generator=generator) - 0.5
    nothing = torch.zeros(1, config.d_model)
    inputs = torch.cat([start / config.d_model**0.5, nothing])
    outputs = torch.zeros_like(inputs)
    centre_table, context_table = (outputs, inputs) if config.cbow else (inputs, outputs)
    gradients, loss = (
        (cbow_gradients, cbow_loss) if config.cbow else (skipgram_gradients, skipgram_loss)
    )
    course = Course([], [], [], [])
    kept_epochs = set(np.linspace(0, config.epochs, FRAMES).round().astype(int))
    total = config.epochs * len(corpus.token_ids)
    every = max(1, math.ceil(total / _places_a_step(corpus) / MOST_LOSSES))
    pairs, due = 0, True

    def keep_frame(epoch: int) -> None:
        if epoch in kept_epochs and epoch not in course.frame_epochs:
            course.frames.append(inputs[:-1].numpy().astype(np.float16))
            course.frame_epochs.append(epoch)

    for number, batch in enumerate(_batches(corpus, config)):
        keep_frame(int(batch.epoch))
        inside = (batch.contexts != words).float()
        rows = (
            centre_table[batch.centres],
            context_table[batch.contexts],
            outputs[batch.negatives],
        )
        real = int(inside.sum())
        pairs += real
        due = due or number % every == 0
        if due and real:  # where there is no pair, there is nothing to guess and no loss
            guesses = int(inside.any(dim=1).sum()) if config.cbow else real
            course.losses.append(float(loss(*rows, inside, config.negatives)) / guesses)
            course.loss_epochs.append(batch.epoch)
            due = False
        step = gradients(*rows, inside, config.negatives)
        _descend(centre_table, batch.centres, step.centres, batch.rate)
        _descend(context_table, batch.contexts, step.contexts, batch.rate)
        _descend(outputs, batch.negatives, step.negatives, batch.rate)
        if progress:
            progress(int(batch.epoch / config.epochs * total), total, course)
    keep_frame(config.epochs)
    return SkipGramResult(
        config=config,
        inputs=_read_only(inputs[:-1].numpy()),
        outputs=_read_only(outputs[:-1].numpy()),
        frames=_read_only(np.stack(course.frames)),
        frame_epochs=_read_only(np.array(course.frame_epochs)),
        losses=_read_only(np.array(course.losses)),
        loss_epochs=_read_only(np.array(course.loss_epochs)),
        pairs=pairs,
    )


def skipgram_loss(
    centres: Tensor, contexts: Tensor, negatives: Tensor, inside: Tensor, k: int
) -> Tensor:
    """``-log σ(v·u) - k E[log σ(-v·n)]``, summed over the pairs: v reads, u and n are guessed.

    ``inside`` is 1 where a place of the window has a word; E is the mean over the random words.
    """
    real = logsigmoid((centres[:, None] * contexts).sum(-1)) * inside
    drawn = logsigmoid(-centres @ negatives.T) * inside.sum(1, keepdim=True)
    return -real.sum() - k / len(negatives) * drawn.sum()


def skipgram_gradients(
    centres: Tensor, contexts: Tensor, negatives: Tensor, inside: Tensor, k: int
) -> Gradients:
    """The gradients of ``skipgram_loss``, written out: five times as fast as autograd's."""
    missed = (torch.sigmoid((centres[:, None] * contexts).sum(-1)) - 1) * inside
    weight = inside.sum(1, keepdim=True) * (k / len(negatives))
    taken = torch.sigmoid(centres @ negatives.T) * weight  # (places, random words)
    return Gradients(
        (missed[:, :, None] * contexts).sum(1) + taken @ negatives,
        missed[:, :, None] * centres[:, None],
        taken.T @ centres,
    )


def cbow_loss(
    centres: Tensor, contexts: Tensor, negatives: Tensor, inside: Tensor, k: int
) -> Tensor:
    """As ``skipgram_loss``, but the mean of a place's contexts reads, its centre is guessed."""
    mean, has_company = _mean_of_contexts(contexts, inside)
    real = logsigmoid((mean * centres).sum(-1, keepdim=True)) * has_company
    drawn = logsigmoid(-mean @ negatives.T) * has_company
    return -real.sum() - k / len(negatives) * drawn.sum()


def cbow_gradients(
    centres: Tensor, contexts: Tensor, negatives: Tensor, inside: Tensor, k: int
) -> Gradients:
    """The gradients of ``cbow_loss``, written out."""
    mean, has_company = _mean_of_contexts(contexts, inside)
    missed = (torch.sigmoid((mean * centres).sum(-1, keepdim=True)) - 1) * has_company
    taken = torch.sigmoid(mean @ negatives.T) * has_company * (k / len(negatives))
    of_mean = missed * centres + taken @ negatives
    share = inside / inside.sum(1, keepdim=True).clamp(min=1)
    return Gradients(missed * mean, share[:, :, None] * of_mean[:, None], taken.T @ mean)


def readings(corpus: TextCorpus, config: SkipGramConfig) -> Iterator[SubsampledText]:
    """The text as a run reads it, epoch by epoch, other frequent words left out each time."""
    for epoch in range(config.epochs):
        yield corpus.subsampled(np.random.default_rng([config.seed, epoch]))


def noise_distribution(counts: np.ndarray) -> np.ndarray:
    """How likely each word is to be drawn as a negative one: its count to the power of 0.75."""
    weights = counts**NOISE_POWER
    return weights / weights.sum()


def seconds_of_run(corpus: TextCorpus, config: SkipGramConfig) -> float:
    """About how long a run takes on one core that does nothing else."""
    places = float(corpus.keep_probability[corpus.token_ids].sum())
    steps = places / _places_a_step(corpus)
    numbers = places * config.d_model * (2 * config.window + SHARED / 8)
    seconds = steps * STEP_SECONDS + places * PLACE_SECONDS + numbers * NUMBER_SECONDS
    return seconds * config.epochs


def check_work(corpus: TextCorpus, config: SkipGramConfig) -> None:
    """Raise ``InputError`` (reason ``long_training``) if a run would take over a minute or so."""
    seconds = seconds_of_run(corpus, config)
    if seconds > MAX_SECONDS and config.epochs > 1:
        most = max(1, int(MAX_SECONDS * config.epochs / seconds))
        raise InputError(
            "long_training",
            "{epochs} epochs of this text would take too long: at most {most} are possible with "
            "these settings",
            epochs=config.epochs,
            most=most,
        )


def _places_a_step(corpus: TextCorpus) -> int:
    """Fewer where there are few words: a step must not move one row a hundred times over."""
    return min(MOST_PLACES, max(FEWEST_PLACES, len(corpus.words) // WORDS_A_PLACE))


def _batches(corpus: TextCorpus, config: SkipGramConfig) -> Iterator[Batch]:
    """All steps of a run: the places of each reading in random order."""
    words, size = len(corpus.words), _places_a_step(corpus)
    start_rate = _start_rate(config)
    upto = np.cumsum(noise_distribution(corpus.counts))
    upto[-1] = 1  # whatever the rounding: no draw lies beyond
    for epoch, text in enumerate(readings(corpus, config)):
        random = np.random.default_rng([config.seed, epoch, 1])
        order = random.permutation(len(text.token_ids))
        for first in range(0, len(order), size):
            places = order[first : first + size]
            read = epoch + first / len(order)
            yield Batch(
                torch.from_numpy(text.token_ids[places]).long(),
                torch.from_numpy(text.contexts(places, config.window, nothing=words)).long(),
                torch.from_numpy(np.searchsorted(upto, random.random(SHARED), side="right")),
                start_rate * max(LAST_RATE, 1 - read / config.epochs),
                read,
            )


def _start_rate(config: SkipGramConfig) -> float:
    """Lower where a place stands for many pairs: they add up in the rows that all places share."""
    if config.cbow:
        return CBOW_RATE
    drawn = 2 * config.window * config.negatives
    return SKIPGRAM_RATE * min(1, MOST_DRAWN / drawn)


def _mean_of_contexts(contexts: Tensor, inside: Tensor) -> tuple[Tensor, Tensor]:
    """The mean row beside each place ``[places, d_model]``, and 1 where there is one."""
    company = inside.sum(1, keepdim=True)
    mean = (contexts * inside[:, :, None]).sum(1) / company.clamp(min=1)
    return mean, company.clamp(max=1)


def _descend(table: Tensor, ids: Tensor, gradients: Tensor, rate: float) -> None:
    """Each row that had a part in the step goes down its gradient; the others stay."""
    table.index_add_(0, ids.flatten(), gradients.reshape(-1, table.shape[1]) * -rate)


def _read_only(array: np.ndarray) -> np.ndarray:
    array.setflags(write=False)
    return array
