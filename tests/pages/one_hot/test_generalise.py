"""It cannot generalise, on the page: each number is that of the runs, each corpus the visitor's."""

import re
from dataclasses import replace

import numpy as np
import pytest

from embedcore.geometry import cosine_matrix
from embedcore.one_hot.counts import ContextCounts
from embedcore.one_hot.held_out import HeldOutCorpus, read_sentences
from embedcore.one_hot.nplm import NPLMConfig, train_nplm
from embedcore.ui.one_hot.generalise import LONGEST_CORPUS
from embedcore.ui.one_hot.held_out_answers import cosine, probability, with_spread
from embedcore.ui.text import LANGUAGES, Text, literal

from ..visitor import Visit

both = pytest.mark.parametrize("language", LANGUAGES)
TYPED = "ox pulls plough\nass pulls plough\nox sleeps in barn\nhen sleeps in coop\nhen lays eggs"
HELD_OUT = "ass sleeps in barn"
SHORT = {"held_steps": "50"}


def open_section(language="en", **parameters):
    return Visit("one_hot", language, section="generalise", **parameters)


def own_corpus(**parameters):
    return open_section(held_corpus=TYPED, held_out=HELD_OUT, **SHORT, **parameters)


def area(page):
    return page.tab.text_area(key="one_hot.held_corpus")


def type_corpus(page, typed):
    area(page).set_value(typed)
    return page.run()


def press(page, name):
    page.tab.button(key=f"one_hot.held_corpus.{name}").click()
    return page.run()


def disabled(page, name):
    return page.tab.button(key=f"one_hot.held_corpus.{name}").disabled


def default_config(language="en", **settings):
    text = Text("one_hot", language)
    corpus, held_out = text("generalise.corpus"), text("generalise.held_out")
    corpus = HeldOutCorpus(read_sentences(corpus), tuple(held_out.split()))
    return NPLMConfig(corpus, **settings)


def names(config):
    first, second = config.corpus.pair
    held_out = config.corpus.held_out
    before = " ".join(held_out[max(0, len(held_out) - 1 - config.context) : -1])
    raw = {"first": first, "second": second, "target": held_out[-1], "before": before}
    return {name: literal(value) for name, value in raw.items()}


@both
def test_the_sentences_are_those_of_the_runs(language):
    page = open_section(language, held_steps="100")
    config = default_config(language, steps=100)
    result, counts, named = train_nplm(config), ContextCounts(config.corpus, 3), names(config)
    answered, held_out = result.held_out[-1, :, -1], config.corpus.held_out
    backed = counts.backed_off(held_out[:3], held_out[3])
    assert page.says(
        "generalise.see.unseen",
        seen=9,
        possible=33**3,
        context=3,
        vocab_size=33,
        whole=1 / 33,
        backed=probability(backed),
        **named,
    )
    above = int((answered > backed).sum())
    on_network = {"network": with_spread(answered), "above": above, "seeds": 32}
    assert page.says("generalise.see.network", **on_network, **named)
    assert page.says("generalise.see.stranger", stranger=with_spread(result.untrained_row), **named)
    assert page.metrics[page.text("generalise.contexts", context=3)] == "9 / 35,937"
    assert page.says("generalise.see.part", **parting(result), **named)
    assert page.says("generalise.see.nearest", nearest=nearest(result), seeds=32, **named)
    others = page.says("generalise.see.more_than_cosine", **named)
    assert others == (nearest(result) <= 16)


def parting(result):
    """What the cosine and the answer are, and become without the shared company."""
    corpus = result.config.corpus.without_shared_company()
    apart = train_nplm(replace(result.config, corpus=corpus))
    return {
        "shared": cosine(result.cosines[-1]),
        "apart": cosine(apart.cosines[-1]),
        "p_shared": with_spread(result.held_out[-1, :, -1]),
        "p_apart": with_spread(apart.held_out[-1, :, -1]),
    }


def nearest(result):
    """In how many seeds the pair's first word has the highest cosine to its second."""
    first, second = (result.config.corpus.vocabulary.index(w) for w in result.config.corpus.pair)
    found = 0
    for rows in result.vectors:
        others = {i: c for i, c in enumerate(cosine_matrix(rows)[second]) if i != second}
        found += max(others, key=others.get) == first
    return found


def test_the_bars_are_the_means_and_the_ticks_the_seeds():
    page = own_corpus()
    corpus = HeldOutCorpus(read_sentences(TYPED), tuple(HELD_OUT.split()))
    result = train_nplm(NPLMConfig(corpus, steps=50))
    counts, before = ContextCounts(corpus, 3), ("ass", "sleeps", "in")
    means = {
        "whole": counts.whole(before, "barn"),
        "backed": counts.backed_off(before, "barn"),
        "network": result.held_out[-1, :, -1].mean(),
        "stranger": result.untrained_row.mean(),
    }
    drawn = page.chart("generalise.answers.alt", **means)
    np.testing.assert_allclose(drawn.rows("bar")["probability"], list(means.values()), atol=1e-6)
    ticks = drawn.rows("tick").groupby("place")["probability"].apply(np.array)
    np.testing.assert_allclose(ticks[2], result.held_out[-1, :, -1], atol=1e-6)
    np.testing.assert_allclose(ticks[3], result.untrained_row, atol=1e-6)


def test_the_company_is_that_of_the_corpus():
    page = own_corpus()
    rows = page.chart("generalise.company.alt", first="ox", second="ass", shared=1).rows("point")
    drawn = {(row.of, row.written, row.asked) for row in rows.itertuples()}
    assert drawn == {
        ("ox", "… pulls plough", False),
        ("ass", "… pulls plough", False),
        ("ox", "… sleeps in barn", False),
        ("ass", "… sleeps in barn", True),
    }


def test_the_course_ends_where_the_bars_stand():
    page, config = open_section(held_steps="200"), default_config(steps=200)
    result, counts = train_nplm(config), ContextCounts(config.corpus, 3)
    means = result.held_out.mean(axis=1)  # (frames, words)
    counted = counts.backed_off(("", "", "dog"), "sits")
    values = {"word": "sits", "last": means[-1, 1], "counted": counted}
    drawn = page.chart("generalise.course.alt_step", steps=200, **values)
    np.testing.assert_allclose(drawn.rows("line")["mean"], means[:, 1], atol=1e-6)
    at = int(means[:, 1].argmax())
    said = {"step": result.steps[at], "best": probability(means[at, 1]), "number": 2}
    ends = {"last": probability(means[-1, 1]), "counted": probability(counted)}
    assert page.says("generalise.see.less", word=literal("sits"), **said, **ends)
    assert page.says("generalise.see.impossible") == (means[-1, 1] < 0.01)


def test_that_the_two_were_nearer_on_the_way_is_said():
    page, config = open_section(held_steps="200"), default_config(steps=200)
    result = train_nplm(config)
    cosines, answered = result.cosines.mean(axis=1), result.held_out[:, :, -1].mean(axis=1)
    at = int(cosines.argmax())
    assert cosines[at] > cosines[-1] + 0.1
    values = {"step": result.steps[at], "peak": cosines[at], "last": cosines[-1]}
    values |= {"then": probability(answered[at]), "now": probability(answered[-1])}
    assert page.says("generalise.see.peak", **values, **names(config))


@both
def test_that_the_seeds_do_not_agree_without_the_company_is_said(language):
    page, config = open_section(language), default_config(language)
    apart = train_nplm(replace(config, corpus=config.corpus.without_shared_company()))
    answered = apart.held_out[-1, :, -1]
    assert answered.min() < 0.1
    assert answered.max() > 0.9
    assert page.says("generalise.see.torn", **names(config))


def test_after_a_short_training_the_network_has_more_for_a_step_never_seen():
    page, config = open_section(**SHORT), default_config(steps=50)
    last = train_nplm(config).held_out[-1, :, 1].mean()
    counted = ContextCounts(config.corpus, 3).backed_off(("", "", "dog"), "sits")
    values = {"last": probability(last), "counted": probability(counted), "number": 2}
    assert page.says("generalise.see.more", word=literal("sits"), **values)
    assert not page.says("generalise.see.impossible")


@both
def test_one_click_takes_the_shared_company_away_and_one_brings_it_back(language):
    page = open_section(language, **SHORT)
    before = area(page).value
    press(page, "remove")
    config = default_config(language)
    apart = config.corpus.without_shared_company()
    assert read_sentences(area(page).value) == apart.sentences
    assert read_sentences(page.url["held_corpus"]) == apart.sentences
    assert disabled(page, "remove")
    assert page.says("generalise.apart.none", **names(config))
    press(page, "restore")
    assert area(page).value == before
    assert "held_corpus" not in page.url


def test_a_link_opens_the_corpus_that_was_shared():
    page = own_corpus(held_context="2")
    other = Visit("one_hot", **{k: v for k, v in page.url.items() if k != "lang"})
    assert area(other).value == TYPED
    assert other.values["held_out"] == HELD_OUT
    assert other.said == page.said


def test_the_untouched_corpus_follows_the_language_and_a_typed_one_stays():
    page = open_section("en", **SHORT).choose_language("zh")
    assert area(page).value == page.text("generalise.corpus")
    assert page.values["held_out"] == page.text("generalise.held_out")
    type_corpus(page, area(page).value + "\n狗 睡").choose_language("en")
    assert area(page).value.endswith("狗 睡")


@both
@pytest.mark.parametrize("context", [1, 2])
def test_a_context_too_short_for_the_word_is_said_to_be(context, language):
    page = open_section(language, held_context=str(context), **SHORT)
    named = names(default_config(language, context=context))
    assert page.says("generalise.see.out_of_sight", context=context, **named)


def test_the_held_out_sentence_in_the_corpus_is_left_out():
    page = open_section(**SHORT)
    without = page.said
    assert not page.says("generalise.stood_there")
    type_corpus(page, f"{area(page).value}\n{page.values['held_out']}")
    assert page.says("generalise.stood_there")
    assert [said for said in page.said if said != page.text("generalise.stood_there")] == without


def test_steps_too_large_are_told():
    page = open_section(held_learning_rate="10", **SHORT)
    config = default_config(learning_rate=10.0, steps=50)
    loss = train_nplm(config).losses[-1].mean()
    assert page.says("generalise.too_fast", loss=loss, blind=np.log(33))


def test_every_seed_is_in_the_table():
    page = own_corpus().look_closer("held_out")
    corpus = HeldOutCorpus(read_sentences(TYPED), tuple(HELD_OUT.split()))
    result = train_nplm(NPLMConfig(corpus, steps=50))
    table = page.tables[-1]
    assert len(table) == 32
    found = table[page.text("generalise.columns.cosine")]
    np.testing.assert_allclose(found, result.cosines[-1], atol=1e-6)


REFUSED = {
    "no_sentences": ("", {}),
    "many_sentences": ("a b\n" * 41, {"count": 41, "limit": 40}),
    "long_sentence": ("a b\n" + "c " * 9, {"number": 2, "count": 9, "limit": 8}),
    "long_word": ("a " + "$x$" * 7, {"word": literal("$x$" * 7), "count": 21, "limit": 16}),
    "many_words": ("\n".join(f"a{i} b{i}" for i in range(31)), {"count": 62, "limit": 60}),
    "held_out_word": ("cat", {"word": literal("dog")}),
}


@both
@pytest.mark.parametrize("reason", REFUSED)
def test_a_corpus_that_cannot_be_used_is_explained(reason, language):
    typed, details = REFUSED[reason]
    page = open_section(language, held_out="dog sits on sofa", **SHORT)
    type_corpus(page, typed)
    assert page.errors == [page.text(f"errors.{reason}", **details)]
    assert page.says("cautions")
    press(page, "restore")
    assert not page.errors


@both
def test_a_question_without_a_context_is_explained(language):
    page = open_section(language, **SHORT).set("held_out", "dog")
    assert page.errors == [page.text("errors.held_out_length", count=1, limit=8)]


@both
def test_a_corpus_of_one_word_is_explained(language):
    page = open_section(language, held_corpus="a", held_out="a a")
    assert page.errors == [page.text("errors.nothing_to_guess")]


def test_a_megabyte_is_cut():
    page = type_corpus(open_section(**SHORT), "cat sits\n" * 120_000)
    said = {"count": 1_080_000, "longest": LONGEST_CORPUS}
    assert page.says("controls.cut", **said)
    assert len(area(page).value) == LONGEST_CORPUS
    assert page.errors == [page.text("errors.many_sentences", count=167, limit=40)]


MARKS = [(":red[q]", "$q$", "**q**"), ("<b>q</b>", "[q](x)", "{0}"), ("a`q``b", "q\\", "_q_")]


@pytest.mark.parametrize("words", MARKS)
def test_words_with_signs_of_markdown_reach_the_page_in_code_only(words):
    first, second, end = words
    typed = f"{first} runs\n{second} runs\n{first} sits on {end}"
    page = open_section(held_corpus=typed, held_out=f"{second} sits on {end}", **SHORT)
    assert not page.errors
    said = "\n".join([*page.said, *page.metrics])
    outside = re.sub(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", "", said, flags=re.DOTALL)
    assert all(literal(word) in said and word not in outside for word in words)
    assert page.chart("generalise.company.alt", first=first, second=second, shared=1)


@pytest.mark.parametrize(
    "typed", ["a\0b c\na d", "שלום עולם\nא ב", "👨‍👩‍👧 🐈\n🐈 🐕", "e\u0301 x\nx y"]
)
def test_any_script_can_be_learned(typed):
    first, second = read_sentences(typed)[0]
    page = open_section(held_corpus=typed, held_out=f"{second} {first}", **SHORT)
    assert not page.errors
    assert page.charts
