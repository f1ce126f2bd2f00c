"""Do independent models agree on who is near whom?"""

from itertools import combinations

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.charts.languages.mutual_neighbours import (
    agreement_curve,
    agreement_strips,
    two_rankings,
)
from embedcore.errors import MissingPackageError
from embedcore.languages import multilingual
from embedcore.languages.mutual_neighbours import (
    DRAWN,
    DRAWS,
    agreement,
    by_chance,
    neighbour_places,
    shared_neighbours,
)
from embedcore.languages.translations import our_pairs
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import table_or_explain

MOST_K, DEFAULT_K, LISTED = 50, 10, 10
MODELS = ("glove", "chinese", "e5_en", "e5_zh")
CLEARLY = 1.5  # times what chance gives, from which two models are said to agree
NO_MORE = "agree.see.no_more"
EVERY = 2  # of our pairs every second: the multilingual model takes its time for each word


def show_agree(visit: Visit) -> None:
    """The share of common neighbours at k and over k; one word's neighbours in two models."""
    text, controls = visit.text, visit.controls
    st.subheader(text("agree.heading"), anchor=False)
    st.markdown(text("agree.lead"))
    left, right = st.columns(2, gap="large", vertical_alignment="bottom")
    with left:
        k = controls.slider("agree_k", 1, MOST_K, DEFAULT_K)
    with right:
        with_third = controls.toggle("agree_third", False)
    if None in [table_or_explain(text, name) for name in ("glove", "chinese")]:
        return
    models, found = _found(text, with_third)
    _show_shares(text, models, found, k)
    st.divider()
    _show_one_word(text, controls)
    _show_numbers(text, models, found, k)


def _found(text: Text, with_third: bool) -> tuple[tuple[str, ...], np.ndarray]:
    """The names of the models that are there, and the agreement of every two."""
    if with_third:
        try:
            return MODELS, cached_agreement(MODELS, text("agree.progress"))
        except MissingPackageError as error:
            explain(text, error)
    return MODELS[:2], cached_agreement(MODELS[:2], text("agree.progress"))


@kept
def cached_agreement(models: tuple[str, ...], _label: str) -> np.ndarray:
    """``agreement`` of the models of these names on every second of our pairs."""
    bar = Bar(_label)
    vectors = [_vectors(name, bar) for name in models]
    bar.close()
    return agreement(vectors, MOST_K)


def _vectors(name: str, bar: Bar) -> np.ndarray:
    """The pairs' vectors in one model; the multilingual one has read them in either language."""
    pairs = our_pairs()[::EVERY]
    english = name in ("glove", "e5_en")
    own = [pair.english if english else pair.chinese for pair in pairs]
    return words.load(name).rows(own) if name in words.NAMES else multilingual.embed(own, bar)


def _comparisons(text: Text, models: tuple[str, ...]) -> list[str]:
    names = {name: text(f"agree.models.{name}") for name in models}
    return [f"{names[first]} – {names[second]}" for first, second in combinations(models, 2)]


def _show_shares(text: Text, models: tuple[str, ...], found: np.ndarray, k: int) -> None:
    """``found [comparisons, 2, draws, k from 1 on]``."""
    names = _comparisons(text, models)
    at = found[..., k - 1]
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(f"**{text('agree.at', k=k)}**")
        alt = text("agree.strips_alt", k=k, comparisons=len(names), draws=DRAWS)
        titles = {"names": names, "share_title": text("agree.share")}
        chart(alt, f"{text.page}.agree", agreement_strips, at[:, 0], at[:, 1], **titles)
    with right:
        st.markdown(f"**{text('agree.over', comparison=names[0])}**")
        alt = text("agree.curve_alt", most=MOST_K)
        chart(
            alt,
            f"{text.page}.agree.curve",
            agreement_curve,
            found[0, 0],
            found[0, 1],
            k=k,
            names=(text("agree.matched"), text("agree.shuffled")),
            k_title=text("agree.k"),
            share_title=text("agree.share"),
        )
    things = min(DRAWN, len(our_pairs()[::EVERY]))
    st.caption(text("agree.how", draws=DRAWS, things=things, pairs=len(our_pairs()[::EVERY])))
    matched, shuffled = at.mean(axis=2).T
    chance = by_chance(things, k)[-1]
    values = {"k": k, "share": matched[0], "spread": at[0, 0].std(ddof=1)}
    said = [text("agree.see.share", **values)]
    times = matched[0] / chance
    said.append(text("agree.see.times", times=times) if times > CLEARLY else text(NO_MORE))
    values = {"k": k, "chance": chance, "things": things - 1, "drawn": things}
    more = [text("agree.see.chance", shuffled=shuffled[0], **values)]
    if len(names) > 1:
        best, worst = int(matched.argmax()), int(matched.argmin())
        values = {"best": names[best], "best_share": matched[best]}
        values |= {"worst": names[worst], "worst_share": matched[worst]}
        more.append(text("agree.see.compared", **values))
        more.append(text("agree.see.itself", share=matched[-1]))
    what_you_see(text, *said, more=more)


def _show_one_word(text: Text, controls: Controls) -> None:
    """A word's nearest in GloVe and its translation's in the Chinese table, among our pairs."""
    st.markdown(f"#### {text('agree.word.heading')}")
    pairs = our_pairs()
    chinese = {pair.english: pair.chinese for pair in pairs}
    word = controls.select(
        "agree_pair", list(chinese), "cat", label=lambda english: f"{english} {chinese[english]}"
    )
    row = list(chinese).index(word)
    names = [f"{pair.english} {pair.chinese}" for pair in pairs]
    left, right = ([names[i] for i in cached_order(model)[row]] for model in MODELS[:2])
    titles = [text(f"agree.models.{model}") for model in MODELS[:2]]
    alt = text("agree.word.alt", word=names[row], count=LISTED)
    chart(alt, f"{text.page}.agree.word", two_rankings, left, right, titles=titles)
    shared = [name for name in left if name in right]
    values = {"word": literal(names[row]), "count": LISTED, "shared": len(shared)}
    what_you_see(text, text("agree.word.see", pairs=len(pairs) - 1, **values))
    columns = dict(zip(titles, (left, right), strict=True))
    numbers(text, columns, "shared")


@kept
def cached_order(model: str) -> np.ndarray:
    """The nearest of each of our pairs among the others, in one of the tables: ``[pairs, 10]``."""
    own = [pair.english if model == "glove" else pair.chinese for pair in our_pairs()]
    return np.argsort(neighbour_places(words.load(model).rows(own)), axis=1)[:, :LISTED]


def _show_numbers(text: Text, models: tuple[str, ...], found: np.ndarray, k: int) -> None:
    at = found[..., k - 1]
    columns = {
        text("agree.models_compared"): _comparisons(text, models),
        text("agree.matched"): at[:, 0].mean(axis=1).round(4),
        f"{text('agree.matched')} ±": at[:, 0].std(axis=1, ddof=1).round(4),
        text("agree.shuffled"): at[:, 1].mean(axis=1).round(4),
        f"{text('agree.shuffled')} ±": at[:, 1].std(axis=1, ddof=1).round(4),
    }
    numbers(text, columns, "agreement")


SECTION = Section(
    show_agree,
    code=(
        neighbour_places,
        shared_neighbours,
        agreement,
        by_chance,
    ),
    formulas=(
        r"m_{\mathrm{NN}} = \frac{1}{n} \sum_{i} "
        r"\frac{\lvert N_k^{A}(i) \cap N_k^{B}(i) \rvert}{k}, "
        r"\qquad \mathbb{E}_0\left[m_{\mathrm{NN}}\right] = \frac{k}{n - 1}",
    ),
)
