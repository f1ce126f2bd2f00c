"""Glosses from the dictionary, by hand."""

import pytest

from embedcore.languages.glosses import LONGEST, gloss_of, glosses
from embedcore.languages.translations import our_pairs


def test_words_have_the_meaning_that_they_mostly_have():
    expected = {"猫": "cat", "头发": "hair", "国王": "king", "经济学": "economics", "可口": "tasty"}
    assert glosses([*expected, "qqq"]) == expected


def test_a_word_that_the_dictionary_lacks_is_explained_by_its_parts():
    assert glosses(["猫头发"])["猫头发"] == "cat + hair"


def test_all_words_of_our_list_have_a_short_gloss():
    found = glosses(pair.chinese for pair in our_pairs())
    assert len(found) == len(our_pairs())
    assert max(map(len, found.values())) <= LONGEST


@pytest.mark.parametrize(
    ("meanings", "gloss"),
    [
        (["surname Ma", "horse (CL:匹)", "knight"], "horse"),
        (["variant of 猫", "CL:隻|只[zhi1]"], ""),
        (["(onom.) meow"], "meow"),
        (["to go up; to climb"], "to go up"),
        (["guqin 古琴[gu3 qin2]"], "guqin"),
        (["a very long meaning without any end"], "a very long meaning w…"),
    ],
)
def test_the_first_meaning_that_says_something(meanings, gloss):
    assert gloss_of(meanings) == gloss
