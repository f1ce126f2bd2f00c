"""A deep link that wakes a sleeping app: the first visit to a new server.

The training lab's is in ``test_umap_warms_up.py``.
"""

import pytest

from embedcore.ui.tour import TOUR

from .visitor import PAGES

COLD = [page for page in PAGES if page != "training_lab"]


def test_every_page_of_the_tour_is_visited_here():
    assert [stop.page for stop in TOUR] == list(PAGES)


@pytest.mark.parametrize(
    ("page", "language"), [(page, ("en", "zh")[i % 2]) for i, page in enumerate(COLD)]
)
def test_cold_deep_link(visit, fresh_server, page, language):
    visitor = visit(server=fresh_server(), language=language)
    visitor.go(page)
    visitor.expect_title(page)
    visitor.expect_painted(page)
