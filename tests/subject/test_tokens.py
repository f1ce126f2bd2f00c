"""Text to ids and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.tokens import (
    ByteTokenizer,
    has_chinese,
    is_chinese,
    repair,
    stands_alone,
    visible,
)

TOKENIZER = ByteTokenizer()
ANY_TEXT = st.text(st.characters())  # halves of surrogate pairs as well


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("", []),
        ("Hello", [72, 101, 108, 108, 111]),
        ("é", [0xC3, 0xA9]),
        ("猫", [0xE7, 0x8C, 0xAB]),
        ("🐱", [0xF0, 0x9F, 0x90, 0xB1]),
    ],
)
def test_a_token_is_a_byte_of_utf_8(text, ids):
    assert TOKENIZER.encode(text) == ids


@given(st.text())
def test_decoding_undoes_encoding(text):
    assert TOKENIZER.decode(TOKENIZER.encode(text)) == text


@given(st.text())
def test_every_id_is_in_the_vocabulary(text):
    assert all(0 <= token_id < TOKENIZER.vocab_size for token_id in TOKENIZER.encode(text))


def test_half_a_character_decodes_to_the_replacement_character():
    assert TOKENIZER.decode([65, 0xE7, 0x8C]) == "A\ufffd"


@pytest.mark.parametrize("outside", [-1, 256])
def test_decoding_names_the_id_that_is_no_byte(outside):
    with pytest.raises(ValueError, match=f"token id {outside} is not in 0 … 255"):
        TOKENIZER.decode([65, outside])


@pytest.mark.parametrize(
    ("token_id", "label"),
    [(65, "A"), (32, "␣"), (0, "\\x00"), (10, "\\x0a"), (126, "~"), (127, "\\x7f"), (231, "\\xe7")],
)
def test_a_label_shows_what_can_be_seen(token_id, label):
    assert TOKENIZER.label(token_id) == label


def test_no_two_ids_have_the_same_label():
    assert len({TOKENIZER.label(token_id) for token_id in range(256)}) == 256


@pytest.mark.parametrize("outside", [-1, 256])
def test_an_id_that_is_no_byte_has_no_label(outside):
    with pytest.raises(ValueError, match=f"token id {outside} "):
        TOKENIZER.label(outside)


def test_half_a_surrogate_pair_has_no_bytes():
    with pytest.raises(UnicodeEncodeError):
        TOKENIZER.encode("a\ud83d")


@given(ANY_TEXT)
def test_repaired_text_has_a_utf_8_form(text):
    assert len(TOKENIZER.decode(TOKENIZER.encode(repair(text)))) == len(text)


@given(st.text())
def test_repair_leaves_whole_text_as_it_is(text):
    assert repair(text) == text


@pytest.mark.parametrize("char", "aZ9+?é猫かपعα🐱♥½")
def test_letters_digits_signs_and_emoji_stand_alone(char):
    assert stands_alone(char)
    assert visible(char) == char


@pytest.mark.parametrize(
    ("char", "shown"),
    [
        (" ", "␣"),
        ("\n", "U+000A"),
        ("\0", "U+0000"),
        ("\u0301", "U+0301"),  # combining accent
        ("\u094d", "U+094D"),  # virama
        ("\u200d", "U+200D"),  # zero-width joiner
        ("\ufe0f", "U+FE0F"),  # variation selector
        ("\U0001f3fd", "U+1F3FD"),  # skin tone
        ("\U0001f1eb", "U+1F1EB"),  # half a flag
        ("\ud83d", "U+D83D"),  # half a surrogate pair
        ("\u3164", "U+3164"),  # Hangul filler: a letter, and blank
        ("\u2800", "U+2800"),  # Braille pattern without a dot
    ],
)
def test_what_cannot_be_seen_alone_is_shown_by_its_number(char, shown):
    assert not stands_alone(char)
    assert visible(char) == shown


@pytest.mark.parametrize("character", ["猫", "々", "〇", "㐂", "𠮷", "\U00030000", "\uf900"])
def test_a_chinese_character_is_known_in_every_block_of_unicode(character):
    assert is_chinese(character)
    assert is_chinese(character + "猫")
    assert has_chinese(f"a {character}b")


@pytest.mark.parametrize("text", ["", "a", "の", "カ", "한", "。", "１", "🐱", "\0"])
def test_what_is_not_chinese(text):
    assert not has_chinese(text)
    assert not is_chinese(text)
    assert not is_chinese(f"猫{text}") or not text
