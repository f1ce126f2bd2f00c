"""For every test: the same examples in each run, and where it runs when several run at once."""

import os
from pathlib import Path

import hypothesis
import pytest

BROWSERS = 2  # at once: a third would make all of them wait for the processors

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: who tests in a browser mostly waits for it."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)  # xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of a file run one after another; those in a browser, in a few groups of files."""
    in_browser = sorted({item.path for item in items if item.path.parent.name == "browser"})
    groups = {path: f"browser {place % BROWSERS}" for place, path in enumerate(in_browser)}
    for item in items:
        group = groups.get(item.path, str(item.path.relative_to(Path(__file__).parents[1])))
        item.add_marker(pytest.mark.xdist_group(group))
