"""What is kept for all visitors: once computed, bounded in bytes, and nobody's to change."""

import ast
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pytest

from embedcore.config import TrainingConfig
from embedcore.groups import MAX_GROUPS, Groups
from embedcore.ui import kept as module
from embedcore.ui.kept import ANSWERS, SHARED, Store, digest, kept, kept_and_shared, size_of
from embedcore.ui.word_vectors.runs import KEPT_BYTES

from .visitor import ROOT

ALL = 180_000_000  # bytes, that all stores may hold together
# What else is kept: when a module was changed, the sentences of a file, the thread that compiles.
CLOSED = {
    "embedcore/ui/show.py": ["last_change"],
    "embedcore/ui/text.py": ["sentences"],
    "embedcore/ui/warm.py": ["_warmer"],
}


# The store


def test_a_store_lets_go_of_what_nobody_asked_for_the_longest():
    store = Store(100)
    for key in "abc":
        store.keep(key, key.upper(), 30)
    assert store.get("a") == "A"
    store.keep("d", "D", 30)
    assert [store.get(key) for key in "abcd"] == ["A", None, "C", "D"]
    assert store.bytes == 90


def test_a_store_never_holds_more_than_it_may():
    store, rng = Store(1_000), np.random.default_rng(0)
    for key, size in zip(rng.integers(0, 50, 3_000), rng.integers(0, 400, 3_000), strict=True):
        store.keep(int(key), "value", int(size))
        assert 0 <= store.bytes <= 1_000
    store.forget()
    assert store.bytes == 0


def test_what_is_larger_than_all_the_room_is_not_kept_and_takes_no_other_with_it():
    store = Store(100)
    store.keep("a", "A", 60)
    store.keep("b", "B", 101)
    assert (store.get("a"), store.get("b"), store.bytes) == ("A", None, 60)


def test_a_value_that_is_kept_again_counts_once():
    store = Store(100)
    store.keep("a", "A", 60)
    store.keep("a", "B", 70)
    assert (store.get("a"), store.bytes) == ("B", 70)


# The functions


@pytest.fixture
def stores(monkeypatch):
    """Small stores, empty for each test."""
    small = Store(10_000), Store(10_000)
    monkeypatch.setattr(module, "ANSWERS", small[0])
    monkeypatch.setattr(module, "SHARED", small[1])
    return small


def test_an_answer_is_computed_once_and_each_caller_gets_a_copy(stores):
    calls = []

    @kept
    def rows(n, _label):
        calls.append(n)
        return np.zeros(n)

    rows(3, "first")[0] = 7  # what was computed is that caller's own
    second, third = rows(3, "another label"), rows(3, "x")
    second[0] = 9
    assert rows(3, "x").tolist() == third.tolist()
    assert calls == [3]
    rows(4, "first")
    assert calls == [3, 4]
    rows.clear()
    rows(3, "first")
    assert calls == [3, 4, 3]


def test_every_further_value_is_part_of_the_question(stores):
    @kept
    def listed(name, _builder, *values):
        return name, values

    assert listed("a", min, 1, 2) == ("a", (1, 2))
    assert listed("a", max, 1, 3) == ("a", (1, 3))
    assert listed("a", max, 1, 2) == ("a", (1, 2))


def test_what_is_said_by_name_is_part_of_the_question(stores):
    @kept
    def titled(rows, _label, *, title, other=""):
        return rows, title, other

    assert titled(1, "x", title="a") == (1, "a", "")
    assert titled(1, "x", title="b") == (1, "b", "")
    assert titled(1, "x", title="a", other="b") == (1, "a", "b")
    assert titled(1, "y", other="b", title="a") == (1, "a", "b")
    assert len(stores[0]._kept) == 3


def test_what_is_shared_is_one_object(stores):
    @kept_and_shared
    def table(name):
        return np.zeros(10)

    assert table("a") is table("a")
    assert table("a") is not table("b")
    assert stores[0].bytes == 0 < stores[1].bytes


def test_a_thousand_visitors_with_settings_of_their_own_fill_no_more_than_the_store(stores):
    @kept
    def answer(seed):
        return np.zeros(100)

    for seed in range(1_000):
        answer(seed)
    assert 5_000 < stores[0].bytes <= 10_000


def test_of_those_who_ask_at_once_one_computes_and_the_others_wait(stores):
    calls, begun, go_on = [], threading.Event(), threading.Event()

    @kept
    def slow(x):
        calls.append(x)
        begun.set()
        go_on.wait(10)
        return x * 2

    with ThreadPoolExecutor(8) as visitors:
        found = [visitors.submit(slow, 21) for _ in range(8)]
        begun.wait(10)
        assert slow_is_not_in_the_way(slow, calls, go_on)
        assert [one.result(10) for one in found] == [42] * 8
    assert calls.count(21) == 1


def slow_is_not_in_the_way(slow, calls, go_on):
    """Another question need not wait for that one."""
    with ThreadPoolExecutor(1) as another:
        answer = another.submit(slow, 4)
        while 4 not in calls:
            assert not answer.done()
        go_on.set()
        return answer.result(10) == 8


@pytest.mark.parametrize("stop", [KeyboardInterrupt, ValueError])
def test_a_run_that_is_broken_off_keeps_nothing_and_blocks_nobody(stores, stop):
    calls = []

    @kept
    def answer(x):
        calls.append(x)
        if len(calls) == 1:
            raise stop
        return x

    with pytest.raises(stop):
        answer(1)
    assert stores[0].bytes == 0
    assert answer(1) == 1
    assert calls == [1, 1]


# The name of a question


@dataclass(frozen=True)
class Config:
    names: tuple[str, ...]
    rows: np.ndarray | None = None

    @cached_property
    def length(self):
        return len(self.names)


def test_equal_questions_have_one_name_however_they_were_made():
    first, second = Config(("ab", "ab")), Config(("".join(["a", "b"]), "ab"))
    assert first.length == 2  # which it keeps
    assert digest(first) == digest(second)
    rows = np.arange(12.0).reshape(3, 4)
    assert digest([rows, rows]) == digest([rows, rows.copy()])
    assert digest(rows[:, ::2]) == digest(rows[:, ::2].copy())
    assert digest(Config((), rows)) == digest(Config((), np.asfortranarray(rows)))
    assert digest(TrainingConfig(Groups(("abc", "xyz")))) == digest(
        TrainingConfig(Groups(("abc", "xyz")))
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 1.0),
        (1, True),
        ("1", 1),
        ((1, 2), [1, 2]),
        (("a", "b"), ("ab",)),
        (Config(("a",)), ("a",)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.zeros(2), np.zeros(2, np.float32)),
        (np.array([0.0]), np.array([-0.0])),
        (TrainingConfig(seed=0), TrainingConfig(seed=1)),
        (None, ()),
    ],
)
def test_different_questions_have_different_names(first, second):
    assert digest(first) != digest(second)


# What all of the app may hold


def test_all_stores_together_are_bounded():
    assert ANSWERS.most + SHARED.most + KEPT_BYTES <= ALL


def cached(path):
    """The functions of a file that any decorator keeps, but ours."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                call = decorator.func if isinstance(decorator, ast.Call) else decorator
                if ast.unparse(call).endswith(("cache", "cache_data", "cache_resource")):
                    yield node.name


def test_the_app_has_no_other_cache_but_of_closed_sets():
    paths = [*(ROOT / "embedcore/ui").rglob("*.py"), *(ROOT / "pages").glob("*.py")]
    found = {path.relative_to(ROOT).as_posix(): list(cached(path)) for path in paths}
    assert {path: names for path, names in found.items() if names} == CLOSED


def test_the_largest_run_of_many_seeds_leaves_room_for_others():
    """What is kept of 64 seeds with the most tokens, which was 12.5 MB."""
    from embedcore.ui.runs import _seed_runs

    letters = [chr(0x4E00 + number) for number in range(26 * MAX_GROUPS)]
    groups = Groups(tuple("".join(letters[i : i + 26]) for i in range(0, len(letters), 26)))
    assert len(groups.tokens) == 156
    runs = _seed_runs(TrainingConfig(groups, steps=1), 64, "")
    assert len(pickle.dumps(runs)) < ANSWERS.most / 7


def test_the_size_of_a_value_counts_its_arrays():
    assert 8_000 < size_of({"a": np.zeros(1_000)}) < 8_300
    assert 2_000 < size_of(("x" * 1_000, ["y" * 1_000])) < 2_100


def test_runs_of_skip_gram_are_bounded_in_bytes():
    from embedcore.ui.word_vectors.runs import Run, Runs

    runs = Runs()
    for number in range(10):
        runs.keep(number, Run(np.zeros(1_000_000), 1.0))  # 8 MB
    assert [number for number in range(10) if runs.get(number) is not None] == [5, 6, 7, 8, 9]
