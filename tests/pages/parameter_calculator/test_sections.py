"""The sections of the calculator: each number is one that was counted."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest

from embedcore.parameters import (
    PRESETS,
    bytes_by_dtype,
    count,
    flops_per_token,
    formula,
    training_bytes,
)
from embedcore.ui.amounts import bytes_written, count_written
from embedcore.ui.parameter_calculator import take_away
from embedcore.ui.parameter_calculator.setup import preset
from embedcore.ui.parameter_calculator.what_if import (
    VOCABULARIES,
    vocabulary_tables,
    with_vocabulary,
)
from embedcore.ui.share import share_link
from embedcore.ui.text import Text
from embedcore.ui.tour import page_named

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])
every_section = page_named("parameter_calculator").sections


def open_section(name, language="en", **parameters):
    return Visit("parameter_calculator", language, section=name, **parameters)


def table_under(page, heading):
    """The column of this heading, of the table that has one."""
    tables = [table.value for table in page.tab.table] + page.tables
    return next(list(table[heading]) for table in tables if heading in table)


@both
@pytest.mark.parametrize("section", every_section)
def test_a_model_that_cannot_be_counted_leaves_every_section_usable(section, language):
    page = open_section(section, language, heads="7")
    assert len(page.errors) == (section not in ("what_if", "sources"))
    assert page.says("cautions")
    assert not page.warnings


@both
@pytest.mark.parametrize("name", ["GPT-2", "BERT base", "Llama 3 8B", "microgpt"])
def test_the_formulas_add_up_to_the_total(name, language):
    page = open_section("formula", language, preset=name)
    lines, counted = formula(PRESETS[name]), count(PRESETS[name])
    said = table_under(page, page.text("breakdown.count"))
    assert said == [*(f"{line.count:,}" for line in lines), f"**{counted.total:,}**"]
    shown = table_under(page, page.text("formula.formula"))
    for line, how in zip(lines, shown, strict=False):
        assert how == f"{line.formula}  \n= {line.numbers}" or not line.count
        by_hand = line.numbers.replace(",", "").replace("×", "*")
        assert eval(by_hand) == line.count
    parts = sum(line.count > 0 for line in lines)
    assert page.says("formula.see.total", lines=parts, total=counted.total)


@both
def test_two_models_side_by_side(language):
    page = open_section("compare", language, preset="Llama 2 7B", other="Gemma 2B")
    first, second = count(PRESETS["Llama 2 7B"]), count(PRESETS["Gemma 2B"])
    names = {"first": "Llama 2 7B", "second": "Gemma 2B"}
    bars = page.chart("compare.alt", **names).rows()
    assert bars.groupby("top")["count"].sum().tolist() == [first.total, second.total]
    what = table_under(page, page.text("compare.what"))
    for name, counted in (("Llama 2 7B", first), ("Gemma 2B", second)):
        column = dict(zip(what, table_under(page, name), strict=True))
        assert column[page.text("compare.total")] == f"{counted.total:,}"
        for part in counted.parts:
            label = page.text(f"parts.{part.name}")
            assert column.get(label, "0") == f"{part.count:,}"
    ratio = first.total / second.total
    assert page.says("compare.see.times", small="Gemma 2B", large="Llama 2 7B", ratio=ratio)


def test_a_model_with_itself():
    page = open_section("compare", preset="GPT-2", other="GPT-2")
    assert page.says("compare.see.equal", total=124_439_808)
    page.set("layers", 24)
    assert list(page.tables[0].columns)[1:] == [page.text("compare.moved", model="GPT-2"), "GPT-2"]
    table = 50_257 * 768
    shares = {"large_share": None, "small_share": None}
    large = count({**PRESETS["GPT-2"], "n_layer": 24})
    shares = {"large_share": large.embedding_share, "small_share": 39_383_808 / 124_439_808}
    assert page.says("compare.see.same_table", table=table, **shares)


@both
def test_the_trend_and_its_exceptions(language):
    page = open_section("trend", language)
    rows = page.chart("trend.alt", models=len(PRESETS)).rows("point")
    for name, config in PRESETS.items():
        counted = count(config)
        (row,) = rows[rows["model"] == name].to_dict("records")
        assert (row["total"], row["share"]) == (counted.total, counted.embedding_share)
        assert row["chosen"] == (name == "GPT-2")
    assert page.says("trend.see.falls", small=0.3165, large=0.00368)
    llama = {"old": "Llama 2 7B", "new": "Llama 3 8B", "old_vocab": 32_000, "new_vocab": 128_256}
    shares = {"old_share": 131_072_000 / 6_738_415_616, "new_share": 525_336_576 / 8_030_261_248}
    totals = {"old_total": "6.738B", "new_total": "8.03B"}
    assert page.says("trend.see.llama", **llama, **shares, **totals)
    gemma = 256_000 * 2_048 / 2_506_172_416
    assert page.says("trend.see.gemma", share=gemma, total="2.506B", vocab_size=256_000)


def test_a_changed_model_joins_the_trend():
    page = open_section("trend", layers="3")
    rows = page.chart("trend.alt", models=len(PRESETS) + 1).rows("point")
    (row,) = rows[rows["chosen"]].to_dict("records")
    assert row["model"] == page.text("compare.moved", model="GPT-2")
    assert row["total"] == count({**PRESETS["GPT-2"], "n_layer": 3}).total


@both
@pytest.mark.parametrize("name", ["GPT-2", "Llama 3 8B"])
def test_the_costs(name, language):
    page = open_section("costs", language, preset=name)
    counted = count(PRESETS[name])
    by_heading = page.tables[0]
    for heading, size in (("model", counted.total), ("embedding", counted.token_embedding)):
        column = list(by_heading[page.text(f"costs.{heading}")])
        assert column == list(map(bytes_written, bytes_by_dtype(size).values()))
    assert table_under(page, page.text("costs.training.each")) == [2, 2, 4, 4, 4, 16]
    (training,) = (table.value for table in page.tab.table)
    for heading, size in (("model", counted.total), ("embedding", counted.token_embedding)):
        parts = [*training_bytes(size).values(), 16 * size]
        assert list(training[page.text(f"costs.{heading}")]) == list(map(bytes_written, parts))
    context = preset(name).sizes.context
    flops = flops_per_token(PRESETS[name], context)
    total = sum(flops.values())
    bars = page.chart("costs.flops.alt", total=total).rows()
    assert bars.groupby("top")["count"].sum().tolist() == [counted.total, total]
    second = bars[bars["top"] == bars["top"].max()]
    assert page.text("parts.token_embedding") not in set(second["part"])
    token = counted.token_embedding
    values = {"share": token / counted.total, "token": token, "flops": 0}
    assert page.says("costs.flops.see.lookup", **values)
    share = flops["attention_context"] / total
    assert page.says("costs.flops.see.context", context=context, share=share)


@both
@pytest.mark.parametrize("tied", [True, False])
def test_what_another_vocabulary_costs(tied, language):
    page = open_section("what_if", language, what_if_tied=str(tied).lower())
    with_head = [name for name in PRESETS if name != "BERT base"]
    alt = {"models": len(with_head), "vocabularies": len(VOCABULARIES)}
    rows = page.chart("what_if.alt", **alt).rows()
    assert set(rows["model"]) == set(with_head)
    times = 1 if tied else 2
    for size in VOCABULARIES:
        line = rows[rows["vocabulary"] == page.text("what_if.tokens", tokens=size)]
        for row in line.to_dict("records"):
            width = preset(row["model"]).sizes.d_model
            assert row["count"] == times * size * width
            assert row["share"] == pytest.approx(row["count"] / (row["count"] + row["rest"]))
    tiny = times * 32_000 * 16 + 16 * 16 + 12 * 16 * 16
    values = {"before": 4_192, "tokens": 32_000, "after": tiny}
    share = times * 32_000 * 16 / tiny
    assert page.says("what_if.see.microgpt", **values, share=share)


@pytest.mark.parametrize("name", [name for name in PRESETS if name != "BERT base"])
def test_its_own_vocabulary_costs_a_model_nothing_new(name):
    model = preset(name)
    same = with_vocabulary(model, model.sizes.vocab_size, model.sizes.tied)
    assert same == model.counted
    untied = with_vocabulary(model, model.sizes.vocab_size, tied=False)
    tied = with_vocabulary(model, model.sizes.vocab_size, tied=True)
    assert untied.total - tied.total == model.counted.token_embedding
    assert vocabulary_tables(untied) == 2 * vocabulary_tables(tied)


@both
@pytest.mark.parametrize("name", ["GPT-2", "Llama 3 8B", "BERT base"])
def test_every_part_is_explained_beside_its_formula(name, language):
    page = open_section("formula", language, preset=name)
    (listed,) = [said for said in page.said if said.startswith("- **")]
    for part in count(PRESETS[name]).parts:
        named = {"part": page.text(f"parts.{part.name}"), "mean": page.text(f"means.{part.name}")}
        assert page.text("formula.mean", **named) in listed


@both
def test_the_figures_of_the_sources_stand_beside_the_counted_ones(language):
    page = open_section("sources", language)
    said = table_under(page, page.text("sources.said"))
    counted = table_under(page, page.text("sources.counted"))
    assert said == [
        "688 / 4192 = 16.4%",
        r"\~123K / 810K = \~15%",
        "",
        r"\~39M / 124M = \~32%",
        r"\~643M / 175,000M = \~0.4%",
    ]
    assert page.says("sources.see.holds", holds=3, lines=4)
    assert counted == [
        "688 / 4,192 = 16.4%",
        "123,264 / 10,770,816 = 1.1%",
        "16,512 / 809,856 = 2.0%",
        "39,383,808 / 124,439,808 = 31.6%",
        "642,723,840 / 174,604,259,328 = 0.4%",
    ]


@both
def test_what_can_be_taken_away(language):
    page = open_section("take_away", language, preset="microgpt", tied="true")
    names = [button.label for button in page.tab.get("download_button")]
    assert names[-3:] == [page.text(f"take_away.files.{n}") for n in ("csv", "markdown", "config")]
    (markdown,) = (code.value for code in page.tab.code if code.language == "markdown")
    assert "| **3,760** |" in markdown
    model = preset("microgpt")
    text = Text("parameter_calculator", language)
    assert markdown != take_away.as_markdown(text, model)
    lines = take_away.as_csv(text, model).decode("utf-8-sig").splitlines()
    assert lines[1].startswith(f"{text('parts.token_embedding')},432,0.103")
    assert len(lines) == 1 + sum(part.count > 0 for part in model.counted.parts)
    assert count(json.loads(take_away.as_json(model))).total == 4_192


def test_the_link_carries_the_settings():
    link = share_link("https://x.y/~/+/parameter_calculator", "zh", {"config": '{"a": 1}'})
    assert urlsplit(link).path == "/parameter_calculator"
    assert parse_qs(urlsplit(link).query) == {"lang": ["zh"], "config": ['{"a": 1}']}


def test_the_settings_of_a_closed_section_are_kept_but_not_in_the_address():
    page = open_section("compare").set("other", "Gemma 2B")
    assert page.url == {"lang": "en", "section": "compare", "other": "Gemma 2B"}
    page.set("section", "trend")
    assert page.url == {"lang": "en", "section": "trend"}
    page.set("section", "compare")
    assert page.values["other"] == "Gemma 2B"


def test_small_shares_keep_their_first_digit():
    written = [take_away.percent(share) for share in (1, 0.3165, 0.0005, 0.000309, 0.00003)]
    assert written == ["100.0%", "31.6%", "0.1%", "0.03%", "0.003%"]
    assert count_written(0) == "0"
