"""A lecture hall: many open the training lab at once, and some leave before it has answered."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

HALL = 12  # `make bench` fills it with thirty
PATIENCE = 180_000  # milliseconds


@pytest.fixture(scope="module")
def warm_server(contexts, server) -> str:
    """The shared server once it has compiled UMAP, so that many fit with it at once."""
    first = Visitor(contexts("en-US", 0), server, patience=PATIENCE)
    first.go("training_lab")
    first.expect_title("training_lab")
    first.rest()
    expect(first.waiting()).to_have_count(0, timeout=PATIENCE)
    first.leave()
    return server


@pytest.fixture
def hall(contexts, warm_server):
    """``hall(count)``: visitors, a page each in one browser, seen off at the end."""
    visitors = []

    def fill(count: int) -> list[Visitor]:
        context = contexts("en-US", 0)
        visitors.extend(Visitor(context, warm_server, patience=PATIENCE) for _ in range(count))
        return visitors[-count:]

    yield fill
    for visitor in visitors:
        visitor.leave()


def test_all_with_different_settings_each_get_their_own_answer(hall):
    everyone = hall(HALL)
    for seed, visitor in enumerate(everyone):
        visitor.go("training_lab", seed=str(seed + 100), steps="100")
    for seed, visitor in enumerate(everyone):
        expect_finished(visitor)
        expect(visitor.page.get_by_test_id("stAlertContentError")).to_have_count(0)
        visitor.expect_query(seed=str(seed + 100), steps="100")


def expect_finished(visitor: Visitor) -> None:
    """The run is over, its pictures are painted, and the last element of the page is there."""
    visitor.expect_painted()
    expect(visitor.page.get_by_test_id("stAlertContentInfo").first).to_be_visible()
    visitor.check()


def test_one_who_leaves_in_mid_training_holds_up_nobody(hall):
    settings = {"steps": "2500", "d_model": "100", "seed": "77"}
    leaver, stayer = hall(2)
    leaver.go("training_lab", **settings)
    leaver.page.get_by_test_id("stProgress").wait_for()
    leaver.page.goto("about:blank")
    stayer.go("training_lab", **settings)
    expect_finished(stayer)


def test_two_who_train_the_same_at_once_see_the_same(hall):
    settings = {"steps": "1500", "seed": "78", "section": "compare", "control": "untrained"}
    both = one, other = hall(2)
    for visitor in both:
        visitor.go("training_lab", **settings)
    for visitor in both:
        expect_finished(visitor)
        expect(visitor.page.get_by_test_id("stMetric")).to_have_count(4)
        expect(visitor.seen().first).to_be_visible()
    one.eventually(lambda: found(one) == found(other), True)


def found(visitor: Visitor) -> tuple[list[str], list[str]]:
    """The numbers and the sentences."""
    metrics = visitor.page.get_by_test_id("stMetric")
    return metrics.all_inner_texts(), visitor.seen().all_inner_texts()
