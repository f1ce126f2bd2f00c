"""How often a long computation says how far it is."""

import pytest

from embedcore.progress import every_hundredth


@pytest.mark.parametrize("steps", [1, 60, 101, 199, 350, 1_000])
def test_about_a_hundred_steps_are_told_and_the_last(steps):
    told = []
    report = every_hundredth(lambda done, total: told.append((done, total)), steps)
    for done in range(1, steps + 1):
        report(done)
    assert told == sorted(set(told))
    assert told[-1] == (steps, steps)
    assert min(steps, 100) <= len(told) < 200


def test_nobody_need_listen():
    every_hundredth(None, 10)(10)
