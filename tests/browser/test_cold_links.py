"""A deep link that wakes a sleeping app: the first visit to a new server.

The training lab's is in ``test_umap_warms_up.py``.
"""

import pytest

from .visitor import PAGES

COLD = [  # the lightest, and two that compute
    (PAGES[0], "en"),
    (PAGES[len(PAGES) // 2], "zh"),
    (PAGES[-1], "en"),
]


@pytest.mark.parametrize(("page", "language"), COLD)
def test_cold_deep_link(visit, fresh_server, page, language):
    visitor = visit(server=fresh_server(), language=language)
    visitor.go(page)
    visitor.expect_title(page)
    visitor.expect_painted()
