"""The visitor's own config.json: pasted, uploaded, shared, refused."""

import json
from pathlib import Path

import pytest

from embedcore.parameters import (
    FAMILIES,
    MAX_BYTES,
    MAX_SIZE,
    PRESETS,
    ConfigError,
    count,
    parse,
    sizes,
)
from embedcore.ui.parameter_calculator.own import CONFIG, LONGEST_IN_LINK, OWN
from embedcore.ui.text import LANGUAGES, literal
from embedcore.ui.tour import page_named

from ..visitor import Visit
from .test_page import check_count

both = pytest.mark.parametrize("language", LANGUAGES)
TINY = {**PRESETS["GPT-2"], "n_layer": 3, "n_embd": 384, "n_head": 6, "vocab_size": 4_321}
UNKNOWN = {"model_type": "mamba", "vocab_size": 50_280, "d_model": 768}
DATA = Path(__file__).parents[2] / "subject/parameters/data"
REFERENCE = json.loads((DATA / "parameter_counts.json").read_text(encoding="utf-8"))


def open_paste(language="en", **parameters):
    return Visit("parameter_calculator", language, section="paste", **parameters)


def field(page):
    return page.tab.text_area(key=f"parameter_calculator.{CONFIG}")


def paste(page, text):
    field(page).set_value(text if isinstance(text, str) else json.dumps(text))
    return page.run()


def upload(page, data):
    page.tab.file_uploader[0].set_value(("config.json", data, "application/json"))
    return page.run()


@both
def test_a_known_family_becomes_the_model_on_the_sliders(language):
    page = paste(open_paste(language), TINY)
    counted = count(TINY)
    assert not page.errors
    check_count(page, counted)
    known = sizes(TINY)
    shown = page.values
    assert shown["preset"] == OWN
    assert (shown["vocab_size"], shown["d_model"]) == (known.vocab_size, known.d_model)
    assert (shown["layers"], shown["heads"]) == (known.n_layers, known.n_heads)
    (verdict,) = page.tab.success
    values = {"family": literal("gpt2"), "model_class": literal("GPT2LMHeadModel")}
    values["total"] = counted.total
    assert verdict.value == page.text("paste.counted", **values)
    assert page.says("paste.in_link")


@pytest.mark.parametrize("name", REFERENCE)
def test_published_configs_are_counted_exactly(name):
    config = REFERENCE[name]["config"]
    page = paste(open_paste(), config)
    counted = count(config)
    assert counted.total == REFERENCE[name]["params"]
    check_count(page, counted)
    for section in ("formula", "compare", "trend", "costs", "take_away"):
        page.set("section", section)
        assert not page.errors
        assert not page.warnings


def test_the_sliders_move_from_there_and_a_preset_leads_back():
    page = paste(open_paste(), TINY).set("layers", 5)
    check_count(page, count({**TINY, "n_layer": 5}))
    page.set("preset", "GPT-2")
    check_count(page, count(PRESETS["GPT-2"]))
    assert field(page).value == json.dumps(TINY)
    page.set("preset", OWN)
    check_count(page, count(TINY))


@both
def test_the_text_survives_reruns_the_language_and_other_sections(language):
    page = paste(open_paste(language), TINY)
    for section in ("trend", "formula", "breakdown"):
        page.set("section", section)
    check_count(page, count(TINY))
    page.set("section", "paste")
    check_count(page, count(TINY))
    assert field(page).value == json.dumps(TINY)
    page.choose_language("zh" if language == "en" else "en")
    assert field(page).value == json.dumps(TINY)
    check_count(page, count(TINY))
    page.follow("one_hot")
    page.follow("parameter_calculator")
    assert field(page).value == json.dumps(TINY)


def test_the_link_opens_the_same_model_for_another_visitor():
    mine = paste(open_paste(), TINY)
    assert mine.url == {
        "lang": "en",
        "section": "paste",
        "preset": OWN,
        "config": json.dumps(TINY),
    }
    theirs = Visit("parameter_calculator", None, **mine.url)
    assert theirs.said == mine.said
    check_count(theirs, count(TINY))
    assert not theirs.warnings


def test_a_long_text_is_kept_but_not_in_the_link():
    long = {**TINY, "id2label": {str(n): "x" * 20 for n in range(100)}}
    assert len(json.dumps(long)) > LONGEST_IN_LINK
    page = paste(open_paste(), long)
    check_count(page, count(TINY))
    assert "config" not in page.url
    written = {"count": len(json.dumps(long)), "longest": LONGEST_IN_LINK}
    assert page.says("paste.not_in_link", **written)
    page.set("section", "take_away")
    assert page.says("take_away.without_own", longest=LONGEST_IN_LINK)
    page.choose_language("zh").set("section", "paste")
    assert field(page).value == json.dumps(long)
    check_count(page, count(TINY))
    theirs = Visit("parameter_calculator", None, **page.url)
    used = {"name": literal("preset"), "raw": literal(OWN), "used": literal("GPT-2")}
    assert theirs.warnings == [theirs.text("controls.set_aside", **used)]
    check_count(theirs, count(PRESETS["GPT-2"]))
    page.reset().set("section", "paste")
    assert field(page).value == ""
    check_count(page, count(PRESETS["GPT-2"]))


@both
def test_of_an_unknown_family_the_token_embedding_is_counted(language):
    page = paste(open_paste(language), UNKNOWN)
    known = ", ".join(sorted(FAMILIES))
    details = {"field": literal("model_type"), "value": literal("'mamba'")}
    error = page.text("errors.unknown_model_type", **details, known=literal(known))
    assert page.errors == [error]
    assert page.says("paste.embedding", count=50_280 * 768, written="38.62M")
    check_count(page, count(PRESETS["GPT-2"]))
    paste(page, {"model_type": "mamba", "vocab_size": 50_280})
    assert page.says("paste.no_embedding")


T5 = {"model_type": "t5", "vocab_size": 1000, "d_model": 64, "num_layers": 2, "num_heads": 4}
T5 |= {"d_kv": 16, "d_ff": 128, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False}


@both
def test_an_encoder_alone_is_counted_and_shown_without_the_rest(language):
    config = {**T5, "architectures": ["T5EncoderModel"]}
    page = paste(open_paste(language), config)
    # Table, distances, and a layer's attention, gated MLP and norms, twice; the last norm.
    total = 1000 * 64 + 32 * 4 + 2 * (4 * 64 * 64 + 3 * 64 * 128 + 2 * 64) + 64
    check_count(page, count(config))
    shown = {"model_class": literal("T5EncoderModel"), "family": literal("t5")}
    assert page.tab.success[0].value == page.text("paste.counted", **shown, total=total)
    assert page.values["preset"] == OWN
    assert "tied" not in page.values
    for section in page_named("parameter_calculator").sections:
        page.set("section", section)
        assert not page.errors
        assert not page.warnings


@both
def test_a_class_that_is_not_the_counted_one_is_told(language):
    page = paste(open_paste(language), {**T5, "architectures": ["T5ForTokenClassification"]})
    model = {"model_class": literal("T5ForConditionalGeneration"), "family": literal("t5")}
    assert page.says("paste.other_class", **model, named=literal("T5ForTokenClassification"))
    paste(page, {**T5, "architectures": ["T5ForConditionalGeneration"]})
    assert len([info for info in page.tab.info if info.icon == "🔍"]) == 0


@both
@pytest.mark.parametrize("bad", [{}, {"model_type": None}, {"model_type": 5}])
def test_the_token_embedding_is_counted_where_no_family_is_named(bad, language):
    page = paste(open_paste(language), {"vocab_size": 21_128, "n_embd": 768, **bad})
    assert len(page.errors) == 1
    assert "model_type" in page.errors[0]
    assert page.says("paste.embedding", count=21_128 * 768, written="16.23M")


def test_no_table_is_shown_that_a_model_of_speech_does_not_have():
    page = paste(open_paste(), {"model_type": "wavlm", "vocab_size": 32, "hidden_size": 768})
    assert len(page.errors) == 1
    assert page.says("paste.no_embedding")


BAD = {
    "no JSON": ("{", "config.json"),
    "not an object": ("[1, 2]", "config.json"),
    "no type": ('{"vocab_size": 5}', "model_type"),
    "type of another kind": ('{"model_type": 5}', "model_type"),
    "missing": (json.dumps({k: v for k, v in TINY.items() if k != "n_embd"}), "n_embd"),
    "text": (json.dumps({**TINY, "n_embd": "768"}), "n_embd"),
    "null": (json.dumps({**TINY, "vocab_size": None}), "vocab_size"),
    "fraction": (json.dumps({**TINY, "n_embd": 768.5}), "n_embd"),
    "boolean": (json.dumps({**TINY, "n_layer": True}), "n_layer"),
    "list": (json.dumps({**TINY, "n_layer": [12]}), "n_layer"),
    "object": (json.dumps({**TINY, "n_layer": {"a": 1}}), "n_layer"),
    "zero": (json.dumps({**TINY, "n_layer": 0}), "n_layer"),
    "negative": (json.dumps({**TINY, "vocab_size": -1}), "vocab_size"),
    "huge": (json.dumps({**TINY, "vocab_size": 10**30}), "vocab_size"),
    "1e30": ('{"model_type": "gpt2", "vocab_size": 1e30}', "vocab_size"),
    "NaN": ('{"model_type": "gpt2", "vocab_size": NaN}', "vocab_size"),
    "infinite": ('{"model_type": "gpt2", "vocab_size": 1e999}', "vocab_size"),
    "twice": ('{"model_type": "gpt2", "n_embd": 1, "n_embd": 2}', "n_embd"),
    "deep": ("[" * 100_000, "config.json"),
    "long number": ('{"model_type": "gpt2", "n_embd": ' + "9" * 9_999 + "}", "n_embd"),
    "too long": ('{"a": "' + "x" * MAX_BYTES + '"}', "config.json"),
    "tied": (json.dumps({**TINY, "tie_word_embeddings": "no"}), "tie_word_embeddings"),
    "heads": (json.dumps({**TINY, "n_head": 7}), "n_head"),
    "markdown": (json.dumps({**TINY, "model_type": "$x$ :red[y] <b>"}), "model_type"),
    "html": ('{"<script>alert(1)</script>": 1, "<script>alert(1)</script>": 2}', "<script>"),
}


@both
@pytest.mark.parametrize("what", BAD)
def test_every_bad_text_is_refused_with_its_field_named(what, language):
    text, named = BAD[what]
    page = paste(open_paste(language), text)
    assert len(page.errors) == 1
    assert named in page.errors[0]
    assert "{" not in page.errors[0]
    assert field(page).value == text
    check_count(page, count(PRESETS["GPT-2"]))
    page.run()
    assert len(page.errors) == 1, "the message must outlive the next run"
    paste(page, TINY)
    assert not page.errors
    paste(page, "")
    assert not page.errors
    check_count(page, count(PRESETS["GPT-2"]))


def test_what_is_refused_names_its_kind_in_the_visitors_language():
    page = paste(open_paste("zh"), {**TINY, "n_embd": "768"})
    kind = page.text("kinds.string")
    assert page.errors == [page.text("errors.not_an_integer", field=literal("n_embd"), kind=kind)]


def test_a_model_that_was_pasted_over_by_an_error_is_not_shown_any_more():
    page = paste(open_paste(), TINY)
    paste(page, "{")
    check_count(page, count(PRESETS["GPT-2"]))
    assert page.values["preset"] == "GPT-2"
    assert not page.warnings


@both
def test_an_upload_fills_the_field(language):
    page = upload(open_paste(language), b"\xef\xbb\xbf" + json.dumps(TINY).encode())
    assert field(page).value == json.dumps(TINY)
    check_count(page, count(TINY))
    paste(page, {**TINY, "n_layer": 4})
    check_count(page, count({**TINY, "n_layer": 4}))


@both
@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xfe{\x00}\x00", "not_utf8"),
        (b"[" + b" " * MAX_BYTES + b"]", "too_long"),
        (b"", "empty"),
        (b"   ", "empty"),
        (b"\xef\xbb\xbf\n", "empty"),
    ],
)
def test_an_upload_that_is_no_text_is_refused(data, reason, language):
    page = upload(paste(open_paste(language), TINY), data)
    with pytest.raises(ConfigError) as refused:
        parse(data)
    assert refused.value.reason == reason
    details = {k: literal(v) if isinstance(v, str) else v for k, v in refused.value.details.items()}
    assert page.errors == [page.text(f"errors.{reason}", **details)]
    assert field(page).value == json.dumps(TINY)
    page.run()
    assert page.errors
    paste(page, {**TINY, "n_layer": 4})
    assert not page.errors


def test_a_blank_text_in_a_link_is_none():
    page = open_paste(config="   ")
    assert field(page).value == ""
    assert "config" not in page.url
    assert not page.errors
    assert not page.warnings


def test_an_infinity_that_plays_no_part_is_no_fault():
    written = json.dumps({**TINY, "time_step_limit": [0.0, float("inf")]})
    page = paste(open_paste(), written)
    assert not page.errors
    check_count(page, count(TINY))


def test_an_upload_of_bad_json_is_explained_as_if_it_were_pasted():
    page = upload(open_paste(), b'{"model_type": "gpt2",}')
    assert "config.json" in page.errors[0]
    assert field(page).value == '{"model_type": "gpt2",}'


def test_a_model_larger_than_the_sliders_gets_larger_sliders():
    config = {**TINY, "n_layer": 300, "n_head": 192, "n_embd": 192 * 64, "n_positions": 999}
    page = paste(open_paste(), config)
    check_count(page, count(config))
    assert (page.values["layers"], page.values["heads"], page.values["context"]) == (300, 192, 999)


LLAMA = {
    "model_type": "llama",
    "vocab_size": 32_000,
    "hidden_size": 64,
    "intermediate_size": 172,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
}


def test_a_context_of_null_is_the_default_in_every_section():
    page = open_paste(preset=OWN, config=json.dumps({**LLAMA, "max_position_embeddings": None}))
    assert page.values["context"] == 2048
    for section in page_named("parameter_calculator").sections:
        page.set("section", section)
        assert not page.errors
        assert not page.warnings


@both
@pytest.mark.parametrize("bad", [-1, 131072.0, "2048", 10**30])
def test_a_link_with_a_bad_config_lets_the_visitor_mend_it(bad, language):
    written = json.dumps({**LLAMA, "max_position_embeddings": bad})
    page = open_paste(language, preset=OWN, config=written)
    assert field(page).value == written
    assert len(page.errors) == 1
    assert "max_position_embeddings" in page.errors[0]
    paste(page, LLAMA)
    assert not page.errors
    check_count(page, count(LLAMA))


def one_of_each_family():
    path = DATA / "published_configs.json"
    published = json.loads(path.read_text(encoding="utf-8"))
    return {config["model_type"]: config for config in published.values()}


@pytest.mark.parametrize("family", one_of_each_family())
def test_every_family_has_its_formulas_and_its_costs(family):
    config = one_of_each_family()[family]
    page = paste(open_paste("zh"), config)
    check_count(page, count(config))
    for section in ("formula", "costs"):
        page.set("section", section)
        assert not page.errors


def sized(size):
    """A Llama all of whose sizes are this one."""
    names = (*(name for name in LLAMA if name != "model_type"), "max_position_embeddings")
    return {"model_type": "llama", **dict.fromkeys(names, size)}


CLOSER = {"breakdown": "parameters", "compare": "compare", "trend": "trend", "costs": "flops"}


@pytest.mark.parametrize("size", [1, MAX_SIZE])
def test_every_section_shows_the_smallest_and_the_largest_that_counts(size):
    page = open_paste(preset=OWN, config=json.dumps(sized(size)))
    check_count(page, count(sized(size)))
    for section in page_named("parameter_calculator").sections:
        page.set("section", section)
        if section in CLOSER:
            page.look_closer(CLOSER[section])
        assert not page.errors
        assert not page.warnings
