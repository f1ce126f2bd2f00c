"""Two spaces that never met: the numbers on the page are those of scipy, on small tables."""

import numpy as np
import pytest
from scipy.linalg import orthogonal_procrustes

from embedcore import words
from embedcore.errors import MissingPackageError
from embedcore.languages.alignment import comparable, shares, splits
from embedcore.languages.translations import our_pairs
from embedcore.ui import word_table
from embedcore.ui.languages import rotation, rotation_word
from embedcore.ui.languages import spaces as shared
from embedcore.ui.text import literal

from ..visitor import Visit
from .small_tables import OTHERS, small_tables

both = pytest.mark.parametrize("language", ["en", "zh"])
PAIRS, WORDS = len(our_pairs()), len(our_pairs()) + OTHERS
FIELD = "languages.own_anchors"
CACHES = (shared.cached_space, shared._curve, word_table.cached_spellings)


@pytest.fixture(autouse=True, scope="module")
def tables():
    """For all tests of this file, so that a curve is computed once."""
    made = small_tables()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(words, "load", made.__getitem__)
        for cached in CACHES:
            cached.clear()
        yield made
        for cached in CACHES:
            cached.clear()


def expected(tables, k, backwards=False):
    """By brute force: P@1, P@5 and P@10 of all words of each split, ``[3, splits]``."""
    source, target = (comparable(tables[name].vectors) for name in ("glove", "chinese"))
    if backwards:
        source, target = target, source
    found = []
    for part in splits(PAIRS):
        anchors, held_out = part.anchors[:k], part.held_out
        turn = orthogonal_procrustes(source[anchors], target[anchors])[0] if k else np.eye(50)
        cosines = source[held_out] @ turn @ target.T
        own = cosines[np.arange(200), held_out][:, None]
        among = (cosines[:, held_out] > own + 1e-6).sum(axis=1)
        places = (cosines > own + 1e-6).sum(axis=1)
        found.append([(among < 1).mean(), (among < 5).mean(), (places < 10).mean()])
    return np.array(found).T


@pytest.mark.parametrize(("language", "direction"), [("en", "en_zh"), ("zh", "zh_en")])
def test_the_curve_is_that_of_scipy(tables, language, direction):
    page = Visit("languages", language, direction=direction, anchors="75")
    first, five, ten = expected(tables, 75, backwards=direction == "zh_en")
    values = {"k": 75, "held_out": 200, "words": WORDS, "chance": 1 / 200}
    values |= {"first": first.mean(), "spread": first.std(ddof=1)}
    values |= {"five": five.mean(), "ten": ten.mean()}
    assert page.says("rotation.see.found", **values)
    assert page.says("rotation.see.further", **values)
    drawn = page.chart("rotation.alt", most=150, splits=10).rows("line")
    at = drawn[drawn["anchors"] == 75]["mean"]
    np.testing.assert_allclose(at, [first.mean(), five.mean(), ten.mean()])


@both
def test_without_anchors_the_page_says_that_nothing_is_learned(tables, language):
    page = Visit("languages", language, direction="en_zh", anchors="0")
    first, *_ = expected(tables, 0)
    values = {"held_out": 200, "first": first.mean(), "chance": 1 / 200}
    assert page.says("rotation.see.without", **values)
    assert first.mean() < 0.05
    before, after = (page.chart(f"clouds.alt.{w}", pairs=200, drawn=7) for w in ("before", "after"))
    assert before.rows("point").equals(after.rows("point"))


@both
def test_the_clouds_tell_what_is_true_in_the_space(tables, language):
    page = Visit("languages", language, direction="en_zh", anchors="100")
    source, target = (comparable(tables[name].vectors) for name in ("glove", "chinese"))
    part = splits(PAIRS)[0]
    turn = orthogonal_procrustes(source[part.anchors[:100]], target[part.anchors[:100]])[0]
    source, target = source[part.held_out], target[part.held_out]
    values = {"k": 100, "pairs": 200}
    for when, cloud in (("before", source), ("after", source @ turn)):
        values[when] = (cloud * target).sum(axis=1).mean()
        values[f"right_{when}"] = ((cloud @ target.T).argmax(axis=1) == np.arange(200)).sum()
    assert page.says("clouds.see.turned", **values)
    assert page.says("clouds.see.earlier", **values)


@both
def test_a_word_is_carried_to_the_other_language(language):
    page = Visit("languages", language, anchors="150")
    held_out, anchor = (our_pairs()[splits(PAIRS)[0][part][0]] for part in (1, 0))
    assert page.values["rotation_word"] == {"en": "cat", "zh": "猫"}[language]
    assert page.values["direction"] == {"en": "en_zh", "zh": "zh_en"}[language]
    for typed, translation, sentence in (
        (held_out.english, held_out.chinese, "held_out"),
        (held_out.chinese, held_out.english, "held_out"),
        (anchor.english, anchor.chinese, "anchor"),
    ):
        page.set("rotation_word", typed)
        nearest = {"word": literal(typed), "first": literal(f"{translation} · {typed}")}
        assert page.says("carried.see.nearest", **nearest)
        place = {"translation": literal(translation), "place": 1, "words": WORDS}
        assert page.says("carried.see.place", **place)
        assert page.says(f"carried.see.{sentence}")
        drawn = page.chart("carried.alt.after", word=typed, count=10).rows()
        assert drawn["word"][0] == f"{translation} · {typed}"
    page.set("rotation_word", "filler3")
    assert page.says("carried.see.no_translation")


@pytest.mark.parametrize("typed", ["貓", "a\0b", "$x$ `y`"])
def test_an_unknown_word_says_so_and_the_rest_stands(typed):
    page = Visit("languages", rotation_word=typed)
    assert page.text("words.unknown", word=literal(typed)) in page.warnings[0]
    assert len(page.charts) == 3
    assert page.says("cautions")
    page.set("rotation_word", "")
    assert page.says("words.empty")


@pytest.mark.parametrize("typed", ["𠮷", "㐂"])
def test_a_rare_chinese_word_is_looked_for_in_the_chinese_table(typed):
    page = Visit("languages", rotation_word=typed)
    assert page.text("words.why.chinese", kept=WORDS) in page.warnings[0]


def test_another_direction_brings_its_own_word():
    page = Visit("languages").set("direction", "zh_en")
    assert page.values["rotation_word"] == "猫"
    assert page.url == {"lang": "en", "direction": "zh_en"}


# The visitor's own anchors


@both
def test_a_single_pair_works_and_says_what_to_expect(language):
    page = Visit("languages", language, direction="en_zh", anchor_list="own")
    assert page.tab.text_area(key=FIELD).value == "cat 猫"
    drawn = page.chart("rotation.alt", most=1, splits=10).rows("line")
    assert sorted(set(drawn["anchors"])) == [0, 1]
    ours = shared.cached_curve(shared.Setup("en_zh", 0), "")
    expect = shares(ours.among_pairs[:, ours.anchors.index(1)], 1).mean()
    assert page.says("rotation.see.expect", k=1, first=expect)
    assert page.says("rotation.see.free", width=50)
    page.set("rotation_word", "cat")
    assert page.says("carried.see.anchor")


@both
def test_a_line_that_is_no_pair_is_named_with_its_number(language):
    lines = "cat 猫\n$x$ :red[y] z\nqqq 狗\nDOG 狗\nhorse 馬"
    page = Visit("languages", language, anchor_list="own", own_anchors=lines)
    line = page.text("rotation.own.line", number=2, line=literal("$x$ :red[y] z"))
    unknown = f"{literal('qqq')} {literal('馬')}"
    assert page.warnings == [
        page.text("rotation.own.malformed", names=line),
        page.text("rotation.own.unknown", names=unknown),
    ]
    drawn = page.chart("rotation.alt", most=2, splits=10).rows("line")
    assert max(drawn["anchors"]) == 2


def test_of_many_bad_lines_five_are_named_and_the_rest_counted():
    page = Visit("languages", anchor_list="own", own_anchors="cat 猫\n" + "bad\n" * 9)
    assert page.text("rotation.own.more", count=4) in page.warnings[0]


@pytest.mark.parametrize("typed", ["  \n ", "nothing"])
def test_without_a_usable_pair_the_page_says_so(typed):
    page = Visit("languages", anchor_list="own", own_anchors=typed, rotation_word="dog")
    assert page.says("rotation.own.none")
    assert page.url["rotation_word"] == "dog"
    assert not page.charts
    assert page.says("cautions")


def test_a_huge_list_is_cut_and_used():
    pairs = [f"{p.english} {p.chinese}" for p in our_pairs()]
    page = Visit("languages", anchor_list="own")
    typed = "\n".join(pairs) + " " + "x" * 5_000_000
    page.tab.text_area(key=FIELD).set_value(typed)
    page.run()
    assert page.warnings[0] == page.text("controls.cut", count=len(typed), longest=2_000)
    assert page.says("rotation.see.fixed", width=50)
    assert any("150" in said for said in page.warnings)
    drawn = page.chart("rotation.alt", most=150, splits=10).rows("line")
    assert drawn[drawn["anchors"] == 150]["mean"].min() > 0.5


@both
def test_without_the_tables_the_page_says_what_to_install(monkeypatch, language):
    def missing(name):
        raise MissingPackageError("synonyms")

    monkeypatch.setattr(words, "load", missing)
    page = Visit("languages", language)
    assert set(page.errors) == {page.text("errors.missing_package", package=literal("synonyms"))}
    assert page.says("cautions")


def test_the_numbers_and_the_code_are_there():
    page = Visit("languages", anchors="75").look_closer()
    neighbours, curve, kinds = page.tables
    assert list(curve[page.text("rotation.anchors")]) == list(shared.ANCHORS)
    assert kinds[page.text("rotation.look_ups")].sum() == 2_000
    assert len(neighbours) == 10
    assert any("def rotation(" in block.value for block in page.tab.code)


def test_every_chinese_answer_has_a_gloss_on_the_english_page(monkeypatch):
    made = small_tables()
    glosses = {word: f"gloss of {word}" for word in made["chinese"].words}
    monkeypatch.setattr(rotation_word, "cached_glosses", lambda: glosses)
    page = Visit("languages", anchors="0")
    ours = {pair.chinese: pair.english for pair in our_pairs()}
    for when in ("before", "after"):
        drawn = page.chart(f"carried.alt.{when}", word="cat", count=10).rows()["word"]
        words_drawn = [name.split(" · ")[0] for name in drawn]
        assert list(drawn) == [f"{w} · {ours.get(w, glosses[w])}" for w in words_drawn]
    assert page.says("carried.glosses")
    assert not Visit("languages", "zh").says("carried.glosses")


@pytest.mark.parametrize(
    ("means", "sentence"),
    [((0.4, 0.6, 0.65), "grows"), ((0.2, 0.3, 0.5), "grows_evenly"), ((0.5, 0.6, 0.6), None)],
)
def test_less_is_said_to_be_added_only_where_less_was_added(means, sentence):
    text = Visit("languages", anchors="0").text
    anchors = (0, *rotation.COMPARED)
    counts = {"early": 50, "middle": 100, "late": 150}
    values = dict(zip(("first", "next", "last"), means, strict=True)) | counts
    said = rotation._growth(text, anchors, np.array([0, *means]))
    assert said == text(f"rotation.see.{sentence or 'grows_evenly'}", **values)
