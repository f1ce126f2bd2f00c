"""A text as a corpus: its words, its sentences, what is left out, what is refused."""

import numpy as np
import pytest

from embedcore.errors import InputError
from embedcore.word_vectors.text_corpus import LONGEST_TEXT, TextCorpus, king_james, read_text


def corpus_of(ids, sentences=None, words="abcdefghij"):
    ids = np.array(ids, dtype=np.int32)
    counts = np.bincount(ids, minlength=len(words))
    sentences = np.zeros_like(ids) if sentences is None else np.array(sentences, dtype=np.int32)
    return TextCorpus(tuple(words), counts, ids, sentences, len(ids))


def test_words_are_lower_case_by_frequency_and_rare_ones_are_left_out():
    letters = "a b c d e f g h i j "
    corpus = read_text("One two three. Two THREE, three! " * 20 + letters * 9 + "rare " * 4)
    assert corpus.words == ("three", "two", "one", *letters.split())
    assert corpus.counts[:4].tolist() == [60, 40, 20, 9]
    assert corpus.total == 120 + 90 + 4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The cat's cat", ["the", "cat's", "cat"]),
        ("我爱北京cat", ["我", "爱", "北", "京", "cat"]),
        ("𠮷㐂cat", ["𠮷", "㐂", "cat"]),
        ("Éte\u0301 İstanbul", ["été", "i̇stanbul"]),
        ("हिन्दी のは x1\x00y", ["हिन्दी", "の", "は", "x1", "y"]),
        # Marks and what cannot be seen are no words, and begin none.
        ("I ❤\ufe0f cats 👍🏽", ["i", "cats"]),
        ("\u0301a \u3099 b\u0301", ["a", "b́"]),
        ("か\u3099か\u309a", ["が", "か\u309a"]),
        # The long vowel mark belongs to the word before it, in full width and in half.
        ("サーバー2台", ["サー", "バー", "2", "台"]),
        ("ユーザーID ーABC", ["ユー", "ザー", "id", "abc"]),
        ("ｻｰﾊﾞｰ 猫ーー x", ["サー", "バー", "猫ーー", "x"]),
        # One spelling for one word.
        ("cafe\u0301 café ＣＡＦÉ", ["café"] * 3),
        ("exam\u00adple \ufeffcat\u200b می\u200cخواهم", ["example", "cat", "میخواهم"]),
        ("〆切 〇一々", ["〆", "切", "〇", "一", "々"]),
        ("猫's l'été", ["猫", "s", "l'été"]),
    ],
)
def test_what_a_word_is(text, words):
    filler = " ".join("abcdefghij")
    corpus = read_text(f"{text}. {filler}. " * 20)
    assert [corpus.words[i] for i in corpus.token_ids[corpus.sentences == 0]] == words


def test_a_sentence_ends_at_its_mark_and_at_an_empty_line():
    corpus = read_text("a b c\nd e. f g! h i\n\nj k。l m " * 20)
    by_sentence = [
        "".join(corpus.words[i] for i in corpus.token_ids[corpus.sentences == s]) for s in range(4)
    ]
    assert by_sentence == ["abcde", "fg", "hi", "jk"]


@pytest.mark.parametrize("text", ["", " ", "word", "word " * 1_000, "a b c d e f g h i j " * 2])
def test_too_short_a_text_is_refused(text):
    with pytest.raises(InputError) as refused:
        read_text(text)
    assert refused.value.reason == "short_text"


def test_a_text_that_is_refused_has_its_words_counted():
    """A poem of 20 characters, of which none comes five times."""
    with pytest.raises(InputError) as refused:
        read_text("床前明月光，疑是地上霜。举头望明月，低头思故乡。")
    assert refused.value.details["total"] == 20
    assert refused.value.details["words"] == refused.value.details["tokens"] == 0


def test_too_long_a_text_is_refused():
    with pytest.raises(InputError) as refused:
        read_text("a" * (LONGEST_TEXT + 1))
    assert refused.value.details == {"count": LONGEST_TEXT + 1, "limit": LONGEST_TEXT}


def test_the_share_that_stays_by_hand():
    """A word that is half of a text of 2,001: sqrt(0.001 / 0.5) + 0.001 / 0.5 = 0.0447 + 0.002."""
    counts = np.array([2_000] + [1] * 2_000)
    corpus = TextCorpus(tuple(map(str, range(2_001))), counts, np.zeros(0), np.zeros(0), 0)
    assert corpus.keep_probability[0] == pytest.approx(0.046721, abs=1e-6)
    assert corpus.keep_probability[2] == 1


def test_in_a_text_of_few_words_one_of_usual_frequency_stays():
    """Of 4 words the mean share is 1/4: sqrt(.25 / .85) + .25 / .85 = .5423 + .2941."""
    corpus = TextCorpus(tuple("abcd"), np.array([85, 5, 5, 5]), np.zeros(0), np.zeros(0), 0)
    assert corpus.keep_probability[0] == pytest.approx(0.8364, abs=1e-4)
    assert (corpus.keep_probability[1:] == 1).all()


def test_thinning_keeps_the_share_of_each_word_and_the_order():
    corpus = corpus_of(np.tile(np.arange(10), 4_000), np.repeat(np.arange(4_000), 10))
    thin = corpus.subsampled(np.random.default_rng(0))
    share = np.bincount(thin.token_ids, minlength=10) / 4_000
    np.testing.assert_allclose(share, corpus.keep_probability, atol=0.02)
    assert (np.diff(thin.sentences) >= 0).all()


def test_contexts_against_a_plain_loop():
    random = np.random.default_rng(1)
    ids, sentences = random.integers(0, 10, 60), np.sort(random.integers(0, 8, 60))
    text = corpus_of(ids, sentences).subsampled(random)
    text = type(text)(ids, sentences)
    found = text.contexts(np.arange(60), 3, nothing=10)
    for place in range(60):
        expected = [
            ids[other] if 0 <= other < 60 and sentences[other] == sentences[place] else 10
            for other in (place - 3, place - 2, place - 1, place + 1, place + 2, place + 3)
        ]
        assert found[place].tolist() == expected


def test_the_king_james_bible_is_there():
    corpus = king_james()
    assert 785_000 < corpus.total < 795_000
    assert corpus.words[:3] == ("the", "and", "of")
    first = [corpus.words[i] for i in corpus.token_ids[corpus.sentences == 0]]
    assert " ".join(first) == "in the beginning god created the heaven and the earth"
    assert len(corpus.words) == len(corpus.counts)
    assert corpus.counts.sum() == len(corpus.token_ids)
    assert corpus.counts.min() == 5
