"""How a long computation says how far it has come."""

from collections.abc import Callable

Progress = Callable[[int, int], None]  # done, in all


def every_hundredth(progress: Progress | None, steps: int) -> Callable[[int], None]:
    """A function to call with the number of each step done, of so many ``steps``.

    It passes about a hundred of them on to ``progress``, the last among them.

    >>> report = every_hundredth(print, 250)
    >>> for done in (1, 2, 3, 4, 249, 250):
    ...     report(done)
    2 250
    4 250
    250 250
    """
    every = max(1, steps // 100)

    def report(done: int) -> None:
        if progress and (done % every == 0 or done == steps):
            progress(done, steps)

    return report
