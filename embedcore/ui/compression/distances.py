"""Distances after random projection, as measured and as Johnson and Lindenstrauss promise them."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.charts.compression.distortion import (
    ChangeNames,
    Changes,
    ChangeTitles,
    change_histogram,
    changes_by_width,
)
from embedcore.compression.random_projection import (
    chance_shares,
    chance_worst,
    distortion,
    one_hot_distortion,
    promised_distortion,
)
from embedcore.samples import SEEDS
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import table_or_explain

WIDTHS = (2, 4, 8, 16, 32, 50, 64, 128, 256, 512, 768, 1_024, 2_048)
COUNTS = (1_000, 10_000, 50_000)
SOURCES = ("onehot", "glove", "chinese")
SAMPLE = 500  # words whose pairs are measured: 124,750
FIFTY = WIDTHS.index(50)


class Measured(NamedTuple):
    """The distortions of several seeds."""

    marks: np.ndarray  # [seeds, widths, 5]
    shares: np.ndarray  # mean over the seeds: [widths, bins]
    limits: np.ndarray  # [seeds, widths, 2]
    pairs: int  # of the sample


def show_distances(visit: Visit) -> None:
    """A histogram at one width, and the spread at all widths, both beside the promise."""
    text, controls = visit.text, visit.controls
    st.subheader(text("distances.heading"), anchor=False)
    st.markdown(text("distances.lead", words=COUNTS[-1]))
    source = controls.choice(
        "source", SOURCES, "onehot", label=lambda name: text(f"distances.sources.{name}")
    )
    left, right = st.columns(2, gap="large")
    with left:
        count = controls.stops("words", COUNTS, COUNTS[-1])
    with right:
        width = controls.stops("k", WIDTHS, 768)
    if source != "onehot" and table_or_explain(text, source) is None:
        return
    among = SAMPLE if source == "onehot" else count  # one-hot words are all alike
    if source == "onehot":
        visit.ran(one_hot_distortion, chance_worst)
    else:
        visit.ran(distortion)
    measured = cached_distortions(source, among, text("progress"))
    _show_pictures(text, source, count, width, measured)
    st.caption(text("distances.curve"))
    st.caption(text(f"distances.about.{source}", sample=SAMPLE, seeds=SEEDS, pairs=measured.pairs))
    first, *others = _promise(text, count, width, measured)
    more = [*others, _limits(text, source, count, width, measured)]
    if width != WIDTHS[FIFTY]:
        more.append(_fifty(text, measured))
    what_you_see(text, _typical(text, width, measured), first, more=more)
    numbers(text, _columns(text, source, count, measured), "distances")


def _show_pictures(text: Text, source: str, count: int, width: int, measured: Measured) -> None:
    place = WIDTHS.index(width)
    marks = measured.marks.mean(axis=0)
    left, right = st.columns(2, gap="large")
    with left:
        worst = measured.marks[:, place, 0].min(), measured.marks[:, place, -1].max()
        titles = {title: text(f"distances.{title}") for title in ChangeTitles._fields}
        alt = text("distances.alt", pairs=measured.pairs, width=width, seeds=SEEDS)
        chart(
            alt,
            f"{text.page}.distances",
            change_histogram,
            measured.shares[place],
            chance_shares(width),
            promise=promised_distortion(count, width),
            worst=worst,
            titles=ChangeTitles(**titles),
        )
    with right:
        promises = [promised_distortion(count, w) for w in WIDTHS]
        names = {name: text(f"distances.{name}") for name in ("inner", "outer", "promise")}
        names["limits"] = text(f"distances.limits.{source == 'onehot'}")
        alt = text("distances.by_width_alt", smallest=WIDTHS[0], largest=WIDTHS[-1])
        chart(
            alt,
            f"{text.page}.distances.by_width",
            changes_by_width,
            WIDTHS,
            Changes(marks, promises, _limit_lines(source, count, measured)),
            chosen=width,
            width_title=text("distances.width"),
            change_title=text("distances.change"),
            names=ChangeNames(**names),
        )


def _limit_lines(source: str, count: int, measured: Measured) -> np.ndarray:
    """The worst of all pairs as chance has it, or the worst of all vectors: ``[widths, 2]``."""
    if source == "onehot":
        return np.array([chance_worst(width, all_pairs(count)) for width in WIDTHS])
    return measured.limits.mean(axis=0)


def all_pairs(count: int) -> int:
    """The pairs of different words among ``count``."""
    return count * (count - 1) // 2


def _promise(text: Text, count: int, width: int, measured: Measured) -> list[str]:
    """What the lemma says, and in how many seeds the sample kept it."""
    eps = promised_distortion(count, width)
    if eps is None:
        least = next(w for w in range(width, 10_000) if promised_distortion(count, w) is not None)
        return [text("distances.see.no_promise", words=count, width=width, least=least)]
    place = WIDTHS.index(width)
    worst = np.abs(measured.marks[:, place, [0, -1]]).max(axis=1)  # (seeds,)
    values = {"words": count, "width": width, "eps": eps, "seeds": SEEDS}
    values |= {"shorter": 1 - (1 - eps) ** 0.5, "longer": (1 + eps) ** 0.5 - 1}
    values |= {
        "pairs": measured.pairs,
        "worst": worst.mean(),
        "spread": worst.std(ddof=1),
        "kept": int((worst < eps).sum()),
    }
    return [text("distances.see.promise", **values), text("distances.see.worst", **values)]


def _typical(text: Text, width: int, measured: Measured) -> str:
    low, high = measured.marks[:, WIDTHS.index(width), [1, 3]].T  # (seeds,) each
    values = {"low": low.mean(), "high": high.mean()}
    values |= {"low_spread": low.std(ddof=1), "high_spread": high.std(ddof=1)}
    return text("distances.see.typical", **values)


def _limits(text: Text, source: str, count: int, width: int, measured: Measured) -> str:
    """One-hot: what the worst of all pairs must be. Real: that no pair can do worse than …"""
    least, most = _limit_lines(source, count, measured)[WIDTHS.index(width)]
    if source == "onehot":
        promised = promised_distortion(count, width) is not None
        key = "all_pairs" if promised else "all_pairs_unpromised"
        return text(f"distances.see.{key}", pairs=all_pairs(count), least=least, most=most)
    own = words.load(source).vectors.shape[1]
    key = "wider" if width >= own else "narrower"
    values = {"own": own, "width": width, "least": least, "most": most}
    ends = measured.marks[:, WIDTHS.index(width), [0, -1]].mean(axis=0)
    values |= {"measured_least": ends[0], "measured_most": ends[1]}
    return text(f"distances.see.{key}", **values)


def _fifty(text: Text, measured: Measured) -> str:
    """Of the page's question: too few numbers for any promise about 1,000 words or more."""
    low, high = measured.marks[:, FIFTY, [1, 3]].mean(axis=0)
    return text("distances.see.fifty", fifty=WIDTHS[FIFTY], low=low, high=high)


def _columns(text: Text, source: str, count: int, measured: Measured) -> dict:
    marks = measured.marks.mean(axis=0)
    promises = [promised_distortion(count, width) for width in WIDTHS]
    columns = {text("distances.width"): WIDTHS, text("distances.promise"): promises}
    for name, mark in zip(("least", "low", "middle", "high", "most"), marks.T, strict=True):
        columns[text(f"distances.marks.{name}")] = mark.round(4)
    worst = np.abs(measured.marks[:, :, [0, -1]]).max(axis=2)  # (seeds, widths)
    columns[text("distances.marks.spread")] = worst.std(axis=0, ddof=1).round(4)
    name = text(f"distances.limits.{source == 'onehot'}")
    for sign, limit in zip("−+", _limit_lines(source, count, measured).T, strict=True):
        columns[f"{name} {sign}"] = limit.round(4)
    return columns


@kept
def cached_distortions(source: str, count: int, _label: str) -> Measured:
    """The distortions of a sample of the first ``count`` words, at all ``WIDTHS`` and ``SEEDS``."""
    bar = Bar(_label)
    found = []
    for seed in range(SEEDS):
        if source == "onehot":
            found.append(one_hot_distortion(SAMPLE, WIDTHS, seed))
        else:
            rows = np.random.default_rng(seed).choice(count, SAMPLE, replace=False)
            found.append(distortion(words.load(source).vectors[np.sort(rows)], WIDTHS, seed))
        bar(seed + 1, SEEDS)
    bar.close()
    marks, shares, limits, pairs = zip(*found, strict=True)
    return Measured(np.array(marks), np.mean(shares, axis=0), np.array(limits), pairs[0])


SECTION = Section(
    show_distances,
    code=(
        promised_distortion,
        chance_shares,
    ),
    formulas=(
        r"y = \tfrac{1}{\sqrt{k}}\, R^{\top} x, \qquad R_{ij} \sim \mathcal{N}(0, 1), \qquad "
        r"R^{\top} e_i = R_{i}",
        r"k \ge \frac{4 \ln n}{\varepsilon^2 / 2 - \varepsilon^3 / 3} "
        r"\quad\Longrightarrow\quad \Pr\left[\,\forall u, v:\ "
        r"(1 - \varepsilon)\, \lVert u - v \rVert^2 \le \lVert y_u - y_v \rVert^2 "
        r"\le (1 + \varepsilon)\, \lVert u - v \rVert^2 \,\right] \ge \tfrac{1}{n}",
        r"\frac{\lVert y_u - y_v \rVert^2}{\lVert u - v \rVert^2} \sim \frac{\chi^2_k}{k}",
    ),
)
