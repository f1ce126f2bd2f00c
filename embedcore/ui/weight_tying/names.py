"""On real text: the same small transformer with two tables and with one learns to spell names."""

import math
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore.charts.weight_tying.names import held_out_course, seed_by_seed
from embedcore.errors import InputError
from embedcore.names_data import VOCAB_SIZE, load_names, split
from embedcore.names_model import NamesConfig, sample, train_names
from embedcore.samples import MOST_DIFFERENCES, SEEDS, chance_of, mean_and_spread
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, explain, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.weight_tying.visit import TyingVisit

DESIGNS = ("untied", "tied")
STEPS = [100, 200, 500, 1_000, 2_000]
WIDTHS = [8, 16, 32]
MADE_UP = 12  # names shown of each design
CLEAR = 0.05  # a difference that chance makes less often is called one


class NamesRuns(NamedTuple):
    """What one design came to, over the seeds 0 upward."""

    steps: np.ndarray  # [frames]
    held_out: np.ndarray  # [seeds, frames], nats a letter
    parameters: int
    made_up: tuple[str, ...]  # by the model of seed 0


@kept
def cached_names(config: NamesConfig, seeds: int, _label: str) -> NamesRuns:
    """``train_names`` from so many seeds, once for each config, under a bar saying ``_label``."""
    bar = Bar(_label)
    results = train_names(config, range(seeds), bar)
    bar.close()
    held_out = np.stack([result.held_out for result in results])
    made_up = tuple(sample(results[0], 0, MADE_UP))
    return NamesRuns(results[0].steps, held_out, results[0].parameter_count, made_up)


def show_names(visit: TyingVisit) -> None:
    """The section: both designs trained from the same seeds, and what the saving costs."""
    text, controls = visit.text, visit.controls
    st.subheader(text("names.heading"), anchor=False)
    try:
        names = split(load_names())
    except InputError as error:
        explain(text, error)
        return
    counts = {"training": len(names.training), "held_out": len(names.held_out)}
    st.markdown(text("names.lead", **counts))
    first, second, third = st.columns(3, gap="large")
    with first:
        steps = controls.stops("names_steps", STEPS, 1_000)
    with second:
        seeds = controls.slider("names_seeds", 2, MOST_DIFFERENCES, SEEDS)
    with third:
        d_model = controls.stops("names_d_model", WIDTHS, 16)
    runs = {
        name: cached_names(
            NamesConfig(name == "tied", steps, d_model), seeds, text(f"names.progress.{name}")
        )
        for name in DESIGNS
    }
    _show_both(text, runs)
    what_you_see(text, *_sentences(text, runs, steps, len(names.held_out)))
    _show_made_up(text, runs)
    st.caption(text("names.note", parameters=runs["untied"].parameters))
    _show_seeds(text, runs)


def _show_both(text: Text, runs: dict[str, NamesRuns]) -> None:
    untied, tied = runs.values()
    last = {name: run.held_out[:, -1] for name, run in runs.items()}
    saved = untied.parameters - tied.parameters
    columns = st.columns(3)
    for (name, run), column in zip(runs.items(), columns, strict=False):
        label = text(f"names.metric.{name}", parameters=run.parameters)
        column.metric(label, _written(last[name]))
    columns[2].metric(text("names.metric.saved"), f"{saved:,} ({saved / untied.parameters:.0%})")
    names = [text(f"names.{name}") for name in DESIGNS]
    loss_title = text("names.loss")
    ends = {name: values.mean() for name, values in last.items()}
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(f"**{text('names.course')}**")
        losses = np.stack([run.held_out for run in runs.values()])
        alt = text("names.alt.course", steps=int(untied.steps[-1]), **ends)
        chart(
            alt,
            "weight_tying.names.course",
            held_out_course,
            untied.steps,
            losses,
            blind=math.log(VOCAB_SIZE),
            names=names,
            step_title=text("names.step"),
            loss_title=loss_title,
            blind_title=text("names.blind", letters=VOCAB_SIZE),
        )
        st.caption(text("names.band", seeds=len(untied.held_out)))
    with right:
        st.markdown(f"**{text('names.seeds')}**")
        at_end = np.stack(list(last.values()))
        titles = {"names": names, "seed_title": text("names.seed"), "loss_title": loss_title}
        alt = text("names.alt.seeds", seeds=len(untied.held_out), **ends)
        chart(alt, "weight_tying.names.seeds", seed_by_seed, at_end, **titles)


def _sentences(text: Text, runs: dict[str, NamesRuns], steps: int, held_out: int) -> list[str]:
    untied, tied = (run.held_out[:, -1] for run in runs.values())
    mean, spread = mean_and_spread(tied - untied)
    chance = chance_of(tied - untied)
    how = "unclear" if chance >= CLEAR else "worse" if mean > 0 else "better"
    choices = {"untied": math.exp(untied.mean()), "tied": math.exp(tied.mean())}
    values = {"seeds": len(untied), "higher": int((tied > untied).sum())}
    return [
        text("names.see.letter", steps=steps, held_out=held_out, **choices),
        text("names.see.difference", mean=round(mean, 3) + 0.0, spread=spread, **values),  # no "-0"
        text(f"names.see.{how}", chance=chance, size=abs(mean), share=abs(mean) / untied.mean()),
    ]


def _show_made_up(text: Text, runs: dict[str, NamesRuns]) -> None:
    st.markdown(f"**{text('names.made_up')}**")
    known = set(load_names())
    for (name, run), column in zip(runs.items(), st.columns(2, gap="large"), strict=True):
        with column:
            st.markdown(text(f"names.made_{name}"))
            st.code("  ".join(made or "·" for made in run.made_up), language=None, wrap_lines=True)
            real = sum(made in known for made in run.made_up)
            st.caption(text(f"names.real.{name}", count=len(run.made_up), real=real))


def _show_seeds(text: Text, runs: dict[str, NamesRuns]) -> None:
    untied, tied = (run.held_out[:, -1] for run in runs.values())
    columns = {
        text("names.seed"): np.arange(len(untied)),
        text("names.untied"): untied.round(4),
        text("names.tied"): tied.round(4),
        text("names.difference"): (tied - untied).round(4),
    }
    numbers(text, columns, "names")


def _written(losses: np.ndarray) -> str:
    mean, spread = mean_and_spread(losses)
    return f"{mean:.3f} ± {spread:.3f}"


SECTION = Section(
    show_names,
    code=(
        train_names,
        sample,
        chance_of,
    ),
)
