"""Many who ask at once: the work is done once, and no one waits for another's."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from embedcore import names_data, tokenizers, words
from embedcore.once import once
from embedcore.word_vectors import text_corpus

VISITORS = 6


def at_once(ask):
    """What each of the visitors gets who all ask at the same moment."""
    ready = threading.Barrier(VISITORS)

    def visit(_):
        ready.wait()
        return ask()

    with ThreadPoolExecutor(VISITORS) as threads:
        return list(threads.map(visit, range(VISITORS)))


def slow(calls, answer):
    """A reader that takes its time, and notes in ``calls`` what it was given."""

    def read(*given):
        calls.append(given)
        time.sleep(0.05)
        return answer

    return read


def test_it_is_read_once_and_shared():
    calls, answer = [], object()
    read = once(slow(calls, answer))
    assert all(each is answer for each in at_once(lambda: read("a")))
    assert read("a") is answer
    assert calls == [("a",)]


def test_other_arguments_are_read_on_their_own():
    read = once(lambda *numbers: [sum(numbers)])
    assert (read(1, 2), read(4), read()) == ([3], [4], [0])
    assert read(4) is not read(2, 2)


def test_nobody_waits_for_what_another_wants():
    started, may_end = threading.Event(), threading.Event()

    @once
    def read(name):
        if name == "slow":
            started.set()
            assert may_end.wait(20)
        return name

    with ThreadPoolExecutor(1) as thread:
        other = thread.submit(read, "slow")
        assert started.wait(20)
        assert read("quick") == "quick"  # while the other is still being read
        assert not other.done()
        may_end.set()
        assert other.result() == "slow"


def test_what_failed_is_tried_again():
    answers = [OSError("not there yet"), "there"]

    @once
    def read():
        answer = answers.pop(0)
        if isinstance(answer, OSError):
            raise answer
        return answer

    with pytest.raises(OSError, match="not there yet"):
        read()
    assert read() == "there"
    assert read() == "there"


def test_what_is_forgotten_is_read_again():
    calls = []
    read = once(slow(calls, None))
    read("a")
    read.cache_clear()
    read("a")
    assert calls == [("a",), ("a",)]


@pytest.mark.parametrize(
    ("load", "arguments", "module", "reader", "answer"),
    [
        (text_corpus.king_james, (), text_corpus, "read_text", object()),
        (words.load, ("glove",), words, "_parquet_words", ["the"]),
        (tokenizers.load, ("cl100k",), tokenizers, "_tiktoken_ranks", {}),
        (names_data.load_names, (), names_data, "sorted", ["ada"]),
    ],
    ids=["king_james", "words", "tokenizers", "names"],
)
def test_the_library_reads_a_file_once(load, arguments, module, reader, answer, monkeypatch):
    calls = []
    load.cache_clear()
    monkeypatch.setattr(module, reader, slow(calls, answer), raising=False)
    try:
        first, *others = at_once(lambda: load(*arguments))
    finally:
        load.cache_clear()
    assert len(calls) == 1
    assert all(other is first for other in others)
