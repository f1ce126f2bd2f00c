"""What a script costs: tokens of the same sentences in two languages, tokenizer by tokenizer."""

import numpy as np

from embedcore.charts.languages.script import by_language, prices

from ..spec import rows

RNG = np.random.default_rng(0)


def test_prices_are_drawn_with_their_mean():
    values = np.array([[2.0, 3.0, 4.0], [1.0, 1.0, 0.4]])
    names, sentences = ["old", "new"], ["a", "b", "c"]
    titles = {"price_title": "price", "equal_name": "equal", "sentence_title": "sentence"}
    spec = prices(values, names=names, sentences=sentences, **titles).to_dict()
    assert [row["written"] for row in rows(spec, "bar")] == ["× 3.00", "× 0.80"]
    dots = rows(spec, "circle")
    assert [row["value"] for row in dots] == values.ravel().tolist()
    assert [row["sentence"] for row in dots] == sentences * 2
    assert rows(spec, "rule")[0]["one"] == 1


def test_two_languages_are_drawn_with_mean_and_spread():
    values = RNG.uniform(1, 5, (4, 6, 2))
    names = {"names": list("abcd"), "languages": ["en", "zh"]}
    spec = by_language(values, **names, value_title="tokens", form=".1f").to_dict()
    drawn = rows(spec, "bar")
    np.testing.assert_allclose([row["mean"] for row in drawn], values.mean(axis=1).ravel())
    half = [(row["high"] - row["low"]) / 2 for row in drawn]
    np.testing.assert_allclose(half, values.std(axis=1, ddof=1).ravel())
    assert [row["language"] for row in drawn] == ["en", "zh"] * 4
