"""Take it away: the rows, the run and its losses as files, the link, the pictures.

A file is written when its button is pressed, not before: most visitors press none.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap
from embedcore.charts.loss import loss_curve
from embedcore.geometry import cosine_matrix
from embedcore.training import TrainingResult
from embedcore.training_lab.export import losses_csv, projector_labels, projector_vectors, run_json
from embedcore.ui.controls import Controls
from embedcore.ui.settings import url_parameters
from embedcore.ui.share import share_link
from embedcore.ui.show import download
from embedcore.ui.svg import svg
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.visit import LabVisit

FRAMES = {"before": 0, "after": -1}
TSV = "text/tab-separated-values"


def show_take_away(visit: LabVisit) -> None:
    """Four boxes: vectors, run, link, pictures."""
    text, controls, result = visit.text, visit.controls, visit.result
    st.subheader(text("take_away.heading"), anchor=False)
    first, second = st.columns(2, gap="medium")
    with first:
        with _box(text, "vectors"):
            _show_vectors(text, controls, result)
        with _box(text, "pictures"):
            _show_pictures(text, result)
    with second:
        with _box(text, "run"):
            _show_run(text, result)
        with _box(text, "link"):
            _show_link(text)


def _show_vectors(text: Text, controls: Controls, result: TrainingResult) -> None:
    st.markdown(text("take_away.vectors.how"))
    end = controls.choice("taken", tuple(FRAMES), "after", partial(_end, text, result))
    tables = {"input": result.vectors}
    if not result.config.tied:
        tables["output"] = result.output_vectors
    with st.container(horizontal=True):
        for name, table in tables.items():
            data = partial(projector_vectors, table[FRAMES[end]])
            download(text, f"{name}_rows", data, f"{name}_rows_{end}.tsv", TSV)
        download(text, "labels", partial(projector_labels, result), "labels.tsv", TSV)
    if result.config.tied:
        st.caption(text("take_away.vectors.tied"))


def _end(text: Text, result: TrainingResult, end: str) -> str:
    return text(f"take_away.ends.{end}", steps=result.steps[FRAMES[end]])


def _show_run(text: Text, result: TrainingResult) -> None:
    st.markdown(text("take_away.run.how", steps=len(result.losses), snapshots=len(result.steps)))
    with st.container(horizontal=True):
        download(text, "run", partial(run_json, result), "run.json", "application/json")
        download(text, "losses", partial(losses_csv, result), "losses.csv", "text/csv")


def _show_pictures(text: Text, result: TrainingResult) -> None:
    st.markdown(text("take_away.pictures.png"))
    st.markdown(text("take_away.pictures.svg"))
    pictures = {"cosines_svg": _cosines(text, result)}
    if len(result.losses):
        pictures["loss_svg"] = _losses(text, result)
    with st.container(horizontal=True):
        for name, picture in pictures.items():
            download(text, name, picture, name.replace("_", "."), "image/svg+xml")


def _cosines(text: Text, result: TrainingResult) -> Callable[[], bytes]:
    cosines = cosine_matrix(result.vectors[-1])
    return partial(svg, cosine_heatmap, cosines, result.tokens, value_title=text("cosine"))


def _losses(text: Text, result: TrainingResult) -> Callable[[], bytes]:
    floor = result.config.loss_floor
    return partial(
        svg,
        loss_curve,
        result.losses,
        floor=floor,
        step_title=text("loss.step"),
        loss_title=text("loss.value"),
        floor_title=text("loss.floor", floor=floor),
    )


def _show_link(text: Text) -> None:
    st.markdown(text("take_away.link.how"))
    if st.context.url:
        link = share_link(st.context.url, text.language, url_parameters(text.page))
        st.code(link, language=None, wrap_lines=True)


def _box(text: Text, name: str) -> st.delta_generator.DeltaGenerator:
    box = st.container(border=True)
    box.markdown(f"**{text(f'take_away.{name}.heading')}**")
    return box


SECTION = Section(show_take_away)
