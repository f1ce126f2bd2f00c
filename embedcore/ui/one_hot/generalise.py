"""It cannot generalise: counts and a network are asked for a sentence that neither has read."""

import streamlit as st

from embedcore.errors import InputError
from embedcore.one_hot.counts import ContextCounts
from embedcore.one_hot.held_out import MAX_WORD_LENGTH, MAX_WORDS, HeldOutCorpus, read_sentences
from embedcore.one_hot.nplm import MAX_CONTEXT, NPLMConfig, guess, train_nplm
from embedcore.ui.controls import Controls
from embedcore.ui.one_hot.held_out_answers import Answers
from embedcore.ui.one_hot.runs import cached_nplm
from embedcore.ui.show import explain
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

LONGEST_CORPUS = 1_500  # characters: the corpus stands in the share link
STEPS = [10, 20, 30, 40, 50, 70, 100, 200, 300, 500, 700, 1_000]
FIRST_ROWS = [0.02, 0.1, 0.3, 1.0]


def show_generalise(visit: Visit) -> None:
    """The section: what the models say of a held-out sentence, the corpus to edit, and why."""
    text, controls = visit.text, visit.controls
    st.subheader(text("generalise.heading"), anchor=False)
    st.markdown(text("generalise.lead"))
    pictures = st.container()  # the experiment first, then what can be changed about it
    with st.container(border=True):
        left, right = st.columns([2, 3], gap="large")
        with left:
            typed = controls.lines(
                "held_corpus", text("generalise.corpus"), LONGEST_CORPUS, height=460
            )
        with right:
            longest = (MAX_WORD_LENGTH + 1) * MAX_WORDS
            held_out = controls.words("held_out", text("generalise.held_out"), longest)
            buttons = st.container(horizontal=True)
            chosen = _network_controls(controls)
    try:
        corpus = HeldOutCorpus(read_sentences(typed), tuple(held_out.split()))
    except InputError as error:
        with buttons:
            _buttons(text, controls, None)
        explain(text, error)
        return
    apart = corpus.without_shared_company()
    with buttons:
        _buttons(text, controls, apart)
    config = NPLMConfig(corpus, **chosen)
    with pictures:
        answers = Answers(
            text, cached_nplm(config, text("generalise.progress", seeds=config.seeds))
        )
        answers.first()
    answers.reasons(apart)


def _buttons(text: Text, controls: Controls, apart: HeldOutCorpus | None) -> None:
    """Take the shared company out of the corpus in the field; go back to the first corpus."""
    settings = controls.settings
    corpus_key = settings.widget_key("held_corpus")

    def remove() -> None:
        st.session_state[corpus_key] = "\n".join(" ".join(words) for words in apart.sentences)

    st.button(
        text("generalise.button.remove"),
        key=f"{corpus_key}.remove",
        on_click=remove,
        disabled=apart is None,
        type="primary",
    )
    st.button(
        text("generalise.button.restore"),
        key=f"{corpus_key}.restore",
        on_click=settings.forget,
        args=(("held_corpus", "held_out"),),
    )


def _network_controls(controls: Controls) -> dict[str, object]:
    left, right = st.columns(2, gap="medium")
    with left:
        context = controls.slider("held_context", 1, MAX_CONTEXT, MAX_CONTEXT)
        d_model = controls.slider("held_d_model", 2, 16, 8)
    with right:
        steps = controls.stops("held_steps", STEPS, 500)
        init_std = controls.stops("held_first_rows", FIRST_ROWS, 0.1)
    learning_rate = controls.number("held_learning_rate", 1e-4, 10.0, 0.01)
    return {
        "context": context,
        "d_model": d_model,
        "steps": steps,
        "init_std": init_std,
        "learning_rate": learning_rate,
    }


SECTION = Section(
    show_generalise,
    code=(
        read_sentences,
        ContextCounts,
        guess,
        train_nplm,
    ),
)
