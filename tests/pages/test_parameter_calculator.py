"""The parameter calculator: exact counts for every preset and every size."""

import pytest

from embedcore.parameters import PRESETS, ParameterCount, bytes_by_dtype, count, sizes, with_sizes
from embedcore.ui.sizes import bytes_written, count_written

from .visitor import Visit


def check_count(page, counted: ParameterCount):
    text = page.text
    assert page.metrics == {
        text("metrics.total"): count_written(counted.total),
        text("metrics.token"): count_written(counted.token_embedding),
        text("metrics.position"): count_written(counted.position_embedding),
        text("metrics.share"): f"{counted.embedding_share:.1%}",
    }
    values = {"total": counted.total, "share": counted.embedding_share}
    bars = page.chart("breakdown.alt", **values).rows()
    parts = [part for part in counted.parts if part.count]
    assert list(bars["part"]) == [text(f"parts.{part.name}") for part in parts]
    assert list(bars["count"]) == [part.count for part in parts]
    assert bars["count"].sum() == counted.total
    assert bars["share"].sum() == pytest.approx(1)
    assert page.says("see.share", **values)


def test_gpt_2():
    page = Visit("parameter_calculator")
    assert page.metrics[page.text("metrics.total")] == "124.4M"
    assert page.says("see.share", total=124_439_808, share=39_383_808 / 124_439_808)
    assert page.says("see.token", vocab_size=50_257, d_model=768, token=38_597_376)
    assert page.says("see.tied", saved=38_597_376)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_opens_with_its_own_sizes(name, language):
    page = Visit("parameter_calculator", language, preset=name)
    assert not page.errors
    assert not page.warnings
    known = sizes(PRESETS[name])
    shown = page.values
    assert (shown["vocab_size"], shown["d_model"]) == (known.vocab_size, known.d_model)
    assert (shown["layers"], shown["heads"]) == (known.n_layers, known.n_heads)
    assert shown["context"] == known.context
    assert shown.get("tied") == known.tied
    check_count(page, count(PRESETS[name]))
    if known.tied is None:
        assert page.says("see.no_head")


def test_moved_sizes_are_counted():
    page = Visit("parameter_calculator").set("layers", 24).set("tied", False).set("context", 4096)
    known = sizes(PRESETS["GPT-2"])
    chosen = type(known)(known.vocab_size, known.d_model, 24, known.n_heads, 4096, False)
    counted = count(with_sizes(PRESETS["GPT-2"], chosen))
    check_count(page, counted)
    assert page.says("see.untied", saved=38_597_376)


def test_another_preset_sets_all_sizes_anew():
    page = Visit("parameter_calculator", layers="3", tied="false")
    page.set("preset", "Llama 3 8B")
    check_count(page, count(PRESETS["Llama 3 8B"]))
    assert page.url == {"lang": "en", "preset": "Llama 3 8B"}


def test_presets_and_back_leave_no_trace():
    page = Visit("parameter_calculator")
    for name in [*PRESETS, "GPT-2"]:
        page.set("preset", name)
        assert not page.warnings
        check_count(page, count(PRESETS[name]))
    assert page.url == {"lang": "en"}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_heads_that_do_not_divide_the_width_are_explained(language):
    page = Visit("parameter_calculator", language).set("heads", 7)
    assert len(page.errors) == 1
    assert all(word in page.errors[0] for word in ("768", "7", "n_head"))
    assert not page.charts
    assert page.says("cautions")
    page.set("heads", 12)
    assert not page.errors
    check_count(page, count(PRESETS["GPT-2"]))


@pytest.mark.parametrize("name", ["GPT-2", "Llama 2 7B"])
def test_the_bytes_are_those_of_the_formats(name):
    page = Visit("parameter_calculator", preset=name)
    counted = count(PRESETS[name])
    table = page.tables[0]
    whole = bytes_by_dtype(counted.total)
    token = bytes_by_dtype(counted.token_embedding)
    assert list(table[page.text("bytes.dtype")]) == list(whole)
    assert list(table[page.text("bytes.model")]) == list(map(bytes_written, whole.values()))
    assert list(table[page.text("bytes.embedding")]) == list(map(bytes_written, token.values()))
