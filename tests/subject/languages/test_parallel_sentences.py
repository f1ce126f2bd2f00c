"""The pairs of sentences, and what each tokenizer charges for them."""

import unicodedata
from types import SimpleNamespace

import numpy as np
import pytest

from embedcore import tokenizers
from embedcore.languages.parallel_sentences import (
    TOKENIZERS,
    SentencePair,
    chinese_tokens,
    count_characters,
    count_tokens,
    premium,
    sentence_pairs,
)

CAT = SentencePair("the cat", "猫")


def test_there_are_enough_pairs_and_each_is_in_its_script():
    pairs = sentence_pairs()
    assert len(pairs) == 40
    for side in zip(*pairs, strict=True):
        assert len(set(side)) == len(pairs)
        assert all(sentence == sentence.strip() != "" for sentence in side)
    assert all(pair.english.isascii() for pair in pairs)
    assert not any("a" <= character <= "z" for pair in pairs for character in pair.chinese)


def test_tokens_by_hand():
    # "the", " cat"; 猫 is three bytes, which cl100k leaves apart and o200k joins.
    by_name = dict(zip(TOKENIZERS, count_tokens([CAT])[:, 0].tolist(), strict=True))
    assert by_name == {"gpt2": [2, 3], "cl100k": [2, 3], "o200k": [2, 1], "bytes": [7, 3]}
    assert count_characters([CAT]).tolist() == [[7, 1]]


def test_each_count_is_that_of_the_tokenizer():
    pairs = sentence_pairs()
    counts = count_tokens(pairs)
    assert counts.shape == (4, len(pairs), 2)
    for name, of_one in zip(TOKENIZERS, counts, strict=True):
        english = [len(tokenizers.load(name).encode(pair.english)) for pair in pairs]
        chinese = [len(tokenizers.load(name).encode(pair.chinese)) for pair in pairs]
        np.testing.assert_array_equal(of_one, np.transpose([english, chinese]))
    assert counts[-1].sum() == sum(len("".join(pair).encode()) for pair in pairs)


def test_the_premium_of_chinese_fell_with_every_vocabulary():
    gpt2, cl100k, o200k, in_bytes = premium(count_tokens(sentence_pairs())).mean(axis=1)
    assert gpt2 > 2.3 > 1.7 > cl100k > 1.3 > 1.2 > o200k > 0.9 > in_bytes


def test_the_premium_is_a_ratio_sentence_by_sentence():
    assert premium(np.array([[2, 6], [4, 2]])).tolist() == [3, 0.5]


@pytest.mark.parametrize("name", ["gpt2", "cl100k"])
def test_chinese_tokens_are_those_that_unicode_calls_so(name):
    tokenizer = tokenizers.load(name)
    found = 0
    for token_id in range(tokenizer.vocab_size):
        try:
            token = tokenizer.decode([token_id]).removeprefix(" ")
        except ValueError:
            continue
        names = [unicodedata.name(character, "") for character in token]
        found += bool(names) and all("CJK UNIFIED IDEOGRAPH" in name for name in names)
    assert chinese_tokens(name) == found > 0


def test_a_token_of_rare_characters_is_chinese_too(monkeypatch):
    tokens = [" 𠮷", "㐂", "猫 ", " a", " の", "猫".encode()[:2]]
    tokens = [token if isinstance(token, bytes) else token.encode() for token in tokens]
    made_up = SimpleNamespace(vocab_size=len(tokens), token_bytes=tokens.__getitem__)
    monkeypatch.setattr(tokenizers, "load", lambda name: made_up)
    assert chinese_tokens("made up") == 2


def test_no_pairs_have_no_counts():
    assert count_tokens([]).shape == (4, 0, 2)
    assert count_characters([]).shape == (0, 2)
