"""Counts by hand, the network by PyTorch, and what the two make of a sentence held out."""

import tomllib
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import nn

from embedcore.errors import InputError
from embedcore.one_hot.counts import START, ContextCounts, contexts
from embedcore.one_hot.held_out import (
    GAP,
    MAX_SENTENCES,
    MAX_VOCAB_SIZE,
    MAX_WORD_LENGTH,
    MAX_WORDS,
    HeldOutCorpus,
    read_sentences,
)
from embedcore.one_hot.nplm import (
    FRAMES,
    NPLMConfig,
    first_weights,
    guess,
    loss_and_gradients,
    train_nplm,
)

TEXTS = Path(__file__).parents[3] / "pages" / "text"
LANGUAGES = sorted(folder.name for folder in TEXTS.iterdir())


def corpus_of(typed, held_out):
    return HeldOutCorpus(read_sentences(typed), tuple(held_out.split()))


def page_corpus(language):
    page = (TEXTS / language / "one_hot.toml").read_text(encoding="utf-8")
    words = tomllib.loads(page)["generalise"]
    return corpus_of(words["corpus"], words["held_out"])


def reason(typed, held_out):
    with pytest.raises(InputError) as refused:
        corpus_of(typed, held_out)
    return refused.value.reason


# The corpus

SMALL = "cat eats\ndog eats\ncat sits on sofa\nhen sits on eggs\ndog runs"
HELD_OUT = "dog sits on sofa"


@pytest.mark.parametrize("copies", [0, 1, 3])
def test_the_held_out_sentence_is_in_no_example(copies):
    corpus = corpus_of("\n".join([SMALL, *[HELD_OUT] * copies]), HELD_OUT)
    assert corpus.training == read_sentences(SMALL)
    assert not ContextCounts(corpus, 3).has_seen(("dog", "sits", "on"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_held_out_sentence_of_the_page_is_new_and_its_twin_is_not(language):
    corpus = page_corpus(language)
    twin = tuple(dict([corpus.pair[::-1]]).get(word, word) for word in corpus.held_out)
    assert corpus.held_out not in corpus.sentences
    assert twin in corpus.training
    assert twin != corpus.held_out


def test_lines_are_sentences_and_blanks_are_nothing():
    typed = "\n  a  b \n\n \t\nc\u3000d\r\ne"
    assert read_sentences(typed) == (("a", "b"), ("c", "d"), ("e",))


def test_the_pair_is_where_a_sentence_differs_in_one_word():
    assert corpus_of(SMALL, HELD_OUT).pair == ("cat", "dog")
    other_place = corpus_of("the cat sits on sofa\nthe dog runs", "the dog sits on sofa")
    assert (other_place.pair, other_place.place) == (("cat", "dog"), 1)


def test_a_last_word_has_no_partner():
    corpus = corpus_of("dog eats meat\ndog eats corn\nhen eats corn\nsofa dog", "dog eats sofa")
    assert corpus.pair[1] == "dog"


def test_without_a_twin_the_pair_is_who_shares_most_frames():
    typed = "ox eats\ncat eats\ncat runs\ndog eats\ndog runs\nhen sits on sofa\nx sits on y"
    corpus = corpus_of(typed, "dog sits on eats")
    assert corpus.pair == ("cat", "dog")


def test_company_is_in_which_frames_each_of_the_pair_stands():
    found = corpus_of(SMALL, HELD_OUT).company()
    drawn = {f: tuple(map(int, s)) for f, s in zip(found.frames, found.seen, strict=True)}
    assert drawn == {
        (GAP, "eats"): (1, 1),
        (GAP, "runs"): (0, 1),
        (GAP, "sits", "on", "sofa"): (1, 0),
    }
    assert found.frames[-1] == (GAP, "sits", "on", "sofa")
    assert found.held_out.tolist() == [[False, False], [False, False], [False, True]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_shared_company_nothing_is_shared_and_the_rest_stands(language):
    corpus = page_corpus(language)
    apart = corpus.without_shared_company()
    assert corpus.company().seen.all(axis=1).sum() == 5
    assert not apart.company().seen.all(axis=1).any()
    gone = set(corpus.training) - set(apart.training)
    assert len(gone) == 5
    assert all(corpus.pair[1] in sentence for sentence in gone)
    assert apart.pair == corpus.pair
    assert apart.without_shared_company() is None


def test_too_little_left_is_none():
    assert corpus_of("cat eats\ndog eats\ncat sits", "dog sits").without_shared_company() is None


REFUSED = {
    "no_sentences": ("\n \n", "a b"),
    "many_sentences": ("a b\n" * (MAX_SENTENCES + 1), "b a"),
    "long_sentence": ("a b\n" + "a " * (MAX_WORDS + 1), "b a"),
    "long_word": ("a b " + "x" * (MAX_WORD_LENGTH + 1), "b a"),
    "many_words": (
        "\n".join(f"a{i} b{i} c{i}" for i in range(MAX_VOCAB_SIZE // 3 + 1)),
        "a0 c0",
    ),
    "held_out_word": (SMALL, "ox sits on sofa"),
    "nothing_to_guess": ("a", "a a"),
}


@pytest.mark.parametrize("expected", REFUSED)
def test_what_cannot_be_used_is_refused(expected):
    assert reason(*REFUSED[expected]) == expected


@pytest.mark.parametrize("held_out", ["", "dog", "dog " * (MAX_WORDS + 1)])
def test_the_held_out_sentence_has_a_context_and_an_end(held_out):
    assert reason(SMALL, held_out) == "held_out_length"


def test_a_word_of_the_held_out_sentence_alone_is_unknown():
    assert reason(SMALL + "\nox runs", "ox runs") == "held_out_word"


def test_the_bounds_themselves_are_allowed():
    words = [f"w{i}".ljust(MAX_WORD_LENGTH, "x") for i in range(MAX_VOCAB_SIZE)]
    lines = [" ".join(words[(i * 8 + j) % 60] for j in range(MAX_WORDS)) for i in range(39)]
    lines.append("w")
    with pytest.raises(InputError):
        corpus_of("\n".join(lines), " ".join(words[1::-1]))
    corpus = corpus_of("\n".join(lines[:-1] + lines[:1]), " ".join(words[1::-1]))
    assert len(corpus.vocabulary) == MAX_VOCAB_SIZE
    assert len(corpus.sentences) == MAX_SENTENCES


# Counts


def test_counts_are_those_of_the_hand():
    counts = ContextCounts(corpus_of(SMALL, HELD_OUT), 3)
    # cat, eats, dog, sits, on, sofa, hen, eggs, runs
    assert counts.vocab_size == 9
    assert counts.whole(("cat", "sits", "on"), "sofa") == 1
    assert counts.whole(("cat", "sits", "on"), "eggs") == 0
    assert counts.whole(("dog", "sits", "on"), "sofa") == pytest.approx(1 / 9)
    assert counts.whole((START, START, "dog"), "eats") == 1 / 2
    assert counts.whole((START,) * 3, "cat") == 2 / 5
    # 14 words, 9 of them different; sofa once. Then "on", "sits on": sofa, eggs, once each.
    none = (1 + 9 / 9) / (14 + 9)
    on = (1 + 2 * none) / (2 + 2)
    sits_on = (1 + 2 * on) / (2 + 2)
    assert counts.backed_off((), "sofa") == pytest.approx(none)
    assert counts.backed_off(("on",), "sofa") == pytest.approx(on)
    assert counts.backed_off(("dog", "sits", "on"), "sofa") == pytest.approx(sits_on)
    assert counts.backed_off(("cat", "sits", "on"), "sofa") == pytest.approx((1 + sits_on) / 2)
    # "cat sits on", "hen sits on": two of 729
    assert (counts.seen, counts.possible) == (2, 9**3)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("length", [1, 2, 3])
def test_what_may_follow_sums_to_one_whatever_the_context(length, language):
    corpus = page_corpus(language)
    counts = ContextCounts(corpus, length)
    some = (*corpus.vocabulary[:9], START)
    for before in product(some, repeat=length):
        for answer in (counts.whole, counts.backed_off):
            assert sum(answer(before, word) for word in corpus.vocabulary) == pytest.approx(1)


@pytest.mark.parametrize("length", [1, 2, 3])
def test_counted_contexts_are_those_that_stand_in_the_sentences(length):
    corpus = page_corpus("en")
    rows = [s[i : i + length] for s in corpus.training for i in range(len(s) - length)]
    counts = ContextCounts(corpus, length)
    assert counts.seen == len(set(rows))
    assert counts.possible == len(corpus.vocabulary) ** length


# The network


class Bengio(nn.Module):
    """The model as a textbook would write it, started from our first numbers."""

    def __init__(self, weights, run):
        super().__init__()
        table, to_hidden, hidden_bias, to_logits, logits_bias = (w[run].clone() for w in weights)
        self.embedding = nn.Embedding.from_pretrained(table, freeze=False)
        self.hidden = nn.Linear(*to_hidden.T.shape)
        self.head = nn.Linear(*to_logits.T.shape)
        for layer, weight, bias in (
            (self.hidden, to_hidden, hidden_bias),
            (self.head, to_logits, logits_bias),
        ):
            layer.weight.data, layer.bias.data = weight, bias

    def forward(self, before):
        return self.head(torch.tanh(self.hidden(self.embedding(before).flatten(1))))


def as_ids(corpus, sentences_, length):
    ids = {word: i for i, word in enumerate((*corpus.vocabulary, START))}
    rows = [example for sentence in sentences_ for example in contexts(sentence, length)]
    before = torch.tensor([[ids[word] for word in words] for words, _ in rows])
    return before, torch.tensor([ids[word] for _, word in rows])


def plainly_trained(config, run):
    """One run by ``torch.optim``, one step after another: the model, and its losses."""
    model, losses = Bengio(first_weights(config)[0], run), []
    optimizer = torch.optim.Adam(model.parameters(), lr=config.learning_rate)
    before, words = as_ids(config.corpus, config.corpus.training, config.context)
    for _ in range(config.steps):
        optimizer.zero_grad()
        loss = nn.functional.cross_entropy(model(before), words)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return model.requires_grad_(False), losses


@pytest.mark.parametrize(("length", "d_model"), [(1, 4), (2, 3), (3, 8)])
def test_training_is_that_of_a_plain_loop(length, d_model):
    corpus = corpus_of(SMALL, HELD_OUT)
    config = NPLMConfig(corpus, length, steps=60, d_model=d_model, hidden=5, seeds=3)
    result = train_nplm(config)
    asked, answer = as_ids(corpus, [corpus.held_out], length)
    for run in range(3):
        model, losses = plainly_trained(config, run)
        rows = model.embedding.weight
        expected = model(asked).softmax(dim=1)[torch.arange(len(answer)), answer]
        cat, dog = (rows[corpus.vocabulary.index(word)] for word in ("cat", "dog"))
        cosine = nn.functional.cosine_similarity(cat, dog, dim=0)
        np.testing.assert_allclose(result.losses[:, run], losses, atol=1e-5)
        np.testing.assert_allclose(result.held_out[-1, run], expected, atol=1e-5)
        np.testing.assert_allclose(result.vectors[run], rows[:-1], atol=1e-5)
        np.testing.assert_allclose(result.cosines[-1, run], cosine, atol=1e-5)


def test_the_gradient_is_that_of_autograd():
    config = NPLMConfig(page_corpus("en"), seeds=2, init_std=1.0)
    weights, _ = first_weights(config)
    before, words = as_ids(config.corpus, config.corpus.training, 3)
    losses, gradients = loss_and_gradients(weights, before, words)
    for run in range(2):
        model = Bengio(weights, run)
        loss = nn.functional.cross_entropy(model(before), words)
        loss.backward()
        assert losses[run].item() == pytest.approx(loss.item(), abs=1e-6)
        by_autograd = [parameter.grad for parameter in model.parameters()]
        ours = [gradient[run] for gradient in gradients]
        torch.testing.assert_close(ours, by_autograd, atol=1e-6, rtol=1e-5)


def test_what_may_follow_sums_to_one():
    config = NPLMConfig(page_corpus("zh"), seeds=4, init_std=3.0)
    weights, untrained = first_weights(config)
    _, log_p = guess(weights, untrained[:, :12].reshape(4, 4, 3, -1))
    torch.testing.assert_close(log_p.exp().sum(dim=2), torch.ones(4, 4))


def test_a_stranger_is_an_untrained_row_in_the_words_place():
    config = NPLMConfig(corpus_of(SMALL, HELD_OUT), steps=40, d_model=4, seeds=2)
    result, (_, untrained) = train_nplm(config), first_weights(config)
    asked, answer = as_ids(config.corpus, [config.corpus.held_out], 3)
    for run in range(2):
        model, _ = plainly_trained(config, run)
        _, sits, on = model.embedding(asked[-1])
        inputs = torch.stack([torch.cat([row, sits, on]) for row in untrained[run]])
        p = model.head(torch.tanh(model.hidden(inputs))).softmax(dim=1)[:, answer[-1]]
        np.testing.assert_allclose(result.untrained_row[run], p.mean(), atol=1e-5)


def test_out_of_sight_the_word_cannot_be_replaced():
    config = NPLMConfig(corpus_of(SMALL, HELD_OUT), context=2, steps=40, seeds=3)
    result = train_nplm(config)
    assert config.place_in_context < 0
    np.testing.assert_allclose(result.untrained_row, result.held_out[-1, :, -1], atol=1e-6)


def test_a_run_depends_on_its_own_seed_alone():
    few, many = (NPLMConfig(page_corpus("en"), steps=50, seeds=n) for n in (2, 5))
    first, second = train_nplm(few), train_nplm(many)
    np.testing.assert_allclose(first.vectors, second.vectors[:2], atol=1e-5)
    np.testing.assert_array_equal(first.vectors, train_nplm(few).vectors)
    assert not np.allclose(second.vectors[0], second.vectors[1], atol=0.1)


def test_a_result_cannot_be_changed_and_its_frames_span_the_run():
    result = train_nplm(NPLMConfig(page_corpus("en"), steps=300, seeds=2))
    assert result.steps[[0, -1]].tolist() == [0, 300]
    assert (np.diff(result.steps) > 0).all()
    assert len(result.steps) <= FRAMES
    assert result.losses.shape == (300, 2)
    for array in vars(result).values():
        if isinstance(array, np.ndarray):
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0


def test_progress_comes_about_a_hundred_times_and_ends_at_the_end():
    calls = []
    config = NPLMConfig(corpus_of(SMALL, HELD_OUT), steps=250, seeds=1)
    train_nplm(config, lambda *call: calls.append(call))
    assert 90 < len(calls) < 140
    assert calls[-1] == (250, 250)


@pytest.mark.parametrize(("learning_rate", "init_std"), [(10.0, 10.0), (10.0, 0.01)])
def test_no_setting_leaves_the_numbers(learning_rate, init_std):
    config = NPLMConfig(
        page_corpus("en"), steps=300, seeds=4, learning_rate=learning_rate, init_std=init_std
    )
    result = train_nplm(config)
    arrays = result.losses, result.vectors, result.held_out, result.cosines, result.untrained_row
    assert all(np.isfinite(array).all() for array in arrays)
    assert result.losses[-1].mean() > np.log(33)  # worse than knowing nothing: the page says so


@pytest.mark.parametrize(
    "setting",
    [
        {"context": 0},
        {"context": 4},
        {"steps": -1},
        {"d_model": 0},
        {"hidden": 0},
        {"seeds": 0},
        {"learning_rate": 0.0},
        {"learning_rate": float("nan")},
        {"learning_rate": 11.0},
        {"init_std": -0.1},
        {"init_std": True},
    ],
)
def test_settings_out_of_range_are_refused(setting):
    with pytest.raises(InputError) as refused:
        NPLMConfig(page_corpus("en"), **setting)
    assert refused.value.reason == "out_of_range"


# What it is all about


@pytest.fixture(scope="module")
def runs():
    """With the shared company and without it, from eight seeds."""
    config = NPLMConfig(page_corpus("en"), seeds=8)
    apart = replace(config, corpus=config.corpus.without_shared_company())
    return train_nplm(config), train_nplm(apart)


def test_the_network_gives_the_held_out_word_five_times_what_whole_contexts_do(runs):
    counts = ContextCounts(runs[0].config.corpus, 3)
    answered = runs[0].held_out[-1, :, -1].mean()
    assert answered > 5 * counts.whole(("dog", "sits", "on"), "sofa")
    assert answered > 3 * counts.backed_off(("dog", "sits", "on"), "sofa")


def test_cat_and_dog_part_when_the_shared_company_goes(runs):
    together, apart = (run.cosines[-1].mean() for run in runs)
    assert together - apart > 0.5


def test_the_rest_of_the_context_carries_a_part(runs):
    whole = ContextCounts(runs[0].config.corpus, 3).whole(("dog", "sits", "on"), "sofa")
    stranger = runs[0].untrained_row.mean()
    assert 3 * whole < stranger < runs[0].held_out[-1, :, -1].mean() / 2


def test_long_training_takes_a_first_step_never_seen_below_the_counts(runs):
    counted = ContextCounts(runs[0].config.corpus, 3).backed_off((START, START, "dog"), "sits")
    means = runs[0].held_out[:, :, 1].mean(axis=1)
    assert means[-1] < counted / 5
    assert means.max() > 5 * counted


def test_both_languages_tell_the_same_story():
    english, chinese = (train_nplm(NPLMConfig(page_corpus(lang), seeds=2)) for lang in LANGUAGES)
    np.testing.assert_allclose(english.held_out, chinese.held_out, atol=1e-6)
