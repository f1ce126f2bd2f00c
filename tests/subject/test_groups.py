"""The groups of tokens: what is allowed, and which rows of the table they take."""

import math
import random
import string

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from embedcore.errors import InputError
from embedcore.groups import Groups

POOL = string.ascii_letters + string.digits + "".join(map(chr, range(0x4E00, 0x4E00 + 150)))
SIZES = st.lists(st.integers(2, 26), min_size=1, max_size=6)


@st.composite
def some_groups(draw):
    order = random.Random(draw(st.integers(0, 99))).sample(POOL, len(POOL))
    return Groups(tuple("".join(order.pop() for _ in range(size)) for size in draw(SIZES)))


def refusal(*groups):
    with pytest.raises(InputError) as caught:
        Groups(groups)
    return caught.value


@pytest.mark.parametrize(
    ("groups", "reason", "details"),
    [
        ((), "no_groups", {}),
        (
            ("ab", "cd", "ef", "gh", "ij", "kl", "mn"),
            "too_many_groups",
            {"count": 7, "limit": 6},
        ),
        (("ab", "c"), "too_few_tokens", {"number": 2, "count": 1, "limit": 2}),
        (("ab", ""), "too_few_tokens", {"number": 2, "count": 0, "limit": 2}),
        ((POOL[:27],), "too_many_tokens", {"number": 1, "count": 27, "limit": 26}),
        (("ab", "cdc"), "repeated", {"token": "c", "number": 2}),
        (("ab", "cd", "eb"), "overlap", {"token": "b", "first": 1, "second": 3}),
    ],
)
def test_a_refusal_says_why_and_where(groups, reason, details):
    error = refusal(*groups)
    assert (error.reason, error.details) == (reason, details)


@pytest.mark.parametrize(
    ("group", "code"),
    [
        pytest.param("xe\u0301", "0301", id="combining accent"),
        pytest.param("x👨\u200d👩\u200d👧", "200D", id="family joined by ZWJ"),
        pytest.param("x🇫🇷", "1F1EB", id="flag"),
        pytest.param("x👍🏽", "1F3FD", id="skin tone"),
        pytest.param("x❤\ufe0f", "FE0F", id="variation selector"),
        pytest.param("x y", "0020", id="space"),
        pytest.param("x\u00a0y", "00A0", id="no-break space"),
        pytest.param("x\0", "0000", id="NUL"),
        pytest.param("x\ud83d", "D83D", id="half a surrogate pair"),
        pytest.param("x\u3164", "3164", id="blank letter"),
    ],
)
def test_what_is_not_one_visible_character_is_named_by_its_code(group, code):
    error = refusal("ab", group)
    assert error.reason == "not_single"
    assert error.details["code"] == code
    assert f"U+{code}" in str(error)
    assert str(error).encode()  # the sentence itself can be shown


@pytest.mark.parametrize(
    "group",
    ["甲乙丙", "かきく", "ابت", "कखग", "אבג", "αβγ", "🐱🐶🐭", "한국말", "123", "+-$_"],
)
def test_any_script_will_do(group):
    assert Groups((group,)).tokens == tuple(group)


@pytest.mark.parametrize(
    "groups",
    [("ab",), (POOL[:26],), tuple(POOL[26 * k : 26 * (k + 1)] for k in range(6))],
    ids=["smallest", "longest", "most"],
)
def test_the_limits_themselves_are_allowed(groups):
    assert Groups(groups).groups == groups


def test_tokens_stand_group_by_group():
    groups = Groups(["ab", "xyz"])
    assert groups.tokens == ("a", "b", "x", "y", "z")
    assert groups.group_of.tolist() == [0, 0, 1, 1, 1]


def test_the_same_groups_are_equal_and_hash_the_same():
    assert hash(Groups(["ab", "xyz"])) == hash(Groups(("ab", "xyz")))
    assert Groups(["ab", "xyz"]) == Groups(("ab", "xyz"))


@given(some_groups(), st.integers(0, 1_000))
def test_every_token_has_a_row_of_its_own_in_the_table(groups, unused):
    vocab_size = len(groups.tokens) + unused
    ids = groups.token_ids(vocab_size)
    assert ids.dtype == np.int64
    assert len(set(ids.tolist())) == len(groups.tokens)
    assert 0 <= ids.min() <= ids.max() < vocab_size


@given(some_groups())
def test_a_character_keeps_its_code_point_where_the_table_reaches(groups):
    for token, row in zip(groups.tokens, groups.token_ids(256), strict=True):
        assert ord(token) >= 256 or row == ord(token)


def test_ids_are_those_of_the_byte_tokenizer_for_ascii():
    assert Groups(("ab", "AB")).token_ids(256).tolist() == [97, 98, 65, 66]


def test_tokens_beyond_the_table_take_the_lowest_rows_left():
    assert Groups(("猫\x21", "犬\u00e9")).token_ids(34).tolist() == [0, 33, 1, 2]


def test_more_tokens_than_rows_are_refused():
    with pytest.raises(InputError) as caught:
        Groups(("abc", "xyz")).token_ids(5)
    assert caught.value.reason == "vocab_too_small"
    assert caught.value.details == {"count": 6, "vocab_size": 5}


def test_the_loss_floor_is_the_mean_surprise_of_an_even_draw():
    assert Groups().loss_floor == pytest.approx(2.302585)  # ln 10
    assert Groups(("ab", "wxyz")).loss_floor == pytest.approx((math.log(2) + math.log(4)) / 2)


# A token in two groups

BRIDGED = Groups(("abx", "xyz"), bridge="x")


def test_a_bridge_stands_once_and_last_in_the_first_of_its_groups():
    assert BRIDGED.tokens == ("a", "b", "x", "y", "z")
    assert Groups(("xab", "pq", "yzx"), bridge="x").tokens == tuple("abxpqyz")


def test_a_bridge_belongs_to_no_single_group_but_is_a_member_of_two():
    assert BRIDGED.group_of.tolist() == [0, 0, -1, 1, 1]
    assert BRIDGED.members == [[0, 1, 2], [2, 3, 4]]


@pytest.mark.parametrize(
    ("groups", "bridge", "count"),
    [
        (("ab", "xy"), "a", 1),
        (("ab", "xy"), "q", 0),
        (("ab", "by", "bz"), "b", 3),
        (("abx", "abx"), "ab", 0),
    ],
)
def test_a_bridge_that_does_not_stand_in_two_groups_is_refused(groups, bridge, count):
    with pytest.raises(InputError) as caught:
        Groups(groups, bridge=bridge)
    assert caught.value.reason == "no_bridge"
    assert caught.value.details == {"token": bridge, "count": count}


def test_only_the_bridge_may_stand_in_two_groups():
    with pytest.raises(InputError) as caught:
        Groups(("abx", "abz"), bridge="a")
    assert caught.value.reason == "overlap"
    assert caught.value.details == {"token": "b", "first": 1, "second": 2}


@given(some_groups())
def test_the_floor_without_a_bridge_is_the_mean_log_of_the_sizes(groups):
    expected = np.mean([math.log(len(group)) for group in groups.groups])
    assert groups.loss_floor == pytest.approx(expected)


def test_a_bridge_raises_the_floor_as_counted_by_hand():
    # After a, b, y, z: three equal guesses. After x, in a third of the sequences' places: from
    # either group, so x itself with 1/3 and each of the four others with 1/6.
    after_bridge = -(math.log(1 / 3) / 3 + 4 * math.log(1 / 6) / 6)
    assert BRIDGED.loss_floor == pytest.approx(2 / 3 * math.log(3) + 1 / 3 * after_bridge)
