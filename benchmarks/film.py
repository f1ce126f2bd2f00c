"""How long after its training a run's film is ready, once UMAP is compiled."""

import time

import numpy as np

from embedcore.charts.training_lab.film import Film, FilmWords, film
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.projection import project_frames, trust
from embedcore.training import TrainingResult, train

RUNS = 5


def build(result: TrainingResult) -> dict:
    """Map, trust of each frame, cosines, chart: all that the server does before it sends."""
    points = project_frames(result.vectors, "umap")
    trusts = [trust(*frame) for frame in zip(result.vectors, points, strict=True)]
    said = [f"{one.trustworthiness:.2f}" for one in trusts]
    every = np.arange(len(result.tokens))
    cosines = cosine_matrix(result.vectors)
    numbers = Film(
        points=points,
        tokens=result.tokens,
        group_of=result.group_of,
        shown=every,
        cosines=cosines,
        steps=result.steps,
        losses=result.losses,
        floor=result.config.loss_floor,
        through_origin=False,
    )
    words = FilmWords(
        group_names=result.config.groups.groups,
        bridge="bridge",
        tables=("in", "out"),
        below=[f"step {step}" for step in result.steps],
        trust=said,
        map="map",
        pairs="pairs",
        loss="loss",
        floor="floor",
        step="step",
        play="play",
        group="group",
    )
    return film(numbers, words, autoplay=True, height=600).to_dict(validate=False)


def measure() -> list[tuple[str, float, str]]:
    """Rows of the table: what, the ratio or amount, and what it is held to."""
    results = [train(TrainingConfig(seed=seed)) for seed in range(RUNS + 1)]
    build(results.pop())  # compiles
    times = []
    for result in results:
        start = time.perf_counter()
        build(result)
        times.append(time.perf_counter() - start)
    return [("film of 500 steps, 20 tokens, seconds", float(np.median(times)), "at most 1.5")]
