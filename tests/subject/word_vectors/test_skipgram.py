"""Skip-gram and CBOW: gradients against autograd, one step by hand, seeds, refusals."""

import numpy as np
import pytest
import torch

from embedcore.errors import InputError
from embedcore.word_vectors import skipgram
from embedcore.word_vectors.skipgram import (
    SkipGramConfig,
    cbow_gradients,
    cbow_loss,
    check_work,
    noise_distribution,
    readings,
    skipgram_gradients,
    skipgram_loss,
    train_skipgram,
)
from embedcore.word_vectors.text_corpus import king_james, read_text
from embedcore.words import WordVectors

TINY = "the king sat on a throne. the queen sat on a throne. a dog ran in the park. " * 60
SMALL = SkipGramConfig(window=2, d_model=8, negatives=3, epochs=3)


@pytest.fixture(scope="module")
def corpus():
    return read_text(TINY)


@pytest.fixture(scope="module")
def result(corpus):
    return train_skipgram(corpus, SMALL)


@pytest.mark.parametrize(
    ("loss", "gradients"), [(skipgram_loss, skipgram_gradients), (cbow_loss, cbow_gradients)]
)
def test_gradients_are_those_of_autograd(loss, gradients):
    random = torch.Generator().manual_seed(0)
    shapes = (5, 4), (5, 6, 4), (7, 4)
    rows = [torch.randn(*shape, generator=random, dtype=torch.float64) for shape in shapes]
    inside = (torch.rand(5, 6, generator=random) < 0.6).double()
    inside[2] = 0  # a word alone in its sentence
    for tensor in rows:
        tensor.requires_grad_()
    loss(*rows, inside, 3).backward()
    with torch.no_grad():
        for found, tensor in zip(gradients(*rows, inside, 3), rows, strict=True):
            torch.testing.assert_close(found, tensor.grad)


def test_the_losses_by_a_plain_loop():
    random = np.random.default_rng(0)
    v, u, n = random.normal(size=(2, 3)), random.normal(size=(2, 2, 3)), random.normal(size=(4, 3))
    inside = np.array([[1, 1], [0, 1]])

    def log_sigmoid(x):
        return -np.log1p(np.exp(-x))

    skip = cbow = 0.0
    for place in range(2):
        drawn = 5 * np.mean([log_sigmoid(-v[place] @ each) for each in n])
        company = [u[place, c] for c in range(2) if inside[place, c]]
        for each in company:
            skip -= log_sigmoid(v[place] @ each) + drawn
        mean = np.mean(company, axis=0)
        cbow -= log_sigmoid(mean @ v[place]) + 5 * np.mean([log_sigmoid(-mean @ x) for x in n])
    tensors = [torch.from_numpy(a) for a in (v, u, n, inside.astype(float))]
    assert skipgram_loss(*tensors, 5).item() == pytest.approx(skip)
    assert cbow_loss(*tensors, 5).item() == pytest.approx(cbow)


@pytest.mark.parametrize("cbow", [False, True])
def test_one_step_is_that_of_autograd_and_sgd(corpus, cbow, monkeypatch):
    """The tables after one step, a row that comes several times in it included."""
    config = SkipGramConfig(window=2, d_model=4, epochs=1, seed=3, cbow=cbow)
    batch = next(skipgram._batches(corpus, config))
    monkeypatch.setattr(skipgram, "_batches", lambda *_: iter([batch]))
    found = train_skipgram(corpus, config)
    words = len(corpus.words)
    start = torch.rand(words, 4, generator=torch.Generator().manual_seed(3)) - 0.5
    inputs = torch.cat([start / 2, torch.zeros(1, 4)]).requires_grad_()
    outputs = torch.zeros(words + 1, 4, requires_grad=True)
    inside = (batch.contexts != words).float()
    centre, context, loss = (
        (outputs, inputs, cbow_loss) if cbow else (inputs, outputs, skipgram_loss)
    )
    rows = centre[batch.centres], context[batch.contexts], outputs[batch.negatives]
    loss(*rows, inside, config.negatives).backward()
    moved = [(table - batch.rate * table.grad).detach().numpy() for table in (inputs, outputs)]
    np.testing.assert_allclose(found.inputs, moved[0][:-1], atol=1e-6)
    np.testing.assert_allclose(found.outputs, moved[1][:-1], atol=1e-6)
    assert np.abs(found.outputs).max() > 0


def test_the_same_seed_gives_the_same_vectors(corpus, result):
    again = train_skipgram(corpus, SMALL)
    np.testing.assert_array_equal(again.inputs, result.inputs)
    np.testing.assert_array_equal(again.losses, result.losses)
    other = train_skipgram(corpus, SkipGramConfig(2, 8, 3, 3, seed=1))
    assert not np.allclose(other.inputs, result.inputs)


@pytest.mark.parametrize("cbow", [False, True])
def test_words_that_keep_the_same_company_become_near(cbow):
    """king and queen stand in the same sentences, one as often as the other; so no other is."""
    corpus = read_text(TINY * 10)
    config = SkipGramConfig(window=2, d_model=8, epochs=10, cbow=cbow)
    result = train_skipgram(corpus, config)
    table = WordVectors("trained", corpus.words, result.inputs)
    assert table.nearest("king", 1)[0][0] == "queen"
    assert table.nearest("queen", 1)[0][0] == "king"
    assert result.losses[-1] < result.losses[0]


def test_frames_go_from_the_start_to_the_end(corpus, result):
    assert result.frame_epochs.tolist() == [0, 1, 2, 3]
    np.testing.assert_allclose(result.frames[-1], result.inputs, atol=2e-3)
    assert result.frames.shape == (4, len(corpus.words), 8)
    assert (np.diff(result.loss_epochs) > 0).all()


def test_the_pairs_are_those_of_the_text(corpus, result):
    expected = 0
    for text in readings(corpus, SMALL):
        for place, sentence in enumerate(text.sentences):
            beside = text.sentences[max(0, place - 2) : place + 3]
            expected += int((beside == sentence).sum()) - 1
    assert result.pairs == expected


def test_random_words_are_drawn_by_their_count_to_three_quarters():
    np.testing.assert_allclose(noise_distribution(np.array([81, 16])), [27 / 35, 8 / 35])


def test_progress_goes_up_to_the_end(corpus):
    seen = []
    train_skipgram(corpus, SMALL, lambda done, total, course: seen.append(done / total))
    assert seen == sorted(seen)
    assert seen[0] >= 0
    assert 0.9 < seen[-1] <= 1


@pytest.mark.parametrize(
    "bad", [{"window": 0}, {"d_model": 101}, {"negatives": 0}, {"epochs": 201}, {"seed": -1}]
)
def test_settings_out_of_range_are_refused(bad):
    with pytest.raises(InputError, match="must be a whole number"):
        SkipGramConfig(**bad)


def test_a_run_that_takes_too_long_is_refused_with_what_would_do():
    config = SkipGramConfig(window=10, d_model=100, epochs=20)
    with pytest.raises(InputError) as refused:
        check_work(king_james(), config)
    most = refused.value.details["most"]
    assert 1 < most < 20
    check_work(king_james(), SkipGramConfig(window=10, d_model=100, epochs=most))
    check_work(king_james(), SkipGramConfig())


def test_a_wild_text_stays_among_the_numbers():
    corpus = read_text("a b c d e f g h i j " * 300)
    result = train_skipgram(corpus, SkipGramConfig(window=10, negatives=20, epochs=5))
    assert np.isfinite(result.inputs).all()
    assert np.isfinite(result.losses).all()


@pytest.mark.parametrize("cbow", [False, True])
def test_where_nothing_is_guessed_there_is_no_loss(cbow):
    """Most words stand alone in their sentence: many steps have no pair, and none has loss 0."""
    corpus = read_text("a. b. c. d. e. f. g. h. i. j. k. l. " * 30 + "a b. c d. e f. " * 3)
    result = train_skipgram(corpus, SkipGramConfig(d_model=4, epochs=5, cbow=cbow))
    assert result.pairs == 5 * 3 * 6
    assert len(result.losses) == len(result.loss_epochs) > 0
    # At first every dot product is 0: one real pair and five random ones, each log 2.
    assert result.losses[0] == pytest.approx(6 * np.log(2), rel=1e-3)
    assert result.losses.min() > 3


def test_a_text_without_any_pair_has_no_loss_at_all():
    corpus = read_text("a. b. c. d. e. f. g. h. i. j. k. l. " * 30)
    result = train_skipgram(corpus, SkipGramConfig(d_model=4, epochs=2))
    assert result.pairs == len(result.losses) == 0
