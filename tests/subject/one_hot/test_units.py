"""A text in characters, in words and in bytes."""

import pytest

from embedcore.one_hot.units import UNITS, cut


def test_a_character_is_numbered_by_unicode():
    found = cut("猫狗 a", "characters")
    assert found.ids == [0x732B, 0x72D7, 32, 97]
    assert found.labels == ["猫", "狗", "␣", "a"]
    assert found.vocab_size == 0x110000


def test_words_are_numbered_as_they_come_and_a_repeated_one_keeps_its_number():
    found = cut("  cat dog\tcat\nhippopotamuses ", "words")
    assert found.ids == [0, 1, 0, 2]
    assert found.labels == ["cat", "dog", "cat", "hippopotamu…"]
    assert found.vocab_size == 3


def test_a_byte_is_labelled_with_the_character_that_it_is_part_of():
    found = cut("A猫é🙂", "bytes")
    assert found.ids == list("A猫é🙂".encode())
    assert found.labels == [
        "A",
        *(f"猫{n}" for n in "₁₂₃"),
        "é₁",
        "é₂",
        *(f"🙂{n}" for n in "₁₂₃₄"),
    ]
    assert found.parts == [("A", 1), ("猫", 3), ("é", 2), ("🙂", 4)]
    assert found.vocab_size == 256


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("text", ["", "a", "猫 狗 猫", "👨‍👩‍👧‍👦 e\u0301"])
def test_each_token_has_an_id_of_the_list_and_a_label(unit, text):
    found = cut(text, unit)
    assert len(found.ids) == len(found.labels) == sum(tokens for _, tokens in found.parts)
    assert all(0 <= token_id < found.vocab_size for token_id in found.ids)
    assert all(label.strip() for label in found.labels)
