"""The grouped model on the compression page: each number is one of the runs."""

import numpy as np
import pytest

from embedcore.compression.group_capacity import fit, separable_share
from embedcore.ui.compression import groups
from embedcore.ui.compression.groups import SEEDS

from ..visitor import Visit

both = pytest.mark.parametrize("language", ["en", "zh"])
WIDTHS, COUNTS, STEPS = (2, 8), (2, 6), 250


@pytest.fixture(autouse=True)
def few_runs(monkeypatch):
    monkeypatch.setattr(groups, "WIDTHS", WIDTHS)
    monkeypatch.setattr(groups, "MAP_WIDTHS", WIDTHS)
    monkeypatch.setattr(groups, "COUNTS", COUNTS)
    groups.cached_planes.clear()
    yield
    groups.cached_planes.clear()


def open_section(language="en", **parameters):
    return Visit("compression", language, section="groups", steps=str(STEPS), **parameters)


@pytest.fixture(scope="module")
def fits():
    return {(c, w): fit(c, w, STEPS, range(SEEDS)) for c in COUNTS for w in WIDTHS}


@both
def test_cosine_and_guesses_are_those_of_the_runs(fits, language):
    page = open_section(language)
    small, large = fits[6, 2], fits[6, 8]
    gaps = [(found.within - found.across).mean() for found in (small, large)]
    best = int(np.argmax(gaps))
    values = {"best": WIDTHS[best], "gap": gaps[best], "at_large": gaps[-1], "large": 8}
    assert page.says("groups.see.gap", **values)
    values = {"at_small": small.own_share.mean(), "at_large": large.own_share.mean()}
    assert page.says("groups.see.own", small=2, large=8, **values)
    drawn = page.chart("groups.guesses_alt", count=6, seeds=SEEDS).rows()
    np.testing.assert_allclose(drawn["mean"], list(values.values()), rtol=1e-5)
    spreads = [found.own_share.std(ddof=1) for found in (small, large)]
    np.testing.assert_allclose(drawn["spread"], spreads, rtol=1e-4)
    rows = page.chart("groups.rows_alt", count=6, seeds=SEEDS).rows()
    within = rows[rows["name"] == page.text("groups.within")]
    np.testing.assert_allclose(within["mean"], [small.within.mean(), large.within.mean()])
    right = [found.all_told_apart == SEEDS for found in (small, large)]
    if any(right):
        width = WIDTHS[right.index(True)]
        assert page.says("groups.see.narrowest", count=6, width=width, seeds=SEEDS)
    else:
        assert page.says("groups.see.never", count=6, seeds=SEEDS)


@both
def test_the_map_has_all_runs(fits, language):
    page = open_section(language)
    drawn = page.chart("groups.map.alt", counts=2, widths=2).rows()
    for row in drawn.itertuples():
        found = fits[row[1], row[2]]  # of groups, of numbers
        assert row.share == pytest.approx(found.own_share.mean(), abs=1e-5)
        assert row.written == f"{found.all_told_apart}/{SEEDS}"


@both
def test_planes_before_and_after_training(fits, language):
    page = open_section(language)
    drawn = page.chart("groups.planes.alt", count=6).rows().set_index(["name", "width"])["mean"]
    for width in WIDTHS:
        for part in ("before", "after"):
            expected = separable_share(getattr(fits[6, width], part), groups=3)
            name = page.text(f"groups.planes.{part}")
            assert drawn[name, width] == pytest.approx(expected)
    assert page.says("groups.planes.see.cover", tokens=30, enough=29)


def test_a_right_first_guess_needs_no_plane_of_its_own(fits, monkeypatch):
    """Where both happen at one width, the page says why."""
    monkeypatch.setattr(groups, "separable_share", lambda rows, count: 0.5)
    page = open_section(groups="2")
    width = next(width for width in WIDTHS if fits[2, width].all_told_apart == SEEDS)
    assert page.says("groups.planes.see.guess", width=width, share=0.5)


def test_the_most_groups_that_fit_is_read_off_the_map():
    page = open_section()
    assert "up to **6**" in groups._most(page.text, 4, np.array([True, True]))
    assert "up to **2**" in groups._most(page.text, 4, np.array([True, False]))
    assert groups._most(page.text, 4, np.array([False, True])) == page.text(
        "groups.map.see.none", width=4
    )


def test_another_number_of_groups_and_the_table():
    page = open_section(groups="2").look_closer("groups")
    assert page.chart("groups.guesses_alt", count=2, seeds=SEEDS)
    table = page.tables[0]
    assert tuple(table[page.text("groups.width")]) == WIDTHS
