"""The film of a run on the page: which map, which rows, and everything that it says."""

from functools import partial
from typing import NamedTuple

import numpy as np
import streamlit as st

from embedcore import projection
from embedcore.charts.heatmap import shown_in_heatmap
from embedcore.charts.training_lab.film import Film, FilmWords, film
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.training import TrainingResult
from embedcore.ui.controls import Controls
from embedcore.ui.kept import kept
from embedcore.ui.runs import group_names
from embedcore.ui.screen import on_phone
from embedcore.ui.show import chart
from embedcore.ui.text import Text
from embedcore.ui.warm import Umap, show_with_umap

HEIGHT, PHONE_HEIGHT = 620, 960
SMALL_HEIGHT, SMALL_PHONE_HEIGHT = 480, 800
# UMAP takes a second for so many. It has to: a film is ready at most 1.5 s after its run.
MOST_POINTS = {"umap": 1_000, "pca": projection.MOST_POINTS}
MIN_DIST = 0.99  # of UMAP: with as much room between points as it gives, names can be read
MOST_REMEMBERED = 64  # runs that a visitor has seen
WORDS = "training_lab"


class FilmMap(NamedTuple):
    """One map of all snapshots."""

    points: np.ndarray  # [frames, rows, 2]
    trusts: list[projection.Trust]  # one a frame
    mapped: int  # snapshots that the method placed; between them points move in straight lines


def show_film(
    text: Text, controls: Controls, config: TrainingConfig, result: TrainingResult
) -> None:
    """The film, with a choice of the map and of the rows on it; UMAP comes when it is ready."""
    method, both = _choices(text, controls, config)
    if len(result.tokens) < projection.FEWEST_FOR_UMAP and method == "umap":
        method = "pca"  # neighbourhood says nothing where all are neighbours
    autoplay = _is_new(text.page, config, both)
    show_with_umap(method == "umap", partial(_show, text, result, method, both, autoplay))


def small_film(text: Text, result: TrainingResult) -> None:
    """The film with nothing to choose, for the home page."""
    words = Text(WORDS, text.language)
    film_map = _film_map(result.vectors, "raw" if result.config.d_model == 2 else "pca")
    heights = SMALL_HEIGHT, SMALL_PHONE_HEIGHT
    _draw(words, text.page, result, film_map, _is_new(text.page, result.config, False), heights)


def _choices(text: Text, controls: Controls, config: TrainingConfig) -> tuple[str, bool]:
    left, right = st.columns(2, gap="medium")
    with left:
        if config.d_model == 2:
            method = "raw"
            st.caption(text("maps.raw"))
        else:
            method = controls.choice("map", ("UMAP", "PCA"), "UMAP").lower()
    with right:
        rows = controls.choice(
            "rows", ("input", "both"), "input", label=lambda rows: text(f"film.rows.{rows}")
        )
    return method, rows == "both"


def _show(
    text: Text, result: TrainingResult, method: str, both: bool, autoplay: bool, umap: Umap
) -> None:
    tables = (result.vectors, result.output_vectors) if both else (result.vectors,)
    vectors = np.concatenate(tables, axis=1)  # (frames, rows, d_model)
    film_map = _film_map(vectors, method if umap is Umap.READY else "pca")
    _draw(text, text.page, result, film_map, autoplay, (HEIGHT, PHONE_HEIGHT))
    _captions(text, result, film_map, umap)


def _draw(
    text: Text,
    page: str,
    result: TrainingResult,
    film_map: FilmMap,
    autoplay: bool,
    heights: tuple[int, int],
) -> None:
    shown = shown_in_heatmap(result.group_of)
    numbers = Film(
        points=film_map.points,
        tokens=result.tokens,
        group_of=result.group_of,
        shown=shown,
        cosines=cosine_matrix(result.vectors[:, shown]),
        steps=result.steps,
        losses=result.losses,
        floor=result.config.loss_floor,
        through_origin=result.config.d_model == 2,
    )
    words = _words(text, result, film_map)
    # Of the run alone: the browser would begin the film anew for other words.
    alt = text("film.alt", tokens=len(result.tokens), steps=result.config.steps)
    height = heights[on_phone()]
    chart(alt, f"{page}.film", film, numbers, words, autoplay=autoplay, height=height)


def _words(text: Text, result: TrainingResult, film_map: FilmMap) -> FilmWords:
    similarity = group_similarity(result.vectors, result.group_of)  # each [frames]
    lines = [
        text("film.within" if np.isnan(across) else "film.both", step=s, within=w, across=across)
        for s, w, across in zip(result.steps, *similarity, strict=True)
    ]
    raw = result.config.d_model == 2
    trust = [
        text("film.trust", **trust._asdict()) if trust.k and not raw else ""
        for trust in film_map.trusts
    ]
    return FilmWords(
        group_names=group_names(result.config.groups),
        bridge=text("film.bridge"),
        tables=(text("film.tables.input"), text("film.tables.output")),
        below=lines,
        trust=trust,
        map=text("film.raw" if raw else "film.map"),
        pairs=text("film.pairs"),
        loss=text("film.loss"),
        floor=text("loss.floor", floor=result.config.loss_floor),
        step=text("film.step"),
        play=text("film.play"),
        group=text("groups"),
    )


def _captions(text: Text, result: TrainingResult, film_map: FilmMap, umap: Umap) -> None:
    shown, tokens = len(shown_in_heatmap(result.group_of)), len(result.tokens)
    frames = len(result.steps)
    said = [text("film.hint") if frames > 1 else text("loss.none")]
    if shown < tokens:
        said.append(text("film.left_out", shown=shown, tokens=tokens))
    if film_map.mapped < frames:
        said.append(text("film.in_between", mapped=film_map.mapped, frames=frames))
    if umap is Umap.COMPILING:
        said.append(text("maps.waiting"))
    if umap is Umap.FAILED:
        said.append(text("umap_failed"))
    st.caption("  \n".join(said))


@kept
def _film_map(vectors: np.ndarray, method: str) -> FilmMap:
    """All of ``vectors [frames, rows, d_model]`` on one map, as many frames as there is room for.

    The frames left out are placed in between, and are trusted as what they are.
    """
    frames, rows, _ = vectors.shape
    most = max(2, MOST_POINTS[method] // rows) if method in MOST_POINTS else frames
    mapped = np.unique(np.linspace(0, frames - 1, min(frames, most)).round().astype(int))
    if method == "raw":
        points = vectors
    else:
        points = projection.project_frames(vectors[mapped], method, min_dist=MIN_DIST)
    points = _in_between(points, np.interp(range(frames), mapped, range(len(mapped))))
    trusts = [projection.trust(a, b) for a, b in zip(vectors, points, strict=True)]
    return FilmMap(points, trusts, len(mapped))


def _in_between(points: np.ndarray, places: np.ndarray) -> np.ndarray:
    """``points [mapped, rows, 2]`` at ``places [frames]`` between one and the next."""
    before = np.floor(places).astype(int)
    after = np.ceil(places).astype(int)
    share = (places - before)[:, None, None]
    return (1 - share) * points[before] + share * points[after]


def _is_new(page: str, config: TrainingConfig, both: bool) -> bool:
    """Whether the visitor first sees this run; the same answer until another picture is chosen.

    Another answer would begin the film anew in the browser.
    """
    last, answer, seen = st.session_state.get(f"{page}.film.seen", (None, False, ()))
    if last != (config, both):
        answer = config not in seen
        seen = (*seen, config)[-MOST_REMEMBERED:]
    st.session_state[f"{page}.film.seen"] = (config, both), answer, seen
    return answer
