"""Is a near id a near meaning? Thousands of pairs of real words, and the visitor's own on top."""

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.charts.one_hot.near_ids import GapTitles, gap_histogram, histogram_cells
from embedcore.one_hot.near_ids import (
    DRAWS,
    PAIRS,
    ROW,
    NearIds,
    OwnPair,
    near_ids,
    own_pairs,
)
from embedcore.samples import mean_and_spread
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import LANGUAGES, Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

LISTS = {
    "glove": ["cl100k", "gpt2", "o200k", ROW],
    "chinese": ["o200k", "cl100k", "code_points", ROW],
}
FIRST_PAIRS = {"glove": "Monday/Tuesday A/B cat/dog", "chinese": "猫/狗/桌 银/铜 春/秋"}
LONGEST, MOST_PAIRS = 200, 20
BY_FREQUENCY = 0.4  # correlation from which a list is one of words by frequency


@kept
def cached_near_ids(table: str, id_name: str, space: bool) -> NearIds:
    """``near_ids`` of a table of that name, once for each list of ids."""
    return near_ids(words.load(table), id_name, space)


def show_near_ids(visit: Visit) -> None:
    """The section: gap of the ids against cosine of the vectors."""
    text, controls = visit.text, visit.controls
    st.markdown(text("near.lead"))
    with st.container(border=True):
        table, id_name, space, typed = _near_controls(text, controls)
    with st.spinner(text("near.reading")):
        result = cached_near_ids(table, id_name, space)
        sets = [part.split("/") for part in typed.replace("／", "/").split()]
        own, no_vector, no_id = own_pairs(words.load(table), id_name, space, sets)
    for key, missing in (("no_vector", no_vector), ("no_id", no_id)):
        if missing:
            named = " ".join(map(literal, missing))
            st.caption(text(f"near.{key}", words=named, list=text(f"near.lists.{id_name}")))
    if len(own) > MOST_PAIRS:
        st.caption(text("near.only_first", shown=MOST_PAIRS, count=len(own)))
    own = own[:MOST_PAIRS]
    _show_metrics(text, result)
    points = [(f"{pair.first} · {pair.second}", pair.gap, pair.cosine) for pair in own]
    alt = text("near.alt", pairs=PAIRS, r=result.correlations.mean(), own=len(own))
    titles = GapTitles(**{title: text(f"near.{title}") for title in GapTitles._fields})
    chart(
        alt,
        "one_hot.near_ids",
        gap_histogram,
        result.gaps[0],
        result.cosines[0],
        own=points,
        titles=titles,
        narrow=on_phone(),
    )
    first, r, *others = _sentences(text, result, own, id_name)
    what_you_see(text, first, others[0], more=[r, *others[1:]])
    _show_numbers(text, own)


def _near_controls(text: Text, controls: Controls) -> tuple[str, str, bool, str]:
    left, right = st.columns(2, gap="medium")
    with left:
        table = controls.choice(
            "near_table",
            list(LISTS),
            LANGUAGES[text.language].table,
            label=lambda name: text(f"near.tables.{name}"),
        )
    with right:
        id_name = controls.choice(
            "near_list",
            LISTS[table],
            LISTS[table][0],
            label=lambda name: text(f"near.lists.{name}"),
        )
    left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
    with left:
        english = table == "glove"
        typed = controls.words(
            "own_english" if english else "own_chinese",
            FIRST_PAIRS[table],
            longest=LONGEST,
        )
    space = False
    if english and id_name != ROW:
        with right:
            space = controls.toggle("near_space", False)
    return table, id_name, space, typed


def _show_metrics(text: Text, result: NearIds) -> None:
    real, dealt = result.correlations, result.dealt_at_random
    first, second, third = st.columns(3)
    written = ["{:+.3f} ± {:.3f}".format(*mean_and_spread(r)) for r in (real, dealt)]
    first.metric(text("near.metric.correlation"), written[0], help=text("near.metric.help"))
    second.metric(text("near.metric.dealt"), written[1])
    third.metric(
        text("near.metric.neighbours"),
        text("near.metric.against", near=result.neighbours, any=result.cosines.mean()),
    )


def _sentences(text: Text, result: NearIds, own: list[OwnPair], id_name: str) -> list[str]:
    r, spread = mean_and_spread(result.correlations)
    dealt = mean_and_spread(result.dealt_at_random)
    _, means = histogram_cells(result.gaps[0], result.cosines[0])
    near, far = means["cosine"].iloc[[0, -1]]
    drawn = {"pairs": PAIRS, "words": result.words, "draws": DRAWS}
    seen = [
        text("near.see.pairs", near=near, far=far),
        text("near.see.r", r=r, spread=spread, share=r * r, **drawn),
    ]
    if abs(r) < 2 * dealt.spread:
        seen.append(text("near.see.chance"))
    elif id_name == "code_points":
        seen.append(text("near.see.radicals"))
    elif result.frequency > BY_FREQUENCY:
        seen.append(text("near.see.frequency", frequency=result.frequency))
    else:
        seen.append(text("near.see.trace"))
    if len(own) > 1:
        alike = max(own, key=lambda pair: pair.cosine)
        nearest = min(own, key=lambda pair: pair.gap)
        if alike != nearest:
            seen.append(text("near.see.own", **_named("near", nearest), **_named("alike", alike)))
    return seen


def _named(key: str, pair: OwnPair) -> dict[str, object]:
    return {
        key: literal(f"{pair.first} · {pair.second}"),
        f"{key}_gap": pair.gap,
        f"{key}_cosine": pair.cosine,
    }


def _show_numbers(text: Text, own: list[OwnPair]) -> None:
    columns = {
        text("near.columns.first"): [pair.first for pair in own],
        text("near.columns.second"): [pair.second for pair in own],
        text("near.columns.first_id"): [pair.first_id for pair in own],
        text("near.columns.second_id"): [pair.second_id for pair in own],
        text("near.gap"): [pair.gap for pair in own],
        text("near.cosine"): np.round([pair.cosine for pair in own], 3),
    }
    numbers(text, columns, "pairs")


SECTION = Section(
    show_near_ids,
    code=(
        near_ids,
        own_pairs,
    ),
)
