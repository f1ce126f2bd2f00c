"""For every test: the same examples in each run, and where it runs when several run at once."""

import os
from pathlib import Path

import hypothesis
import pytest

BROWSERS = 2  # at once: a third would make all of them wait for the processors

hypothesis.settings.register_profile("same", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("same")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: who tests in a browser mostly waits for it."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """The tests of a file run one after another; those in a browser, in a few groups of files."""
    from xdist.scheduler import LoadScopeScheduling

    folder = Path(__file__).parent / "browser"
    in_browser = [f"tests/browser/{path.name}" for path in sorted(folder.glob("test_*.py"))]

    class InGroups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            known = file in in_browser
            return f"browser {in_browser.index(file) % BROWSERS}" if known else file

    return InGroups(config, log)
