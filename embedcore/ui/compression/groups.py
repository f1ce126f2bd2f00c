"""The grouped model in few and many numbers: whether it tells its groups apart, and how many."""

import numpy as np
import streamlit as st

from embedcore.charts.compression.by_width import Curve, Level, ValueAxis, curves
from embedcore.charts.compression.fit_map import FitTitles, fit_map
from embedcore.charts.style import ACCENT, GROUP_COLOURS, QUIET
from embedcore.compression.group_capacity import (
    SEQUENCE_LENGTH,
    SIZE,
    Fit,
    fit,
    group_masses,
    separable,
    separable_share,
)
from embedcore.samples import SEEDS
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

WIDTHS = (2, 3, 4, 8, 16, 32, 64)
COUNTS = (2, 4, 6, 8, 16, 32)
MAP_WIDTHS = (2, 3, 4, 8, 16)
STEPS = (100, 250, 500, 1_000)
CLEARLY = 0.05  # a fall of the gap of cosines that is spoken of
PLANES = 3  # groups, of each seed, that a plane is looked for


def show_groups(visit: Visit) -> None:
    """One number of groups at all widths, then all numbers of groups as a map."""
    text, controls = visit.text, visit.controls
    st.subheader(text("groups.heading"), anchor=False)
    st.markdown(text("groups.lead", smallest=WIDTHS[0], largest=WIDTHS[-1]))
    left, right = st.columns(2, gap="large")
    with left:
        count = controls.stops("groups", COUNTS, 6)
    with right:
        steps = controls.stops("steps", STEPS, 500)
    place = st.container()
    fits = _all(text, [(count, width) for width in WIDTHS], steps)
    with place:
        _show_curves(text, count, fits)
    _show_planes(text, count, steps, fits)
    _show_map(text, steps)
    numbers(text, _columns(text, count, fits), "groups")


def _all(text: Text, cells: list[tuple[int, int]], steps: int) -> list[Fit]:
    """The runs of all ``cells`` (groups, width), each cached by itself: none is lost by leaving."""
    bar = Bar(text("progress"))
    found = []
    for done, (count, width) in enumerate(cells):
        bar(done, len(cells))
        found.append(cached_fit(count, width, steps))
    bar.close()
    return found


def _show_curves(text: Text, count: int, fits: list[Fit]) -> None:
    within, across, own = (
        np.array([getattr(found, part) for found in fits]).T
        for part in ("within", "across", "own_share")
    )  # (seeds, widths) each
    titles = {
        "width_title": text("groups.width"),
        "spread_title": text("groups.spread", seeds=SEEDS),
    }
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(text("groups.rows"))
        drawn = [
            Curve(text("groups.within"), within, ACCENT),
            Curve(text("groups.across"), across, QUIET, (6, 3)),
        ]
        cosine = ValueAxis(text("groups.cosine"), (-1.0, 1.0), percent=False)
        ends = {**_ends("within", within), **_ends("across", across)}
        alt = text("groups.rows_alt", count=count, seeds=SEEDS, **ends)
        chart(alt, f"{text.page}.rows", curves, WIDTHS, drawn, values=cosine, **titles)
    with right:
        st.markdown(text("groups.guesses"))
        drawn = [Curve(text("groups.own"), own, GROUP_COLOURS[0])]
        level = Level(text("groups.chance", count=count), 1 / count)
        chance = ValueAxis(text("groups.probability"), (0.0, 1.05))
        small, large = own.mean(axis=0)[[0, -1]]
        alt = text("groups.guesses_alt", count=count, seeds=SEEDS, small=small, large=large)
        key = f"{text.page}.guesses"
        chart(alt, key, curves, WIDTHS, drawn, values=chance, level=level, **titles)
    st.caption(text("groups.how", size=SIZE, length=SEQUENCE_LENGTH, seeds=SEEDS))
    gaps = (within - across).mean(axis=0)
    best = int(np.argmax(gaps))
    ends = {"small": WIDTHS[0], "large": WIDTHS[-1]}
    gap = {"best": WIDTHS[best], "gap": gaps[best], "at_large": gaps[-1], "large": WIDTHS[-1]}
    said = [text("groups.see.own", at_small=own[:, 0].mean(), at_large=own[:, -1].mean(), **ends)]
    if gaps[-1] < gaps[best] - CLEARLY and own[:, -1].mean() > own[:, best].mean():
        said.append(text("groups.see.own_why"))
    more = [text("groups.see.gap", **gap)]
    what_you_see(text, _narrowest(text, count, fits), *said, more=more)


def _ends(name: str, values: np.ndarray) -> dict[str, float]:
    """The means of ``values [seeds, widths]`` at the smallest and the largest width."""
    means = values.mean(axis=0)
    return {f"{name}_small": means[0], f"{name}_large": means[-1]}


def _narrowest(text: Text, count: int, fits: list[Fit]) -> str:
    """The narrowest row from which on all seeds tell all groups apart."""
    right = [found.all_told_apart == SEEDS for found in fits]
    from_here = [place for place in range(len(WIDTHS)) if all(right[place:])]
    if not from_here:
        return text("groups.see.never", count=count, seeds=SEEDS, width=WIDTHS[-1])
    width = WIDTHS[from_here[0]]
    return text("groups.see.narrowest", count=count, width=width, seeds=SEEDS)


def _show_planes(text: Text, count: int, steps: int, fits: list[Fit]) -> None:
    st.subheader(text("groups.planes.heading"), anchor=False)
    before, after = cached_planes(count, steps, text("progress"))
    tokens = count * SIZE
    st.markdown(text("groups.planes.lead", tokens=tokens, groups=min(PLANES, count), seeds=SEEDS))
    drawn = [
        Curve(text("groups.planes.after"), after, ACCENT),
        Curve(text("groups.planes.before"), before, QUIET, (6, 3)),
    ]
    ends = {**_ends("before", before), **_ends("after", after)}
    alt = text("groups.planes.alt", count=count, **ends)
    chart(
        alt,
        f"{text.page}.planes",
        curves,
        WIDTHS,
        drawn,
        values=ValueAxis(text("groups.planes.share"), (0.0, 1.05)),
        width_title=text("groups.width"),
        spread_title=text("groups.spread", seeds=SEEDS),
    )
    trained, drawn_so = after.mean(axis=0), before.mean(axis=0)
    said = []
    for name, shares in (("trained", trained), ("untrained", drawn_so)):
        from_here = [place for place in range(len(WIDTHS)) if (shares[place:] == 1).all()]
        key = name if from_here else f"{name}_never"
        width = WIDTHS[from_here[0]] if from_here else WIDTHS[-1]
        said.append(text(f"groups.planes.see.{key}", width=width, share=shares[-1]))
    for width, found, share in zip(WIDTHS, fits, trained, strict=True):
        if found.all_told_apart == SEEDS and share < 1:
            said.insert(1, text("groups.planes.see.guess", width=width, share=share))
            break
    enough = tokens - 1
    what_you_see(text, *said, text("groups.planes.see.cover", tokens=tokens, enough=enough))


def _show_map(text: Text, steps: int) -> None:
    st.subheader(text("groups.map.heading"), anchor=False)
    st.markdown(text("groups.map.lead", seeds=SEEDS))
    cells = [(count, width) for count in COUNTS for width in MAP_WIDTHS]
    fits = _all(text, cells, steps)
    shape = len(COUNTS), len(MAP_WIDTHS)
    shares = np.array([found.own_share.mean() for found in fits]).reshape(shape)
    right = np.array([found.all_told_apart for found in fits]).reshape(shape)
    titles = FitTitles(
        groups=text("groups.map.count"),
        width=text("groups.width"),
        share=text("groups.map.share"),
        seeds=text("groups.map.right"),
    )
    sizes = {"counts": len(COUNTS), "widths": len(MAP_WIDTHS)}
    alt = text("groups.map.alt", right=int((right == SEEDS).sum()), **sizes)
    sides = {"counts": COUNTS, "widths": MAP_WIDTHS, "seeds": SEEDS}
    chart(alt, f"{text.page}.map", fit_map, shares, right, **sides, titles=titles)
    said = [
        _most(text, width, column)
        for width, column in zip(MAP_WIDTHS, (right == SEEDS).T, strict=True)
        if width in (2, 4, 8)
    ]
    fitting = (right == SEEDS) & (np.array(COUNTS)[:, None] > np.array(MAP_WIDTHS))
    if fitting.any():
        said.append(text("groups.map.see.crowded"))
    what_you_see(text, text("groups.map.see.most"), *said, text("groups.map.see.theory"))


def _most(text: Text, width: int, fitted: np.ndarray) -> str:
    """The largest number of groups that fits, all smaller ones fitting too; ``fitted [counts]``."""
    most = COUNTS[int(np.argmin(fitted)) - 1] if not fitted.all() else COUNTS[-1]
    if not fitted[0]:
        return text("groups.map.see.none", width=width)
    key = "all" if fitted.all() else "up_to"
    return text(f"groups.map.see.{key}", width=width, most=most)


def _columns(text: Text, count: int, fits: list[Fit]) -> dict:
    columns = {text("groups.width"): WIDTHS}
    for part, name in (("within", "within"), ("across", "across"), ("own_share", "own")):
        values = np.array([getattr(found, part) for found in fits])  # (widths, seeds)
        columns[text(f"groups.{name}")] = values.mean(axis=1).round(4)
        spread = f"{text(f'groups.{name}')} · {text('groups.spread', seeds=SEEDS)}"
        columns[spread] = values.std(axis=1, ddof=1).round(4)
    columns[text("groups.map.right")] = [found.all_told_apart for found in fits]
    return columns


@kept
def cached_fit(count: int, width: int, steps: int) -> Fit:
    """``fit`` over ``SEEDS`` seeds; a fraction of a second, a second for the largest."""
    return fit(count, width, steps, range(SEEDS))


@kept
def cached_planes(count: int, steps: int, _label: str) -> tuple[np.ndarray, np.ndarray]:
    """The share of groups that a plane parts, before and after training: ``[seeds, widths]``."""
    bar, shares = Bar(_label), np.empty((2, SEEDS, len(WIDTHS)))
    groups = min(PLANES, count)
    for column, width in enumerate(WIDTHS):
        found = cached_fit(count, width, steps)
        for line, rows in enumerate((found.before, found.after)):
            for seed in range(SEEDS):
                shares[line, seed, column] = separable_share(rows[[seed]], groups)
                bar(column * SEEDS + seed, SEEDS * len(WIDTHS))
    bar.close()
    return shares[0], shares[1]


SECTION = Section(
    show_groups,
    code=(
        fit,
        group_masses,
        separable,
        separable_share,
    ),
)
