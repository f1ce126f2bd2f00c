"""For every test: the same examples in each run."""

import os

import hypothesis

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: who tests in a browser mostly waits for it."""
    return (os.cpu_count() or 1) + 1
