"""Near rows, near probabilities: where that must hold, and where training brings it about."""

import numpy as np
import streamlit as st

from embedcore.charts.heatmap import shown_in_heatmap
from embedcore.charts.weight_tying.runs import NearTitles, near_and_likely
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix, of_pairs
from embedcore.samples import SEEDS
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.alike import FEWEST_PAIRS
from embedcore.ui.weight_tying.runs import both_tables, own_tables, written
from embedcore.ui.weight_tying.visit import TyingVisit
from embedcore.weight_tying.tables import (
    SeedTables,
    Tables,
    answer_differences,
    correlation,
    in_one_group,
)

# Each table by the design that it is of, and which of a design's tables it is.
TABLES = {"input": ("untied", "inputs"), "output": ("untied", "outputs"), "one": ("tied", "inputs")}


def show_near(visit: TyingVisit) -> None:
    """A point a pair for each table, and the correlations over the seeds."""
    text, config = visit.text, visit.config
    st.markdown(text("near.lead"))
    same = in_one_group(config.groups.group_of)
    if len(same) < FEWEST_PAIRS:
        st.info(text("alike.too_few"), icon="🤏")
        return
    _show_pairs(text, config, own_tables(text, config))
    found = _correlations(both_tables(text, config), same)
    shown = {name: {when: written(r) for when, r in of.items()} for name, of in found.items()}
    st.dataframe(
        {
            text("models.table"): [text(f"tables.{name}") for name in shown],
            text("near.before"): [of["before"] for of in shown.values()],
            text("near.after"): [of["after"] for of in shown.values()],
            text("near.in_group"): [of["in_group"] for of in shown.values()],
        },
        hide_index=True,
    )
    st.caption(text("near.how", seeds=SEEDS))
    what_you_see(
        text,
        *_sentences(text, config, shown, found["input"]),
        more=_more(text, config, shown),
    )


def _correlations(
    runs: dict[str, SeedTables], same: np.ndarray
) -> dict[str, dict[str, np.ndarray]]:
    """Of each table, before and after training, and after it within a group alone: ``[seeds]``."""
    found = {}
    for name, (design, table) in TABLES.items():
        run = runs[design]
        before, after = _near(run.before, table), _near(run.after, table)
        in_group = [values[:, same] for values in after]
        some = same.sum() >= FEWEST_PAIRS
        found[name] = {
            "before": correlation(*before),
            "after": correlation(*after),
            "in_group": correlation(*in_group) if some else np.full(SEEDS, np.nan),
        }
    return found


def _near(tables: Tables, table: str) -> tuple[np.ndarray, np.ndarray]:
    """Cosines of the rows and differences of the answers, of all pairs: each ``[seeds, pairs]``."""
    return of_pairs(cosine_matrix(getattr(tables, table))), of_pairs(answer_differences(tables))


def _show_pairs(text: Text, config: TrainingConfig, own: dict[str, SeedTables]) -> None:
    """The visitor's seed, table by table, on one scale."""
    group_of = config.groups.group_of
    shown = shown_in_heatmap(group_of)
    tokens = [config.groups.tokens[place] for place in shown]
    first, second = np.triu_indices(len(tokens), k=1)
    pairs = [f"{tokens[a]} · {tokens[b]}" for a, b in zip(first, second, strict=True)]
    square = np.ix_([0], shown, shown)
    drawn, columns = {}, {text("near.pair"): pairs}
    for name, (design, table) in TABLES.items():
        tables = own[design].after
        cosines = of_pairs(cosine_matrix(getattr(tables, table))[square])[0]
        differences = of_pairs(answer_differences(tables)[square])[0]
        drawn[name] = cosines, differences
        columns[f"{text(f'tables.{name}')} · {text('cosine')}"] = cosines.round(4)
        columns[f"{text(f'tables.{name}')} · {text('near.difference')}"] = differences.round(4)
    highest = max(differences.max() for _, differences in drawn.values())
    titles = NearTitles(
        cosine=text("cosine"),
        difference=text("near.difference"),
        within=text("near.within"),
        across=text("near.across"),
    )
    same = in_one_group(group_of[shown])
    for name, column in zip(drawn, st.columns(3, gap="medium"), strict=True):
        with column:
            st.markdown(f"**{text(f'tables.{name}')}**")
            alt = text("near.alt", pairs=len(pairs), table=text(f"tables.{name}"))
            cosines, differences = drawn[name]
            chart(
                alt,
                f"weight_tying.near.{name}",
                near_and_likely,
                cosines,
                differences,
                pairs=pairs,
                within=same,
                highest=float(highest),
                titles=titles,
            )
    if len(shown) < len(group_of):
        st.caption(text("models.left_out", shown=len(shown), tokens=len(group_of)))
    numbers(text, columns, "near")


def _sentences(
    text: Text,
    config: TrainingConfig,
    shown: dict[str, dict[str, str]],
    inputs: dict[str, np.ndarray],
) -> list[str]:
    before = {name: of["before"] for name, of in shown.items()}
    sentences = [text("near.see.must", **before), text("near.see.not_made")]
    if config.steps and (inputs["after"] < inputs["before"].min()).all():
        sentences.append(text("near.see.acquired", input=shown["input"]["after"]))
    return sentences


def _more(text: Text, config: TrainingConfig, shown: dict[str, dict[str, str]]) -> list[str]:
    sentences = []
    if config.steps:
        after = {name: of["after"] for name, of in shown.items()}
        sentences.append(text("near.see.learned", **after))
        if "—" not in (in_group := {name: of["in_group"] for name, of in shown.items()}).values():
            sentences.append(text("near.see.in_group", **in_group))
    return sentences


SECTION = Section(
    show_near,
    code=(
        answer_differences,
        correlation,
        in_one_group,
    ),
    formulas=(r"\log p(i \mid c) - \log p(j \mid c) = (w_i - w_j) \cdot x_c + b_i - b_j",),
)
