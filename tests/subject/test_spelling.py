"""One spelling for one word; and which texts are in a script that has no spaces."""

import unicodedata

import pytest

from embedcore.spelling import is_uncut, looks_the_same, normal_form

INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\U000e0100\u034f\u200e"


@pytest.mark.parametrize("mark", INVISIBLE)
def test_what_cannot_be_seen_is_no_part_of_a_word(mark):
    assert normal_form(f"{mark}ca{mark}t{mark}") == "cat"
    assert looks_the_same(f"ca{mark}t", "cat")


@pytest.mark.parametrize("word", ["café", "zürich", "việt", "Ångström", "한국", "が"])
def test_composed_and_taken_apart_are_one(word):
    assert normal_form(unicodedata.normalize("NFD", word)) == word
    assert looks_the_same(unicodedata.normalize("NFD", word), word)


@pytest.mark.parametrize(
    ("typed", "usual"),
    [
        ("ｃａｔ", "cat"),
        ("ＡＢＣ１２", "ABC12"),
        ("ｶﾞｰ", "ガー"),
        ("ﾊﾟﾝ", "パン"),
        ("カ\uff9e", "ガ"),
    ],
)
def test_full_and_half_width_are_the_usual_one(typed, usual):
    assert normal_form(typed) == usual
    assert not looks_the_same(typed, usual)


@pytest.mark.parametrize("text", ["", "plain", "ﬁ ² ①", "我爱北京", "हिन्दी", "\x00"])
def test_all_else_stays(text):
    """Ligatures and small figures are no other spelling of a word, but other characters."""
    assert normal_form(text) == text


@pytest.mark.parametrize(
    ("text", "uncut"),
    [
        ("ภาษาไทยไม่มีช่องว่างระหว่างคำ", True),
        ("ພາສາລາວ", True),
        ("ភាសាខ្មែរ", True),
        ("မြန်မာဘာသာ", True),
        ("ꦧꦱꦗꦮ", True),
        ("Half of it: ภาษาไทย", True),
        ("A long English text that names one Thai word, ไทย. " + "And so on and on. " * 20, False),
        ("我爱北京。サーバー 한국어 हिन्दी العربية བོད་", False),
        ("", False),
    ],
)
def test_scripts_without_spaces_are_known(text, uncut):
    assert is_uncut(text) is uncut
