"""The grouped model on the compression page: each number is one of the runs."""

import numpy as np
import pytest

from embedcore.compression.group_capacity import fit, separable_share
from embedcore.ui.compression import groups
from embedcore.ui.compression.groups import SEEDS
from embedcore.ui.text import Text

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
    ends = {"small": values["at_small"], "large": values["at_large"]}
    drawn = page.chart("groups.guesses_alt", count=6, seeds=SEEDS, **ends).rows()
    np.testing.assert_allclose(drawn["mean"], list(values.values()), rtol=1e-5)
    spreads = [found.own_share.std(ddof=1) for found in (small, large)]
    np.testing.assert_allclose(drawn["spread"], spreads, rtol=1e-4)
    ends = {
        f"{part}_{size}": getattr(found, part).mean()
        for part in ("within", "across")
        for size, found in (("small", small), ("large", large))
    }
    rows = page.chart("groups.rows_alt", count=6, seeds=SEEDS, **ends).rows()
    within = rows[rows["name"] == page.text("groups.within")]
    np.testing.assert_allclose(within["mean"], [small.within.mean(), large.within.mean()])
    right = [found.all_told_apart == SEEDS for found in (small, large)]
    if any(right):
        width = WIDTHS[right.index(True)]
        assert page.says("groups.see.narrowest", count=6, width=width, seeds=SEEDS)
    else:
        assert page.says("groups.see.never", count=6, seeds=SEEDS, width=8)


@both
def test_the_map_has_all_runs(fits, language):
    page = open_section(language)
    all_right = sum(found.all_told_apart == SEEDS for found in fits.values())
    drawn = page.chart("groups.map.alt", counts=2, widths=2, right=all_right).rows()
    for row in drawn.itertuples():
        found = fits[row[1], row[2]]  # of groups, of numbers
        assert row.share == pytest.approx(found.own_share.mean(), abs=1e-5)
        assert row.written == f"{found.all_told_apart}/{SEEDS}"


@both
def test_planes_before_and_after_training(fits, language):
    page = open_section(language)
    shares = {
        (part, width): separable_share(getattr(fits[6, width], part), groups=3)
        for width in WIDTHS
        for part in ("before", "after")
    }
    ends = {
        f"{part}_{size}": shares[part, width]
        for part in ("before", "after")
        for size, width in (("small", 2), ("large", 8))
    }
    drawn = page.chart("groups.planes.alt", count=6, **ends).rows()
    drawn = drawn.set_index(["name", "width"])["mean"]
    for width in WIDTHS:
        for part in ("before", "after"):
            expected = shares[part, width]
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
    table = page.tables[0]
    assert tuple(table[page.text("groups.width")]) == WIDTHS


def told_apart(fits, *right):
    """The runs as if in so many seeds every token had been guessed right, width by width."""
    first = [np.array([1.0] * seeds + [0.9] * (SEEDS - seeds)) for seeds in right]
    return [found._replace(first=share) for found, share in zip(fits, first, strict=True)]


def test_a_width_is_only_enough_if_all_wider_ones_are(fits, monkeypatch):
    monkeypatch.setattr(groups, "WIDTHS", (2, 4, 8))
    text, three = Text("compression", "en"), [fits[6, 2], fits[6, 8], fits[6, 8]]
    said = [
        groups._narrowest(text, 6, told_apart(three, *right))
        for right in ((SEEDS, SEEDS, SEEDS), (SEEDS, 7, SEEDS), (SEEDS, SEEDS, 7))
    ]
    assert said == [
        text("groups.see.narrowest", count=6, width=2, seeds=SEEDS),
        text("groups.see.narrowest", count=6, width=8, seeds=SEEDS),
        text("groups.see.never", count=6, width=8, seeds=SEEDS),
    ]


@pytest.mark.parametrize("steps", groups.STEPS[::3])
def test_at_the_ends_of_the_steps_each_conclusion_has_its_numbers(steps):
    page = Visit("compression", section="groups", groups="6", steps=str(steps))
    runs = {(c, w): fit(c, w, steps, range(SEEDS)) for c in COUNTS for w in WIDTHS}
    small, large = runs[6, 2], runs[6, 8]
    gaps = [(found.within - found.across).mean() for found in (small, large)]
    better = gaps[1] < gaps[0] - 0.05 and large.own_share.mean() > small.own_share.mean()
    assert page.says("groups.see.own_why") == better
    fitting = [c > w and found.all_told_apart == SEEDS for (c, w), found in runs.items()]
    assert page.says("groups.map.see.crowded") == any(fitting)
