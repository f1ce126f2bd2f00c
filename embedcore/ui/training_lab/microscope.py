"""One training step under the microscope: a sentence, its next word, and every number between."""

import streamlit as st

from embedcore.charts.training_lab.microscope import (
    target_curve,
)
from embedcore.errors import InputError
from embedcore.training_lab.microscope import (
    MAX_CONTEXT,
    MAX_STEPS_BEFORE,
    MAX_VOCAB_SIZE,
    MAX_WORD_LENGTH,
    MicroscopeConfig,
    MicroscopeResult,
    one_step,
)
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.show import by_column, chart, explain, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.microscope_parts import (
    key,
    show_gradient,
    show_guess,
    show_lookup,
    show_update,
)
from embedcore.ui.training_lab.visit import LabVisit

WIDEST_ROW = 8  # numbers that can be read side by side


@kept
def cached_step(config: MicroscopeConfig) -> MicroscopeResult:
    """``one_step``, once for each config."""
    return one_step(config)


def show_microscope(visit: LabVisit) -> None:
    """The section; the step has its own settings, and the big run has no part in it."""
    text, controls = visit.text, visit.controls
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
    show_lookup(text, step)
    show_guess(text, step)
    show_gradient(text, step)
    show_update(text, step)
    _show_numbers(text, step)


def _sentence_controls(text: Text, controls: Controls) -> dict[str, object]:
    longest = (MAX_WORD_LENGTH + 1) * MAX_CONTEXT
    first, second, third = st.columns([3, 1, 2], gap="medium")
    with first:
        context = controls.words("word_context", text("microscope.context"), longest)
    with second:
        target = controls.words("word_target", text("microscope.target"), longest)
    with third:
        longest = (MAX_WORD_LENGTH + 1) * MAX_VOCAB_SIZE
        others = controls.words("word_others", text("microscope.others"), longest)
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
        titles = {
            "step_title": text("microscope.curve.steps"),
            "value_title": text("microscope.probability"),
        }
        chart(alt, key("curve"), target_curve, step.target_probabilities, **titles)
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


SECTION = Section(
    show_microscope,
    code=(one_step,),
    formulas=(
        r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
        r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
    ),
)
