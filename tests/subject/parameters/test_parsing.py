"""Whatever is pasted: a config, or a reason that names the field and can be translated."""

import json
import string
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embedcore.parameters import MAX_BYTES, PRESETS, ConfigError, count, parse
from embedcore.parameters.parsing import MAX_DEPTH
from embedcore.parameters.reading import MESSAGES

from .configs import CONFIGS

GPT2 = json.dumps(PRESETS["GPT-2"])
TEXTS = Path(__file__).parents[3] / "pages" / "text"


def refused(text: str | bytes) -> ConfigError:
    with pytest.raises(ConfigError) as error:
        parse(text)
    return error.value


def with_field(field: str, value: str) -> str:
    """GPT-2's config with one more field, or the same one again, as it would be typed."""
    return f'{GPT2[:-1]}, "{field}": {value}}}'


def replaced(field: str, value: str) -> str:
    """GPT-2's config with another value, as it would be typed."""
    return with_field(field, value).replace(f'"{field}": {PRESETS["GPT-2"][field]}, ', "", 1)


@pytest.mark.parametrize("name", CONFIGS)
def test_what_json_writes_comes_back(name):
    assert parse(json.dumps(CONFIGS[name], indent=2)) == CONFIGS[name]
    assert parse(json.dumps(CONFIGS[name]).encode()) == CONFIGS[name]


def test_fields_of_published_configs_that_no_count_needs_are_read_too():
    text = """{
      "architectures": ["LlamaForCausalLM"], "rms_norm_eps": 1e-05, "eos_token_id": [1, 2],
      "rope_scaling": {"factor": 8.0, "rope_type": "llama3"}, "sliding_window": null, "注": "中文"
    }"""
    assert parse(text) == json.loads(text)


def test_a_byte_order_mark_is_no_harm():
    assert parse("\ufeff" + GPT2) == parse(b"\xef\xbb\xbf" + GPT2.encode()) == PRESETS["GPT-2"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("gpt2", 1, 1),
        ("{'model_type': 'gpt2'}", 1, 2),
        ('{"model_type": "gpt2",\n "n_embd": }', 2, 12),
        ('{"model_type": "gpt2"', 1, 22),
        (GPT2 + GPT2, 1, len(GPT2) + 1),
        ('{"n_embd": 0768}', 1, 13),
        ('{"n_embd": 0x300}', 1, 13),
        ('{"n_embd": +768}', 1, 12),
        ('{"n_embd": 768 // the width\n}', 1, 16),
        ('{"n_embd": "76\n8"}', 1, 15),
        ("__import__('os').system('ls')", 1, 1),
        ("\x00", 1, 1),
    ],
)
def test_no_json(text, line, column):
    error = refused(text)
    assert error.reason == "not_json"
    assert (error.details["line"], error.details["column"]) == (line, column)


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\ufeff", "\u3000", b"", b"\xef\xbb\xbf\r\n"])
def test_nothing_at_all(text):
    error = refused(text)
    assert (error.reason, error.field) == ("empty", "config.json")


@pytest.mark.parametrize("text", ["[]", "[1]", "null", "true", "12", '"gpt2"', "NaN", "1e999"])
def test_no_object(text):
    assert refused(text).reason == "not_an_object"


def test_bytes_that_are_no_text():
    error = refused(b'{"model_type": "\xff"}')
    assert (error.reason, error.details["position"]) == ("not_utf8", 16)
    assert refused(GPT2.encode("utf-16")).reason == "not_utf8"


def test_so_many_bytes_and_no_more():
    full = GPT2 + " " * (MAX_BYTES - len(GPT2))
    assert parse(full) == parse(full.encode()) == PRESETS["GPT-2"]
    for longer in (full + " ", full.encode() + b" ", "中" * (MAX_BYTES // 3 + 1)):
        error = refused(longer)
        assert error.reason == "too_long"
        assert error.details["limit"] == MAX_BYTES < error.details["count"]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (with_field("n_embd", "1024"), "n_embd"),
        (with_field("n_embd", "768"), "n_embd"),
        (r'{"n_embd": 1, "n\u005fembd": 2}', "n_embd"),
        ('{"rope_scaling": {"factor": 1, "factor": 2}}', "factor"),
        ('{"": 1, "": 2}', ""),
        (f'{{"{"k" * 900_000}": 1, "{"k" * 9}": 1, "{"k" * 9}": 1}}', "k" * 9),
    ],
)
def test_a_key_given_twice(text, field):
    error = refused(text)
    assert (error.reason, error.field) == ("duplicate_key", field)


NO_NUMBERS = ["NaN", "Infinity", "-Infinity", "1e999"]


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("wrapped", ["{}", '{{"factor": {}}}', "[0.0, [{}]]", '[{{"a": [{}]}}]'])
def test_numbers_that_are_none_do_no_harm_where_they_play_no_part(value, wrapped):
    config = parse(with_field("time_step_limit", wrapped.format(value)))
    assert count(config) == count(PRESETS["GPT-2"])


@pytest.mark.parametrize("value", NO_NUMBERS)
@pytest.mark.parametrize("field", ["vocab_size", "n_positions", "n_embd", "n_layer", "n_head"])
def test_numbers_that_are_none_are_refused_where_a_size_is_meant(value, field):
    with pytest.raises(ConfigError) as error:
        count(parse(replaced(field, value)))
    assert (error.value.reason, error.value.field) == ("not_finite", field)


@pytest.mark.parametrize(("open_", "close"), [('{"a": ', "}"), ("[", "]")])
def test_nesting(open_, close):
    def nested(depth: int) -> str:
        return '{"x": ' + open_ * (depth - 1) + "1" + close * (depth - 1) + "}"

    assert parse(nested(MAX_DEPTH))
    for depth in (MAX_DEPTH + 1, 500, 5_000, 100_000):
        error = refused(nested(depth))
        assert (error.reason, error.details["limit"]) == ("too_deep", MAX_DEPTH)
        assert len(str(error)) < 200


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (r'{"name": "\ud800"}', "name"),
        ('{"name": "\udfff"}', "name"),
        (r'{"a": {"b": ["\ud83d"]}}', "a.b"),
        (r'{"\udc00": 1}', "?"),
    ],
)
def test_half_characters(text, field):
    error = refused(text)
    assert (error.reason, error.field) == ("half_character", field)
    str(error).encode()
    assert parse(r'{"name": "\ud83d\ude00"}') == {"name": "😀"}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("768.0", "not_an_integer"),
        ("1e30", "not_an_integer"),
        ("true", "not_an_integer"),
        ("null", "not_an_integer"),
        ('"768"', "not_an_integer"),
        ("[768]", "not_an_integer"),
        ('{"n": 768}', "not_an_integer"),
        ("0", "not_positive"),
        ("-768", "not_positive"),
        ("1" + "0" * 90, "too_large"),
        ("1000000001", "too_large"),
    ],
)
def test_values_that_are_no_size_are_refused_by_count(value, reason):
    with pytest.raises(ConfigError) as error:
        count(parse(replaced("n_embd", value)))
    assert (error.value.reason, error.value.field) == (reason, "n_embd")


@pytest.mark.parametrize("digits", [101, 400, 5000])
@pytest.mark.parametrize(
    ("wrapped", "path"), [("{}", "x"), ('{{"y": {}}}', "x.y"), ('[1, [{{"y": {}}}]]', "x.y")]
)
def test_a_number_that_is_far_too_long(digits, wrapped, path):
    error = refused(with_field("x", wrapped.format("9" * digits)))
    assert (error.reason, error.field) == ("not_finite", path)


def test_messages_are_one_short_line_whatever_the_key():
    for key in ("a\\nb", "x" * 5000, "\\u202e", "\\u0000", "<b>$_$", "中" * 100):
        error = refused(f'{{"{key}": 1, "{key}": 1}}')
        assert len(error.field) < 70
        assert str(error).isprintable()


@settings(deadline=None, max_examples=300)
@given(st.text() | st.binary() | st.text(alphabet='{}[]":,0123456789.eE-+ntrufalsNI\\ud8\n '))
def test_any_text_is_an_object_or_refused(text):
    try:
        found = parse(text)
    except ConfigError as error:
        found, said = {}, str(error)
    else:
        said = ""
    assert isinstance(found, dict)
    assert said.isprintable()


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@settings(deadline=None, max_examples=300)
@given(st.dictionaries(st.sampled_from([*PRESETS["GPT-2"], "head_dim"]), ANY_JSON))
def test_any_json_in_any_field_is_counted_or_refused(changes):
    try:
        total = count(parse(json.dumps(PRESETS["GPT-2"] | changes))).total
    except ConfigError as error:
        total, refusal = 1, error
    else:
        refusal = ConfigError("missing", "nothing")
    assert total > 0
    assert refusal.field in str(refusal)


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("reason", MESSAGES)
def test_every_reason_has_a_sentence_that_its_details_can_fill(language, reason):
    sentences = {}
    for page in ("common", "parameter_calculator"):  # a page's own sentence is the one it says
        with (TEXTS / language / f"{page}.toml").open("rb") as file:
            sentences |= tomllib.load(file).get("errors", {})
    assert names(sentences[reason]) <= names(MESSAGES[reason])


def names(sentence: str) -> set[str]:
    """What a sentence leaves to be filled in."""
    return {field for _, field, *_ in string.Formatter().parse(sentence) if field}
