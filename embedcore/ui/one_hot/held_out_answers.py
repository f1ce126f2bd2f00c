"""What counts and a network say of the held-out sentence: the pictures and their sentences."""

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.one_hot.generalise import answers, company, cosine_course, course
from embedcore.charts.strips import strips
from embedcore.geometry import cosine_matrix
from embedcore.one_hot.counts import START, ContextCounts, contexts
from embedcore.one_hot.held_out import GAP, HeldOutCorpus
from embedcore.one_hot.nplm import NPLMResult
from embedcore.samples import mean_and_spread
from embedcore.ui.one_hot.runs import cached_nplm
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal

IMPOSSIBLE = 0.01  # the probability below which a word is called nearly impossible


class Answers:
    """One result on the page. All words of the corpus are a visitor's: literal in sentences."""

    def __init__(self, text: Text, result: NPLMResult) -> None:
        self.text, self.result, self.config = text, result, result.config
        self.corpus = result.config.corpus
        self.counts = ContextCounts(self.corpus, self.config.context)
        self.examples = contexts(self.corpus.held_out, self.config.context)
        self.before, self.target = self.examples[-1]
        self.counted = [self.counts.backed_off(*example) for example in self.examples]
        first, second = self.corpus.pair
        self.raw = {
            "first": first,
            "second": second,
            "target": self.target,
            "before": " ".join(word for word in self.before if word != START),
        }
        self.names = {name: literal(word) for name, word in self.raw.items()}

    def first(self) -> None:
        """The question, and what each model answers."""
        if len(self.corpus.training) < len(self.corpus.sentences):
            st.info(self.text("generalise.stood_there"), icon="🙈")
        loss, blind = self.result.losses[-1].mean(), math.log(len(self.corpus.vocabulary))
        if loss > blind:
            st.warning(self.text("generalise.too_fast", loss=loss, blind=blind), icon="📈")
        left, right = st.columns([2, 3], gap="large")
        with left:
            self.who_keeps_which_company()
        with right:
            self.what_each_model_says()
        on_counts, *on_the_network = self._on_the_answers()
        what_you_see(self.text, *on_the_network, more=[on_counts])

    def reasons(self, apart: HeldOutCorpus | None) -> None:
        """How the network came to its answer, and what it says without the shared company."""
        self.while_it_learns()
        self.without_the_company(apart)
        self.every_seed()

    def who_keeps_which_company(self) -> None:
        st.markdown(self.text("generalise.company.heading", **self.names))
        found = self.corpus.company()
        frames = [" ".join("…" if word == GAP else word for word in f) for f in found.frames]
        shared = int(found.seen.all(axis=1).sum())
        pair = {name: self.raw[name] for name in ("first", "second")}
        alt = self.text("generalise.company.alt", shared=shared, **pair)
        chart(
            alt,
            "one_hot.generalise.company",
            company,
            found.seen,
            found.held_out,
            frames=frames,
            pair=self.corpus.pair,
            held_out_name=self.text("generalise.company.asked"),
        )
        label = self.text("generalise.contexts", context=self.config.context)
        st.metric(label, f"{self.counts.seen} / {self.counts.possible:,}")

    def what_each_model_says(self) -> None:
        text, result = self.text, self.result
        st.markdown(text("generalise.answers.heading", **self.names))
        parts = {
            "whole": np.array([self.counts.whole(self.before, self.target)]),
            "backed": np.array([self.counted[-1]]),
            "network": result.held_out[-1, :, -1],
            "stranger": result.untrained_row,
        }
        names = [
            text("generalise.answers.whole"),
            text("generalise.answers.backed"),
            text("generalise.network"),
            text("generalise.answers.stranger", second=self.raw["second"]),
        ]
        means = {name: values.mean() for name, values in parts.items()}
        chart(
            text("generalise.answers.alt", **means),
            "one_hot.generalise.answers",
            answers,
            list(parts.values()),
            names=names,
            accented=(False, False, True, True),
            probability_title=text("generalise.probability"),
        )
        st.caption(text("generalise.answers.note", seeds=self.config.seeds))

    def _on_the_answers(self) -> list[str]:
        text, names, counts = self.text, self.names, self.counts
        network = self.result.held_out[-1, :, -1]
        seeds, context = self.config.seeds, self.config.context
        on_counts = {
            "seen": counts.seen,
            "possible": counts.possible,
            "context": context,
            "vocab_size": counts.vocab_size,
            "whole": counts.whole(self.before, self.target),
            "backed": probability(self.counted[-1]),
        }
        above = int((network > self.counted[-1]).sum())
        on_network = {"network": with_spread(network), "above": above, "seeds": seeds}
        return [
            text("generalise.see.seen", **on_counts, **names)
            if counts.has_seen(self.before)
            else text("generalise.see.unseen", **on_counts, **names),
            text("generalise.see.network", **on_network, **names),
            text(
                "generalise.see.stranger",
                stranger=with_spread(self.result.untrained_row),
                **names,
            )
            if self.config.place_in_context >= 0
            else text("generalise.see.out_of_sight", context=context, **names),
        ]

    def while_it_learns(self) -> None:
        text, result = self.text, self.result
        st.subheader(text("generalise.course.heading"), anchor=False)
        first, second, third = st.columns(3, gap="medium")
        with first:
            st.markdown(text("generalise.course.target", **self.names))
            ends = result.held_out[[0, -1], :, -1].mean(axis=1)
            values = {"first": ends[0], "last": ends[1], "counted": self.counted[-1]}
            values |= {"steps": self.config.steps, "target": self.target}
            self._course(text("generalise.course.alt_target", **values), -1, "target")
        with second:
            st.markdown(text("generalise.course.cosine", **self.names))
            values = {"steps": self.config.steps, "last": result.cosines[-1].mean()}
            values |= {name: self.raw[name] for name in ("first", "second")}
            alt = text("generalise.course.alt_cosine", **values)
            chart(
                alt,
                "one_hot.generalise.cosine",
                cosine_course,
                result.steps,
                result.cosines,
                step_title=text("generalise.step"),
                cosine_title=text("generalise.cosine"),
            )
        sentences = self._on_the_peak()
        number = self._first_unseen_step()
        if number is not None:
            word = self.corpus.held_out[number]
            with third:
                st.markdown(text("generalise.course.step", word=literal(word)))
                last = result.held_out[-1, :, number].mean()
                values = {"word": word, "last": last, "counted": self.counted[number]}
                alt = text("generalise.course.alt_step", steps=self.config.steps, **values)
                self._course(alt, number, "step")
            sentences.append(self._on_the_step(number))
        if sentences:
            what_you_see(text, sentences[0], more=sentences[1:])

    def _course(self, alt: str, number: int, key: str) -> None:
        """The network's probability for one word of the held-out sentence, and the counts'."""
        chart(
            alt,
            f"one_hot.generalise.course.{key}",
            course,
            self.result.steps,
            self.result.held_out[:, :, number],
            counted=self.counted[number],
            counted_name=self.text("generalise.course.counts"),
            step_title=self.text("generalise.step"),
            probability_title=self.text("generalise.probability"),
        )

    def _first_unseen_step(self) -> int | None:
        """Where in the held-out sentence the corpus first says nothing, before the last word."""
        steps = range(len(self.examples) - 1)
        return next((i for i in steps if not self.counts.has_seen(*self.examples[i])), None)

    def _on_the_peak(self) -> list[str]:
        cosines, answered = (
            values.mean(axis=1) for values in (self.result.cosines, self.result.held_out[:, :, -1])
        )
        at = int(cosines.argmax())
        if cosines[at] - cosines[-1] < 0.1:
            return []
        values = {"step": self.result.steps[at], "peak": cosines[at], "last": cosines[-1]}
        values |= {"then": probability(answered[at]), "now": probability(answered[-1])}
        return [self.text("generalise.see.peak", **values, **self.names)]

    def _on_the_step(self, number: int) -> str:
        means, counted = self.result.held_out[:, :, number].mean(axis=1), self.counted[number]
        values = {
            "word": literal(self.corpus.held_out[number]),
            "number": number + 1,
            "last": probability(means[-1]),
            "counted": probability(counted),
        }
        if means[-1] >= counted:
            return self.text("generalise.see.more", **values)
        at = int(means.argmax())
        best = {"step": self.result.steps[at], "best": probability(means[at])}
        said = self.text("generalise.see.less", **values, **best)
        if means[-1] >= IMPOSSIBLE:
            return said
        return self.text("see.joint").join([said, self.text("generalise.see.impossible")])

    def without_the_company(self, apart: HeldOutCorpus | None) -> None:
        text, names, result = self.text, self.names, self.result
        st.subheader(text("generalise.apart.heading"), anchor=False)
        if apart is None:
            st.markdown(text("generalise.apart.none", **names))
            what_you_see(text, self._on_the_nearest())
            return
        count = len(self.corpus.training) - len(apart.training)
        st.markdown(text("generalise.apart.lead", count=count, **names))
        label = text("generalise.progress", seeds=self.config.seeds)
        other = cached_nplm(replace(self.config, corpus=apart), label)
        rows = "untrained", "shared", "apart"
        settings = [text(f"generalise.apart.{name}") for name in rows]
        cosines = np.stack([result.cosines[0], result.cosines[-1], other.cosines[-1]])
        answered = [result.held_out[-1, :, -1], other.held_out[-1, :, -1]]
        left, right = st.columns(2, gap="large")
        with left:
            st.markdown(text("generalise.apart.cosine", **names))
            means = dict(zip(rows[1:], cosines[1:].mean(axis=1), strict=True))
            pair = {name: self.raw[name] for name in ("first", "second")}
            alt = text("generalise.apart.alt_cosine", seeds=self.config.seeds, **means, **pair)
            titles = {"names": settings, "cosine_title": text("generalise.cosine")}
            chart(alt, "one_hot.generalise.apart.cosine", strips, cosines, **titles)
        with right:
            st.markdown(text("generalise.apart.answer", **names))
            means = dict(zip(rows[1:], map(np.mean, answered), strict=True))
            values = {"seeds": self.config.seeds, "target": self.target, **means}
            alt = text("generalise.apart.alt_answer", **values)
            chart(
                alt,
                "one_hot.generalise.apart.answer",
                answers,
                answered,
                names=settings[1:],
                accented=(True, True),
                probability_title=text("generalise.probability"),
            )
        values = {
            "shared": cosine(cosines[1]),
            "apart": cosine(cosines[2]),
            "p_shared": with_spread(answered[0]),
            "p_apart": with_spread(answered[1]),
        }
        sentences = [text("generalise.see.part", **values, **names)]
        if answered[1].min() < 0.1 and answered[1].max() > 0.9:
            sentences.append(text("generalise.see.torn", **names))
        what_you_see(text, *sentences, more=[self._on_the_nearest()])

    def _on_the_nearest(self) -> str:
        first, second = (self.corpus.vocabulary.index(word) for word in self.corpus.pair)
        cosines = cosine_matrix(self.result.vectors)[:, second]  # (seeds, vocab_size)
        cosines[:, second] = -np.inf  # a word is no neighbour of its own
        nearest = int((cosines.argmax(axis=1) == first).sum())
        values = {"nearest": nearest, "seeds": self.config.seeds}
        said = self.text("generalise.see.nearest", **values, **self.names)
        if nearest > self.config.seeds / 2:
            return said
        more = self.text("generalise.see.more_than_cosine", **self.names)
        return self.text("see.joint").join([said, more])

    def every_seed(self) -> None:
        result = self.result
        columns = {
            "seed": np.arange(self.config.seeds),
            "target": result.held_out[-1, :, -1],
            "stranger": result.untrained_row,
            "cosine": result.cosines[-1],
            "loss": result.losses[-1],
        }
        titled = {self.text(f"generalise.columns.{name}"): v for name, v in columns.items()}
        numbers(self.text, titled, "held_out")


def probability(value: float) -> str:
    """Two decimals, or the first digit that is not 0."""
    return f"{value:.2f}" if value >= 0.005 else f"{value:.1g}"


def with_spread(values: np.ndarray) -> str:
    """Probabilities of several seeds ``[seeds]``: their mean and standard deviation."""
    mean, spread = mean_and_spread(values)
    return f"{probability(mean)} ± {spread:.2f}"


def cosine(values: np.ndarray) -> str:
    """Cosines of several seeds ``[seeds]``: their mean, signed, and standard deviation."""
    mean, spread = mean_and_spread(values)
    return f"{mean:+.2f} ± {spread:.2f}"
