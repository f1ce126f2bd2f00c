"""One training step under the microscope: a sentence, its next word, and every number between."""

from itertools import combinations

import numpy as np
import streamlit as st

from embedcore.charts.microscope import (
    guesses,
    row_pushes,
    signed_bars,
    table_rows,
    target_curve,
)
from embedcore.errors import InputError
from embedcore.geometry import cosine_matrix
from embedcore.microscope import (
    MAX_CONTEXT,
    MAX_STEPS_BEFORE,
    MAX_VOCAB_SIZE,
    MAX_WORD_LENGTH,
    MicroscopeConfig,
    MicroscopeResult,
    one_step,
)
from embedcore.training import TrainingConfig, TrainingResult
from embedcore.ui.controls import Controls
from embedcore.ui.show import by_column, chart, explain, numbers, what_you_see
from embedcore.ui.text import Text, literal

WIDEST_ROW = 8  # numbers that can be read side by side


@st.cache_data(max_entries=256, show_spinner=False)
def cached_step(config: MicroscopeConfig) -> MicroscopeResult:
    """``one_step``, once for each config."""
    return one_step(config)


def show_microscope(
    text: Text, controls: Controls, config: TrainingConfig, result: TrainingResult
) -> None:
    """The section; the step has its own settings, and the big run has no part in it."""
    st.subheader(text("microscope.heading"), anchor=False)
    st.markdown(text("microscope.lead"))
    try:
        with st.container(border=True):
            chosen = _sentence_controls(text, controls)
            chosen["steps_before"] = _steps_control(text, controls)
        step = cached_step(MicroscopeConfig(**chosen))
    except InputError as error:
        explain(text, error)
        return
    _show_outcome(text, step)
    _show_lookup(text, step)
    _show_guess(text, step)
    _show_gradient(text, step)
    _show_update(text, step)
    _show_numbers(text, step)


def _sentence_controls(text: Text, controls: Controls) -> dict[str, object]:
    longest = (MAX_WORD_LENGTH + 1) * MAX_CONTEXT
    first, second, third = st.columns([3, 1, 2], gap="medium")
    with first:
        context = _words(controls, "word_context", text("microscope.context"), longest)
    with second:
        target = _words(controls, "word_target", text("microscope.target"), longest)
    with third:
        longest = (MAX_WORD_LENGTH + 1) * MAX_VOCAB_SIZE
        others = _words(controls, "word_others", text("microscope.others"), longest)
    first, second, third = st.columns([3, 1, 2], gap="medium")
    with first:
        d_model = controls.slider("word_d_model", 2, WIDEST_ROW, 4)
    with second:
        seed = controls.whole("word_seed", 0, 9_999, 0)
    with third:
        learning_rate = controls.number("word_learning_rate", 1e-6, 1e6, 0.5)
    return {
        "context": tuple(context.split()),
        "target": target.strip(),
        "other_words": tuple(others.split()),
        "d_model": d_model,
        "learning_rate": learning_rate,
        "seed": seed,
    }


def _words(controls: Controls, key: str, default: str, longest: int) -> str:
    """A line of words; until the visitor types some, the sentence of the page's language."""
    settings, shown = controls.settings, controls.settings.widget_key(f"{key}.default")
    last = st.session_state.setdefault(shown, default)
    if last != default and settings.kept.get(key) == last:
        settings.forget([key])
    st.session_state[shown] = default
    return controls.words(key, default, longest)


def _steps_control(text: Text, controls: Controls) -> int:
    steps = controls.slider("word_steps", 0, MAX_STEPS_BEFORE, 0)
    key = controls.settings.widget_key("word_steps")

    def move_to(value: int) -> None:
        st.session_state[key] = value

    buttons = {
        "one": min(steps + 1, MAX_STEPS_BEFORE),
        "ten": min(steps + 10, MAX_STEPS_BEFORE),
        "again": 0,
    }
    with st.container(horizontal=True):
        for name, value in buttons.items():
            st.button(
                text(f"microscope.button.{name}"),
                key=f"{key}.{name}",
                on_click=move_to,
                args=(value,),
                disabled=value == steps,
                type="primary" if name == "one" else "secondary",
            )
    return steps


def _show_outcome(text: Text, step: MicroscopeResult) -> None:
    """The target's probability over the steps, and what this one came to."""
    start, before, after = step.target_probabilities[[0, -2, -1]]
    count = len(step.target_probabilities) - 1
    target = literal(step.config.target)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(text("microscope.curve.lead", target=target))
        alt = text("microscope.curve.alt", start=start, after=after, count=count)
        titles = text("microscope.curve.steps"), text("microscope.probability")
        chart(alt, _key("curve"), target_curve, step.target_probabilities, *titles)
    with right:
        first, second = st.columns(2)
        first.metric(
            text("microscope.metric.probability", target=target),
            f"{after:.1%}",
            delta=f"{after - before:+.1%}",
            delta_color="off",
        )
        loss, change = step.guess_after.loss, step.guess_after.loss - step.guess.loss
        second.metric(
            text("microscope.metric.loss"), f"{loss:.3f}", f"{change:+.3f}", delta_color="off"
        )
        values = {"target": target, "number": count, "before": before, "after": after}
        sentences = [text("microscope.see.step", **values)]
        if count > 1:
            sentences.append(text("microscope.see.since", start=start, count=count))
        if after < before:
            rate = f"{step.config.learning_rate:g}"
            sentences.append(text("microscope.see.fell", learning_rate=rate))
        what_you_see(text, *sentences)


def _show_lookup(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    table, words = step.before.embedding, step.config.vocabulary
    looked_up = np.isin(np.arange(len(words)), step.context_ids)
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown(text("microscope.lookup.table"))
        labels = [f"{token_id} · {word}" for token_id, word in enumerate(words)]
        count = int(looked_up.sum())
        alt = text("microscope.lookup.table_alt", rows=len(words), count=count)
        drawn = table, labels, looked_up, text("microscope.value")
        chart(alt, _key("table"), table_rows, *drawn)
        st.caption(text("microscope.lookup.table_note"))
    with right:
        st.markdown(text("microscope.lookup.mean"))
        gap = np.full((1, table.shape[1]), np.nan)
        rows = np.vstack([table[step.context_ids], gap, step.guess.context_vector])
        labels = [*step.config.context, "", "x"]
        framed = np.arange(len(rows)) < len(step.context_ids)
        alt = text("microscope.lookup.mean_alt", count=len(step.context_ids))
        chart(alt, _key("mean"), table_rows, rows, labels, framed, text("microscope.value"))
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


def _show_guess(text: Text, step: MicroscopeResult) -> None:
    st.divider()
    words, target = step.config.vocabulary, step.target_id
    name = literal(step.config.target)
    first, second, third = st.columns(3, gap="medium")
    with first:
        st.markdown(text("microscope.logits.title"))
        value = step.guess.logits[target]
        alt = text("microscope.logits.alt", rows=len(words), value=value)
        drawn = step.guess.logits, words, target, text("microscope.logits.value")
        chart(alt, _key("logits"), signed_bars, *drawn)
        st.latex(r"z_v = w_v \cdot x + b_v")
        st.caption(text("microscope.logits.note"))
    with second:
        st.markdown(text("microscope.softmax.title"))
        before, after = step.guess.probabilities, step.guess_after.probabilities
        alt = text("microscope.softmax.alt", before=before[target], after=after[target])
        times = text("microscope.before"), text("microscope.after")
        drawn = before, after, words, target, times, text("microscope.probability")
        chart(alt, _key("softmax"), guesses, *drawn)
        st.latex(r"p_v = e^{z_v} / \textstyle\sum_u e^{z_u}")
        st.caption(text("microscope.softmax.note"))
    with third:
        st.markdown(text("microscope.error.title"))
        alt = text("microscope.error.alt", rows=len(words), value=step.error[target])
        drawn = step.error, words, target, text("microscope.error.value")
        chart(alt, _key("error"), signed_bars, *drawn)
        st.latex(r"\partial \mathcal{L} / \partial z_v = p_v - y_v")
        st.caption(text("microscope.error.note"))
    values = {"target": name, "probability": before[target], "loss": step.guess.loss}
    st.markdown(text("microscope.see.loss", error=step.error[target], **values))


def _show_gradient(text: Text, step: MicroscopeResult) -> None:
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
            titles = text(f"microscope.{name}.value"), text("microscope.zero")
            chart(alt, _key(name), row_pushes, values, words, *titles)
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


def _show_update(text: Text, step: MicroscopeResult) -> None:
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
            drawn = table[rows], words, unframed, text("microscope.value")
            chart(alt, _key(f"rows_{name}"), table_rows, *drawn)
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
    first, second = np.triu_indices(len(rows), k=1)
    means = [cosine_matrix(table[rows])[first, second].mean() for table in (start, now)]
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


def _show_numbers(text: Text, step: MicroscopeResult) -> None:
    columns = {
        text("token"): step.config.vocabulary,
        text("microscope.id"): range(len(step.config.vocabulary)),
        text("microscope.logits.value"): step.guess.logits,
        text("microscope.before"): step.guess.probabilities,
        text("microscope.after"): step.guess_after.probabilities,
        text("microscope.error.value"): step.error,
    }
    tables = {
        "E": step.before.embedding,
        "∂E": step.gradients.embedding,
        "E′": step.after.embedding,
        "w": step.before.unembedding,
        "∂w": step.gradients.unembedding,
    }
    for name, table in tables.items():
        columns |= {f"{name} {column}": values for column, values in by_column(table).items()}
    numbers(text, columns, "microscope")


def _key(name: str) -> str:
    return f"training_lab.microscope.{name}"
