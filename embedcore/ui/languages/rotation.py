"""Two spaces that never met: what a rotation learned from a few pairs says about all others."""

import numpy as np
import streamlit as st

from embedcore.charts.languages.alignment import learning_curve
from embedcore.languages.alignment import (
    SPLITS,
    WIDTH,
    LearningCurve,
    comparable,
    rotation,
    shares,
)
from embedcore.ui.languages.own_anchors import own_anchors
from embedcore.ui.languages.rotation_clouds import show_clouds
from embedcore.ui.languages.rotation_word import show_word, word_field
from embedcore.ui.languages.spaces import ANCHORS, DIRECTIONS, Setup, cached_curve
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import LANGUAGES, Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import table_or_explain

DEFAULT_ANCHORS = 100
COMPARED = (50, 100, 150)  # numbers of anchors, for what each further pair adds
FIRST_DIRECTION = {"glove": "en_zh", "chinese": "zh_en"}  # by the table that a reader knows
FEWEST_OF_A_KIND = 60  # look-ups, over all splits, from which a kind of words is compared


def show_rotation(visit: Visit) -> None:
    """The curve, the clouds before and after, and any word's neighbours in the other language."""
    text, controls = visit.text, visit.controls
    st.subheader(text("rotation.heading"), anchor=False)
    tables = [table_or_explain(text, name) for name in ("glove", "chinese")]
    if None not in tables:
        chinese = tables[1].vectors.shape[1]
        st.markdown(text("rotation.lead", width=WIDTH, chinese=chinese))
    left, right = st.columns(2, gap="large")
    with left:
        direction = controls.choice(
            "direction",
            DIRECTIONS,
            FIRST_DIRECTION[LANGUAGES[text.language].table],
            label=lambda name: text(f"rotation.directions.{name}"),
            follows=True,
        )
    with right:
        whose = controls.choice(
            "anchor_list",
            ("ours", "own"),
            "ours",
            label=lambda name: text(f"rotation.lists.{name}"),
        )
    if None in tables:
        return
    if whose == "ours":
        setup = Setup(direction, controls.stops("anchors", ANCHORS, DEFAULT_ANCHORS))
    else:
        own = own_anchors(text, controls, *tables)
        setup = Setup(direction, len(own), own)
        if not own:
            st.info(text("rotation.own.none"), icon="⌨️")
            word_field(controls, setup)  # a link may have set it
            return
    found = cached_curve(setup, text("rotation.progress"))
    _show_curve(text, setup, found)
    st.divider()
    show_clouds(text, setup)
    st.divider()
    show_word(text, controls, setup)
    _show_numbers(text, setup, found)


def _show_curve(text: Text, setup: Setup, found: LearningCurve) -> None:
    measures = _measures(found)
    held_out = found.among_pairs.shape[-1]
    words = len(setup.spaces.target)
    names = [text(f"rotation.measures.{name}", held_out=held_out, words=words) for name in MEASURES]
    alt = text("rotation.alt", most=found.anchors[-1], splits=SPLITS)
    chart(
        alt,
        f"{text.page}.rotation",
        learning_curve,
        found.anchors,
        measures,
        k=setup.k,
        names=names,
        anchors_title=text("rotation.anchors"),
        share_title=text("rotation.share"),
    )
    st.caption(text("rotation.how", splits=SPLITS, held_out=held_out, words=words))
    at = found.anchors.index(setup.k)
    first, five, ten = measures[:, :, at].mean(axis=1)
    values = {"k": setup.k, "held_out": held_out, "first": first, "five": five, "ten": ten}
    values |= {"spread": measures[0, :, at].std(ddof=1), "words": words, "chance": 1 / held_out}
    said = text("rotation.see.found" if setup.k else "rotation.see.without", **values)
    more = [text("rotation.see.further", **values)] if setup.k else []
    if setup.own:
        more += _expect(text, setup)
    else:
        more += [_growth(text, found.anchors, measures[0].mean(axis=0))]
        more += _kinds_compared(text, setup, found)
    what_you_see(text, said, more=more)


def _growth(text: Text, anchors: tuple[int, ...], means: np.ndarray) -> str:
    """The shares at three numbers of anchors; that each pair adds less only where it does."""
    at = [anchors.index(k) for k in COMPARED]
    first, next_, last = means[at]
    early, middle, late = COMPARED
    slopes = (next_ - first) / (middle - early), (last - next_) / (late - middle)
    key = "grows" if slopes[0] > slopes[1] > 0 else "grows_evenly"
    counts = {"early": early, "middle": middle, "late": late}
    return text(f"rotation.see.{key}", first=first, next=next_, last=last, **counts)


def _expect(text: Text, setup: Setup) -> list[str]:
    """What so many anchors can be expected to give: those of our list, and why."""
    ours = cached_curve(Setup(setup.direction, 0), text("rotation.progress"))
    k = max(k for k in ANCHORS if k <= setup.k)
    first = shares(ours.among_pairs[:, ours.anchors.index(k)], 1).mean()
    width = setup.spaces.source.shape[1]
    return [
        text("rotation.see.expect", k=k, first=first),
        text("rotation.see.free" if setup.k < width else "rotation.see.fixed", width=width),
    ]


MEASURES = ("first", "five", "ten")


def _measures(found: LearningCurve) -> np.ndarray:
    """P@1 and P@5 among the held-out pairs, P@10 among all words: ``[3, splits, anchors]``."""
    return np.stack(
        [
            shares(found.among_pairs, 1),
            shares(found.among_pairs, 5),
            shares(found.among_all, 10),
        ]
    )


def _by_kind(setup: Setup, found: LearningCurve) -> dict[str, tuple[int, float]]:
    """Of each kind of words how many look-ups there were, and the share that P@1 found."""
    kinds = np.array([pair.kind for pair in setup.pairs])
    looked_up = np.stack([kinds[part.held_out] for part in setup.parts])
    right = found.among_pairs[:, found.anchors.index(setup.k)] == 0
    counted = {kind: looked_up == kind for kind in dict.fromkeys(kinds) if kind}
    return {kind: (int(own.sum()), float(right[own].mean())) for kind, own in counted.items()}


def _kinds_compared(text: Text, setup: Setup, found: LearningCurve) -> list[str]:
    if not setup.k:
        return []
    by_kind = {
        kind: share
        for kind, (count, share) in _by_kind(setup, found).items()
        if count >= FEWEST_OF_A_KIND
    }
    best, worst = max(by_kind, key=by_kind.get), min(by_kind, key=by_kind.get)
    values = {
        "best": text(f"rotation.kinds.{best}"),
        "best_share": by_kind[best],
        "worst": text(f"rotation.kinds.{worst}"),
        "worst_share": by_kind[worst],
    }
    return [text("rotation.see.kinds", **values)]


def _show_numbers(text: Text, setup: Setup, found: LearningCurve) -> None:
    measures = _measures(found)
    columns = {text("rotation.anchors"): found.anchors}
    for name, values in zip(MEASURES, measures, strict=True):
        columns[text(f"rotation.short.{name}")] = values.mean(axis=0).round(4)
        columns[text(f"rotation.short.{name}") + " ±"] = values.std(axis=0, ddof=1).round(4)
    numbers(text, columns, "curve")
    by_kind = _by_kind(setup, found)
    columns = {
        text("rotation.kind"): [text(f"rotation.kinds.{kind}") for kind in by_kind],
        text("rotation.look_ups"): [count for count, _ in by_kind.values()],
        text("rotation.short.first"): [round(share, 4) for _, share in by_kind.values()],
    }
    numbers(text, columns, "kinds")


SECTION = Section(
    show_rotation,
    code=(
        comparable,
        rotation,
        shares,
    ),
    formulas=(
        r"W = \arg\min_{W^{\top} W = I} \lVert X W - Y \rVert_F = U V^{\top}, "
        r"\qquad U \Sigma V^{\top} = X^{\top} Y",
        r"\mathrm{P@}m = \frac{1}{n} \sum_{i} \left[\, \mathrm{rank}_i \le m \,\right]",
    ),
)
