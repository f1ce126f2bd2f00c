"""How often arithmetic with words works, by kind of question; then people against vectors."""

from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore import words
from embedcore.analogies import Winners, winners
from embedcore.analogy_questions import Known, known_questions, load_sections
from embedcore.charts.word_vectors.analogy_accuracy import accuracy_by_kind
from embedcore.errors import MissingPackageError
from embedcore.samples import spearman
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit
from embedcore.ui.word_table import table_or_explain
from embedcore.ui.word_vectors.people import show_people
from embedcore.words import WordVectors

MISTAKES = 6  # shown of a kind


class Scores(NamedTuple):
    """What came of the Google analogy set."""

    known: Known
    winners: Winners


def show_how_often(visit: Visit) -> None:
    """The section: the share of analogies that come out, by kind; people against vectors."""
    text, controls = visit.text, visit.controls
    st.subheader(text("how_often.heading"), anchor=False)
    st.markdown(text("how_often.lead"))
    table = table_or_explain(text, "glove")
    if table is None:
        return
    try:
        scores = cached_scores(table.name, text("how_often.progress"))
    except MissingPackageError as error:
        explain(text, error)
        return
    _show_analogies(text, table, scores)
    _show_mistakes(text, controls, table, scores)
    show_people(text, table)


@kept
def cached_scores(name: str, _label: str) -> Scores:
    """All questions of the Google set put to the table of that name, under a bar."""
    table = words.load(name)
    known = known_questions(table, load_sections())
    bar = Bar(_label)
    found = winners(table.vectors, known.rows, bar)
    bar.close()
    return Scores(known, found)


def _show_analogies(text: Text, table: WordVectors, scores: Scores) -> None:
    known = scores.known
    right = np.stack([won == known.rows[:, 3] for won in scores.winners])  # (ways, questions)
    sections = len(known.names)
    counts = np.bincount(known.section, minlength=sections)
    shares = np.array(
        [np.bincount(known.section, weights=way, minlength=sections) for way in right]
    ) / np.maximum(counts, 1)  # (ways, sections)
    order = np.argsort(-shares[0], kind="stable")
    names = [_kind(text, known.names[number]) for number in order]
    ways = text("arithmetic.out"), text("arithmetic.in")
    alt = text("how_often.alt", kinds=sections)
    chart(
        alt,
        f"{text.page}.how_often",
        accuracy_by_kind,
        shares[0][order],
        shares[1][order],
        names=names,
        counts=counts[order],
        ways=ways,
        share_title=text("how_often.share"),
        count_title=text("how_often.count"),
    )
    asked, left_out = int(known.asked.sum()), int(known.asked.sum()) - len(known.rows)
    rows = {"words": len(table.words), "asked": asked, "left_out": left_out}
    what_you_see(
        text,
        text("how_often.see.all", out=right[0].mean(), allowed=right[1].mean()),
        text(
            "how_often.see.kinds",
            best=names[0],
            highest=shares[0].max(),
            worst=names[-1],
            lowest=shares[0].min(),
        ),
        more=[
            text("how_often.see.left_out", **rows, known=len(known.rows)),
            _input_wins(text, scores),
        ],
    )
    columns = {
        text("how_often.kind"): names,
        text("how_often.asked"): known.asked[order],
        text("how_often.missing"): (known.asked - counts)[order],
        ways[0]: shares[0][order],
        ways[1]: shares[1][order],
    }
    numbers(text, columns, "how_often")


def _kind(text: Text, section: str) -> str:
    return text(f"how_often.kinds.{section.replace('-', '_')}")


def _input_wins(text: Text, scores: Scores) -> str:
    """How often one of the three words of the question is first where it may be."""
    won = scores.winners.inputs_in[:, None] == scores.known.rows[:, :3]  # (questions, inputs)
    return text("how_often.see.inputs", any=won.any(axis=1).mean(), third=won[:, 2].mean())


def _show_mistakes(text: Text, controls: Controls, table: WordVectors, scores: Scores) -> None:
    """A few of the questions of a kind that came out wrong, from all over its list."""
    names = scores.known.names
    kind = controls.select(
        "mistakes", list(names), "gram2-opposite", label=lambda name: _kind(text, name)
    )
    asked = scores.known.section == names.index(kind)
    answered = scores.winners.inputs_out[asked]
    rows = scores.known.rows[asked]
    wrong = np.flatnonzero(answered != rows[:, 3])
    if not len(wrong):
        st.info(text("how_often.none_wrong"), icon="🎯")
        return
    some = wrong[np.unique(np.linspace(0, len(wrong) - 1, MISTAKES).astype(int))]
    spelt = [[table.words[row] for row in rows[number]] for number in some]
    st.table(  # its cells wrap, where a phone has no room for them
        {
            text("how_often.question"): [
                text("how_often.asks", a=a, b=b, c=c) for a, b, c, _ in spelt
            ],
            text("how_often.expected"): [expected for *_, expected in spelt],
            text("how_often.answer"): [table.words[row] for row in answered[some]],
        },
        hide_index=True,
    )
    st.caption(text("how_often.mistakes", wrong=len(wrong), asked=len(rows), shown=len(some)))


SECTION = Section(
    show_how_often,
    code=(
        winners,
        spearman,
    ),
    formulas=(r"d = \operatorname*{arg\,max}_{w}\; \cos(w,\; b - a + c)",),
)
