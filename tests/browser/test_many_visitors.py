"""A lecture hall: many open the training lab at once, and some leave before it has answered."""

import pytest
from playwright.sync_api import expect

from .visitor import Visitor

HALL = 12  # `make bench` fills it with thirty


@pytest.fixture
def hall(contexts, first_visit):
    """``hall(count)``: visitors, a page each in one browser, seen off at the end."""
    visitors = []

    def fill(count: int) -> list[Visitor]:
        context = contexts("en-US", 0)
        visitors.extend(Visitor(context, first_visit.server) for _ in range(count))
        return visitors[-count:]

    yield fill
    for visitor in visitors:
        visitor.leave()


def test_all_with_different_settings_each_get_their_own_answer(hall):
    everyone = hall(HALL)
    for seed, visitor in enumerate(everyone):
        visitor.page.set_default_timeout(180_000)
        visitor.go("training_lab", seed=str(seed + 100), steps="300", section="take_away")
    for seed, visitor in enumerate(everyone):
        visitor.page.wait_for_function(FINISHED, timeout=180_000)
        visitor.check()
        assert not visitor.page.get_by_test_id("stAlertContentError").count()
        assert f"seed={seed + 100}" in visitor.page.url


# The last element of the page is there, and its script has ended.
FINISHED = """() => {
    const app = document.querySelector('[data-testid=stApp]');
    return app && app.dataset.testScriptState === 'notRunning'
        && document.querySelector('[data-testid=stVegaLiteChart] :is(canvas, svg.marks)')
        && document.querySelector('[data-testid=stAlertContentInfo]');
}"""


def test_one_who_leaves_in_mid_training_holds_up_nobody(hall):
    settings = {"steps": "5000", "d_model": "100", "seed": "77", "section": "take_away"}
    leaver, stayer = hall(2)
    leaver.go("training_lab", **settings)
    leaver.page.get_by_test_id("stProgress").wait_for(timeout=60_000)
    leaver.page.goto("about:blank")
    stayer.go("training_lab", **settings)
    stayer.page.wait_for_function(FINISHED, timeout=120_000)
    stayer.check()


def test_two_who_train_the_same_at_once_see_the_same(hall):
    settings = {"steps": "1500", "seed": "78", "section": "compare", "control": "untrained"}
    both = hall(2)
    for visitor in both:
        visitor.go("training_lab", **settings)
    seen = []
    for visitor in both:
        visitor.page.wait_for_function(FINISHED, timeout=120_000)
        metrics = visitor.page.get_by_test_id("stMetric")
        expect(metrics).to_have_count(6)  # the browser loads what draws them when it first must
        seen.append((metrics.all_inner_texts(), visitor.seen()))
    assert seen[0] == seen[1]
