"""The list of pairs, and the reader of those that a visitor writes."""

import pytest

from embedcore.languages.translations import Pair, our_pairs, read_pairs
from embedcore.tokens import is_chinese
from embedcore.words import load


def test_the_list_is_long_and_each_word_stands_in_it_once():
    pairs = our_pairs()
    assert len(pairs) >= 350
    assert len({pair.english for pair in pairs}) == len({pair.chinese for pair in pairs})
    assert len({pair.english for pair in pairs}) == len(pairs)
    assert all(is_chinese(pair.chinese) and pair.english.isascii() for pair in pairs)


def test_every_word_of_the_list_is_in_its_table():
    english, chinese = load("glove").index, load("chinese").index
    missing = [p for p in our_pairs() if p.english not in english or p.chinese not in chinese]
    assert missing == []


def test_the_chinese_table_has_no_numerals():
    assert not set("一二三四五六七八九十") & set(load("chinese").index)


@pytest.mark.parametrize(
    "line", ["cat 猫", "猫 cat", " cat\t猫 ", "cat,猫", "cat，猫", "cat = 猫", "cat\u3000猫"]
)
def test_a_pair_may_be_written_in_several_ways(line):
    assert read_pairs(line) == ((Pair("cat", "猫"),), ())


@pytest.mark.parametrize("rare", ["𠮷", "㐂", "𠮷野家"])
def test_a_rare_character_is_as_chinese_as_any(rare):
    assert read_pairs(f"luck {rare}\n{rare} luck\n{rare} 猫") == (
        (Pair("luck", rare),),
        ((3, f"{rare} 猫"),),
    )


def test_a_pair_comes_once_and_blank_lines_count_for_nothing_but_the_number():
    written = read_pairs("cat 猫\n\n  \r\ncat 猫\ndog 狗\n猫\n")
    assert written.pairs == (Pair("cat", "猫"), Pair("dog", "狗"))
    assert written.malformed == ((6, "猫"),)


@pytest.mark.parametrize(
    "line", ["cat", "cat dog", "猫 狗", "ice cream 冰淇淋", "cat 猫 dog 狗", "=,"]
)
def test_a_line_that_is_no_pair_is_named(line):
    written = read_pairs(f"{line}\ndog 狗")
    assert written.pairs == (Pair("dog", "狗"),)
    assert written.malformed == (((1, line),) if line != "=," else ())


def test_any_text_is_read_without_an_error():
    for text in ("", "\0", "a\0b 猫", "`$x$` 猫\u202e", "猫" * 10_000, "x 猫\n" * 10_000):
        written = read_pairs(text)
        assert len(written.pairs) <= 1
