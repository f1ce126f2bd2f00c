"""The parts of one training step, from the rows looked up to the rows after the update."""

from itertools import combinations

import numpy as np
import streamlit as st

from embedcore.charts.training_lab.microscope import (
    guesses,
    row_pushes,
    signed_bars,
    table_rows,
)
from embedcore.geometry import cosine_matrix, of_pairs
from embedcore.training_lab.microscope import (
    MicroscopeResult,
)
from embedcore.ui.show import chart
from embedcore.ui.text import Text, literal


def show_lookup(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    table, words = step.before.embedding, step.config.vocabulary
    looked_up = np.isin(np.arange(len(words)), step.context_ids)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(text("microscope.lookup.table"))
        labels = [f"{token_id} · {word}" for token_id, word in enumerate(words)]
        count = int(looked_up.sum())
        alt = text("microscope.lookup.table_alt", rows=len(words), count=count)
        more = {"framed": looked_up, "value_title": text("microscope.value")}
        chart(alt, key("table"), table_rows, table, labels, **more)
        st.caption(text("microscope.lookup.table_note"))
    with right:
        st.markdown(text("microscope.lookup.mean"))
        gap = np.full((1, table.shape[1]), np.nan)
        rows = np.vstack([table[step.context_ids], gap, step.guess.context_vector])
        labels = [*step.config.context, "", "x"]
        framed = np.arange(len(rows)) < len(step.context_ids)
        alt = text("microscope.lookup.mean_alt", count=len(step.context_ids))
        more = {"framed": framed, "value_title": text("microscope.value")}
        chart(alt, key("mean"), table_rows, rows, labels, **more)
        st.latex(r"x = \frac{1}{n} \textstyle\sum_{j=1}^{n} E_{c_j}")
        st.caption(text("microscope.lookup.mean_note"))
    st.markdown(text("see.joint").join(_on_the_words(text, step)))


def _on_the_words(text: Text, step: MicroscopeResult) -> list[str]:
    """What is particular to this sentence: words that differ in a capital, words that return."""
    context, words = step.config.context, step.config.vocabulary
    sentences = [text("microscope.see.rows", places=len(context), rows=len(set(context)))]
    for first, second in combinations(words, 2):
        if first.casefold() == second.casefold():
            names = {"first": literal(first), "second": literal(second)}
            sentences.append(text("microscope.see.capital", **names))
            break
    word = max(context, key=context.count)
    if context.count(word) > 1:
        values = {"word": literal(word), "count": context.count(word)}
        sentences.append(text("microscope.see.returns", **values))
    return sentences


def show_guess(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    words, target = step.config.vocabulary, step.target_id
    name = literal(step.config.target)
    first, second, third = st.columns(3, gap="medium")
    with first:
        st.markdown(text("microscope.logits.title"))
        value = step.guess.logits[target]
        alt = text("microscope.logits.alt", rows=len(words), value=value)
        more = {"target": target, "value_title": text("microscope.logits.value")}
        chart(alt, key("logits"), signed_bars, step.guess.logits, words, **more)
        st.latex(r"z_v = w_v \cdot x + b_v")
        st.caption(text("microscope.logits.note"))
    with second:
        st.markdown(text("microscope.softmax.title"))
        before, after = step.guess.probabilities, step.guess_after.probabilities
        alt = text("microscope.softmax.alt", before=before[target], after=after[target])
        chart(
            alt,
            key("softmax"),
            guesses,
            before,
            after,
            labels=words,
            target=target,
            times=(text("microscope.before"), text("microscope.after")),
            value_title=text("microscope.probability"),
        )
        st.latex(r"p_v = e^{z_v} / \textstyle\sum_u e^{z_u}")
        st.caption(text("microscope.softmax.note"))
    with third:
        st.markdown(text("microscope.error.title"))
        alt = text("microscope.error.alt", rows=len(words), value=step.error[target])
        more = {"target": target, "value_title": text("microscope.error.value")}
        chart(alt, key("error"), signed_bars, step.error, words, **more)
        st.latex(r"\partial \mathcal{L} / \partial z_v = p_v - y_v")
        st.caption(text("microscope.error.note"))
    values = {"target": name, "probability": before[target], "loss": step.guess.loss}
    st.markdown(text("microscope.see.loss", error=step.error[target], **values))


def show_gradient(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    words, changes = step.config.vocabulary, step.after.embedding - step.before.embedding
    pushes = {"gradient": step.gradients.embedding, "change": changes}
    formulas = {
        "gradient": r"\partial \mathcal{L} / \partial E_{c_j}"
        r" = \frac{1}{n} \textstyle\sum_v (p_v - y_v)\, w_v",
        "change": r"E_i \leftarrow E_i - \eta \; \partial \mathcal{L} / \partial E_i",
    }
    rate = f"{step.config.learning_rate:g}"
    for (name, values), column in zip(pushes.items(), st.columns(2, gap="large"), strict=True):
        with column:
            st.markdown(text(f"microscope.{name}.title"))
            empty = int((~values.any(axis=1)).sum())
            alt = text(f"microscope.{name}.alt", rows=len(words), empty=empty)
            titles = {
                "value_title": text(f"microscope.{name}.value"),
                "zero_title": text("microscope.zero"),
            }
            chart(alt, key(name), row_pushes, values, words, **titles)
            st.latex(formulas[name])
            st.caption(text(f"microscope.{name}.note", learning_rate=rate))
    st.markdown(text("see.joint").join(_on_the_push(text, step, changes)))


def _on_the_push(text: Text, step: MicroscopeResult, changes: np.ndarray) -> list[str]:
    """Which rows moved, which got exactly nothing, what a word that stands twice gets."""
    words, table, context = step.config.vocabulary, step.gradients.embedding, step.config.context
    moved = [literal(words[row]) for row in np.flatnonzero(changes.any(axis=1))]
    if not moved:
        return [text("microscope.see.unmoved", target=literal(step.config.target))]
    values = {"count": len(moved), "rows": len(words)}
    sentences = [text("microscope.see.moved", words=" ".join(moved), **values)]
    still = len(words) - len(set(context))
    if still:
        sentences.append(text("microscope.see.still", still=still))
    returning = max(context, key=context.count)
    count = context.count(returning)
    if count > 1:
        length = float(np.linalg.norm(table[words.index(returning)]))
        values = {"word": literal(returning), "count": count, "length": length}
        sentences.append(text("microscope.see.twice", once=length / count, **values))
    outputs = int(step.gradients.unembedding.any(axis=1).sum())
    sentences.append(text("microscope.see.outputs", outputs=outputs, rows=len(words)))
    return sentences


def show_update(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    rows = np.unique(step.context_ids)
    words = [step.config.vocabulary[row] for row in rows]
    still = len(step.config.vocabulary) - len(rows)
    tables = {"before": step.before.embedding, "after": step.after.embedding}
    for (name, table), column in zip(tables.items(), st.columns(2, gap="large"), strict=True):
        with column:
            st.markdown(text(f"microscope.rows_{name}"))
            alt = text("microscope.update.alt", count=len(rows), time=text(f"microscope.{name}"))
            unframed = np.zeros(len(rows), dtype=bool)
            more = {"framed": unframed, "value_title": text("microscope.value")}
            chart(alt, key(f"rows_{name}"), table_rows, table[rows], words, **more)
    st.caption(text("microscope.update.note", count=len(rows), still=still))
    if len(rows) > 1:
        st.markdown(text("see.joint").join(_on_the_likeness(text, step)))


def _on_the_likeness(text: Text, step: MicroscopeResult) -> list[str]:
    """What the steps so far did to the likeness of the context's rows."""
    words, rows = step.config.vocabulary, np.unique(step.context_ids)
    start, now = step.start.embedding, step.after.embedding
    steps = len(step.target_probabilities) - 1
    sentences = []
    pair = _pushed_alike(step)
    if pair:
        cosines = [cosine_matrix(table[list(pair)])[0, 1] for table in (start, now)]
        gaps = [np.linalg.norm(table[pair[0]] - table[pair[1]]) for table in (start, now)]
        names = {"first": literal(words[pair[0]]), "second": literal(words[pair[1]])}
        values = {"gap_start": gaps[0], "gap": gaps[1], "start": cosines[0], "now": cosines[1]}
        sentences.append(text("microscope.see.alike", steps=steps, **names, **values))
    means = [of_pairs(cosine_matrix(table[rows])).mean() for table in (start, now)]
    values = {"rows": len(rows), "start": means[0], "now": means[1], "steps": steps}
    sentences.append(text("microscope.see.cosines", **values))
    return sentences


def _pushed_alike(step: MicroscopeResult) -> tuple[int, int] | None:
    """Two rows that get the same push: best two that differ in a capital only (The, the)."""
    context, words = step.config.context, step.config.vocabulary
    pairs = [
        pair
        for pair in combinations(np.unique(step.context_ids).tolist(), 2)
        if context.count(words[pair[0]]) == context.count(words[pair[1]])
    ]
    same_letters = [p for p in pairs if words[p[0]].casefold() == words[p[1]].casefold()]
    return next(iter(same_letters + pairs), None)


def key(name: str) -> str:
    return f"training_lab.microscope.{name}"
