"""The parameter calculator: exact counts for every preset and every size."""

import pytest

from embedcore.parameters import (
    PART_NAMES,
    PRESETS,
    ParameterCount,
    count,
    sizes,
    with_sizes,
)
from embedcore.parameters.reading import MESSAGES
from embedcore.ui.amounts import count_written
from embedcore.ui.parameter_calculator.breakdown import percent
from embedcore.ui.text import LANGUAGES, Text

from ..visitor import Visit


def check_count(page, counted: ParameterCount):
    text = page.text
    assert page.metrics == {
        text("metrics.total"): count_written(counted.total),
        text("metrics.token"): count_written(counted.token_embedding),
        text("metrics.position"): count_written(counted.position_embedding),
        text("metrics.share"): percent(counted.embedding_share),
    }
    values = {"total": counted.total, "share": counted.embedding_share}
    bar = page.chart("breakdown.alt", **values).rows()
    parts = [part for part in counted.parts if part.count]
    assert list(bar["part"]) == [text(f"parts.{part.name}") for part in parts]
    assert list(bar["count"]) == [part.count for part in parts]
    assert bar["count"].sum() == counted.total
    assert bar["share"].sum() == pytest.approx(1)
    # One bar without gaps: each part starts where the one before it ends.
    assert list(bar["start"][1:]) == list(bar["end"][:-1])
    assert (bar["start"].iloc[0], bar["end"].iloc[-1]) == (0, 1)
    in_colour = bar["count"][bar["embedding"]].sum()
    assert in_colour == counted.token_embedding + counted.position_embedding
    assert page.says("see.share", **values)


def test_every_part_is_named_on_the_first_screen():
    """In the heading, below the bar, or in the line of those that are too narrow."""
    for name in PRESETS:
        page = Visit("parameter_calculator", preset=name)
        chart = page.charts[0]
        (heading,) = chart.rows("text", having="heading")["heading"]
        below = set(chart.rows()["label"])
        narrow = next((said for said in page.said if said.startswith("Too narrow")), "")
        for part in count(PRESETS[name]).parts:
            written = page.text(f"parts.{part.name}")
            named = [written in heading, written in below, written in narrow]
            assert sum(named) == (1 if part.count else 0), (name, part)


def test_gpt_2():
    page = Visit("parameter_calculator")
    assert page.metrics[page.text("metrics.total")] == "124.4M"
    assert page.says("see.share", total=124_439_808, share=39_383_808 / 124_439_808)
    assert page.says("see.token", vocab_size=50_257, width=768, token=38_597_376)
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_and_every_refusal_has_its_words(language):
    text = Text("parameter_calculator", language)
    assert all(text.has(f"parts.{name}") for name in PART_NAMES)
    assert all(text.has(f"errors.{reason}") for reason in MESSAGES)
