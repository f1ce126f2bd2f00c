"""Many seeds of one run: what the means say, why, and how little a single pair does."""

from dataclasses import replace

import numpy as np
import streamlit as st

from embedcore.charts.strips import strips
from embedcore.charts.style import ACCENT, QUIET
from embedcore.charts.training_lab.seeds import Mark, counted, histogram, over_steps
from embedcore.config import MAX_SEEDS, TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.samples import SEEDS, clearly_above, side_of_zero
from embedcore.training import TrainingResult, train_seeds
from embedcore.ui.controls import Controls
from embedcore.ui.runs import SeedRuns, cached_seeds
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text, literal
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.visit import LabVisit

UNUSED_ROWS = 256  # vocab_size of the comparison for a table without unused rows
# What the sources report for these two pairs, of one run at the default settings.
ARTICLE = {frozenset("ab"): 0.56, frozenset("aA"): 0.04}


def show_seeds(visit: LabVisit) -> None:
    """The section: the course of all seeds, why across is what it is, and two pairs."""
    text, controls, config, result = visit.text, visit.controls, visit.config, visit.result
    st.markdown(text("seeds.lead"))
    seeds = controls.slider("seeds", 1, MAX_SEEDS, 16)
    runs = cached_seeds(config, seeds, text("progress"))
    if config.steps:
        _show_course(text, result, runs)
        _show_why(text, config)
    else:
        st.info(text("seeds.untrained"), icon="🪨")
    _show_pairs(text, controls, result, runs)
    numbers(text, _columns(text, result, runs), "seeds")


def _show_course(text: Text, result: TrainingResult, runs: SeedRuns) -> None:
    seeds = len(runs.similarity)
    chart(
        text("seeds.alt", seeds=seeds),
        "training_lab.seeds",
        over_steps,
        result.steps,
        runs.similarity,
        own=_own(result),
        names=(text("seeds.within"), text("seeds.across")),
        step_title=text("loss.step"),
        cosine_title=text("cosine"),
        own_title=text("seeds.own", seed=result.config.seed),
    )
    how = "seeds.one" if seeds == 1 else "seeds.how"
    st.caption(text(how, seed=result.config.seed, seeds=seeds))
    within, across = runs.similarity[:, -1].T
    sentences = []
    if not np.isnan(within).any():  # two groups that share one of their two tokens have no pair
        before = written(runs.similarity[:, 0, 0])
        sentences.append(text("seeds.see.within", before=before, after=written(within)))
    if not np.isnan(across).any():
        values = {"after": written(across), "below": int((across < 0).sum()), "seeds": seeds}
        sentences.append(text(f"seeds.see.{side_of_zero(across)}", **values))
    what_you_see(text, *sentences)


def _show_why(text: Text, config: TrainingConfig) -> None:
    """Why across is what it is, as an experiment: change one thing and look again."""
    if len(config.groups.groups) == 1:
        return
    settings = _one_thing_changed(config)
    batches = [cached_seeds(setting, SEEDS, text("progress")) for setting in settings]
    across = np.array([batch.similarity[:, -1, 1] for batch in batches])
    if np.isnan(across).any():  # a bridge may leave a group without a token of its own
        return
    st.markdown(text("seeds.why.heading", seeds=SEEDS))
    names = [_setting_name(text, setting) for setting in settings]
    alt = text("seeds.why.alt", settings=len(names), seeds=SEEDS)
    titles = {"names": names, "cosine_title": text("cosine")}
    chart(alt, "training_lab.seeds.why", strips, across, **titles)
    what_you_see(text, *_reasons(text, config, *across))


def _one_thing_changed(config: TrainingConfig) -> tuple[TrainingConfig, ...]:
    """The setting itself; with unused rows instead of none, or the reverse; the bias reversed."""
    rows = len(config.groups.tokens)
    resized = replace(config, vocab_size=UNUSED_ROWS if config.vocab_size == rows else rows)
    return config, resized, replace(config, bias=not config.bias)


def _setting_name(text: Text, config: TrainingConfig) -> str:
    unused = config.vocab_size - len(config.groups.tokens)
    bias = "bias" if config.bias else "no_bias"
    return text(f"seeds.why.{bias}", rows=config.vocab_size, unused=unused)


def _reasons(
    text: Text, config: TrainingConfig, own: np.ndarray, resized: np.ndarray, bias: np.ndarray
) -> list[str]:
    """What the three settings say; each array holds across after training, ``[seeds]``.

    A reason is given only where the seeds clearly differ.
    """
    full = config.vocab_size == len(config.groups.tokens)
    unused, used = (resized, own) if full else (own, resized)
    with_bias, without = (own, bias) if config.bias else (bias, own)
    rows = "unused" if clearly_above(unused, used) else "unused_or_not"
    shift = "bias_helps" if clearly_above(without, with_bias) else "bias_or_not"
    return [
        text(f"seeds.why.{rows}", unused=written(unused), used=written(used)),
        text(f"seeds.why.{shift}", with_bias=written(with_bias), without=written(without)),
    ]


def _show_pairs(text: Text, controls: Controls, result: TrainingResult, runs: SeedRuns) -> None:
    st.subheader(text("seeds.pairs.heading"), anchor=False)
    st.markdown(text("seeds.pairs.lead", seeds=len(runs.similarity)))
    tokens = list(result.tokens)
    own = cosine_matrix(result.vectors[-1])
    pairs = _chosen_pairs(controls, result)
    samples = [runs.cosines_after[:, a, b] for a, b in pairs]
    most = counted(*samples)
    columns = st.columns(len(pairs), gap="medium")
    for (a, b), sample, column, name in zip(pairs, samples, columns, ("near", "far"), strict=False):
        with column:
            marks = [Mark(text("seeds.yours"), own[a, b], (4, 3))]
            article = _of_article(result.config, tokens[a], tokens[b])
            if article is not None:
                marks.append(Mark(text("seeds.article"), article))
            st.markdown(f"**{_pair(tokens[a], tokens[b])}**")
            alt = text(f"seeds.pairs.alt_{name}", seeds=len(sample))
            chart(
                alt,
                f"training_lab.seeds.{name}",
                histogram,
                sample,
                marks,
                colour=ACCENT if name == "near" else QUIET,
                most=most,
                cosine_title=text("cosine"),
                count_title=text("seeds.count"),
            )
            ends = {"lowest": sample.min(), "highest": sample.max(), "own": own[a, b]}
            how = "single" if len(sample) == 1 else "range"
            st.caption(text(f"seeds.pairs.{how}", mean=written(sample), **ends))
    sentences = _on_pairs(text, result, runs, pairs)
    if sentences:
        what_you_see(text, *sentences)


def _chosen_pairs(controls: Controls, result: TrainingResult) -> list[tuple[int, int]]:
    """The anchor with a near and, if there are several groups, a far token: indices."""
    tokens = list(result.tokens)
    several = len(result.config.groups.groups) > 1
    columns = st.columns(3 if several else 2)
    with columns[0]:
        anchor = controls.select("anchor", tokens, tokens[0])
    others = [token for token in tokens if token != anchor]
    with columns[1]:
        chosen = [controls.select("near", others, _first_but(anchor, tokens[1::-1]))]
    if several:
        elsewhere = tokens[int(np.argmax(result.group_of == 1))]
        with columns[2]:
            chosen.append(controls.select("far", others, _first_but(anchor, [elsewhere, *tokens])))
    return [(tokens.index(anchor), tokens.index(other)) for other in chosen]


def _on_pairs(
    text: Text, result: TrainingResult, runs: SeedRuns, pairs: list[tuple[int, int]]
) -> list[str]:
    """What many seeds say of single pairs; nothing, of a single seed."""
    seeds = len(runs.similarity)
    if seeds == 1:
        return []
    sentences, group_of, tokens = [], result.group_of, result.tokens
    little = False
    for a, b in pairs:
        if min(group_of[a], group_of[b]) < 0:
            continue  # a bridge belongs to both
        apart = group_of[a] != group_of[b]
        sample, mean = runs.cosines_after[:, a, b], runs.similarity[:, -1, int(apart)]
        spread, of_mean = sample.std(ddof=1), mean.std(ddof=1)
        values = {"pair": _pair(tokens[a], tokens[b]), "seeds": seeds}
        if apart:
            values |= {"above": int((sample > 0).sum()), "mean": written(mean)}
            sentences.append(text("seeds.pairs.sign", **values))
        else:
            values |= {"spread": spread, "of_mean": of_mean}
            sentences.append(text("seeds.pairs.scatter", **values))
        little |= spread > 2 * of_mean
    return [*sentences, text("seeds.pairs.little")] if little else sentences


def _columns(text: Text, result: TrainingResult, runs: SeedRuns) -> dict:
    columns, own = {text("loss.step"): result.steps}, _own(result)
    for part, name in enumerate(("within", "across")):
        values = runs.similarity[..., part]
        if np.isnan(values).any():
            continue
        pairs = text(f"seeds.{name}")
        columns[f"{pairs} · {text('seeds.own', seed=result.config.seed)}"] = own[:, part].round(4)
        columns[f"{pairs} · {text('seeds.mean')}"] = values.mean(axis=0).round(4)
        if len(values) > 1:
            columns[f"{pairs} · {text('seeds.spread')}"] = values.std(axis=0, ddof=1).round(4)
    return columns


def written(values: np.ndarray) -> str:
    """Mean and standard deviation of ``values [seeds]``; one value has no deviation."""
    spread = f"{values.std(ddof=1):.2f}" if len(values) > 1 else "—"
    return f"{round(float(values.mean()), 2) + 0.0:+.2f} ± {spread}"  # + 0.0: no "-0.00"


def _own(result: TrainingResult) -> np.ndarray:
    """Within and across of the visitor's own seed: ``[frames, 2]``."""
    return np.array([result.similarity(frame) for frame in range(len(result.steps))])


def _of_article(config: TrainingConfig, a: str, b: str) -> float | None:
    """What the sources report for this pair, if this is their experiment."""
    is_theirs = replace(config, seed=0) == TrainingConfig()
    return ARTICLE.get(frozenset((a, b))) if is_theirs else None


def _pair(a: str, b: str) -> str:
    return f"sim({literal(a)}, {literal(b)})"


def _first_but(taken: str, tokens: list[str]) -> str:
    return next(token for token in tokens if token != taken)


SECTION = Section(show_seeds, code=(train_seeds,))
