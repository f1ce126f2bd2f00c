"""The film's chart: what stands in it is the run, frame by frame."""

import json

import altair as alt
import numpy as np
import pandas as pd
import pytest
from sklearn.metrics.pairwise import cosine_similarity

from embedcore.charts.heatmap import MOST_CELLS, shown_in_heatmap
from embedcore.charts.style import ACCENT, GROUP_COLOURS, GROUP_SHAPES
from embedcore.charts.training_lab.film import Film, FilmWords, film
from embedcore.charts.training_lab.film.signals import slider_stride
from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.groups import Groups
from embedcore.projection import project_frames
from embedcore.training import train

BRIDGED = Groups(("abcx", "xyz"), bridge="x")


def film_of(config: TrainingConfig, both: bool = False, method: str = "pca") -> Film:
    result = train(config)
    tables = [result.vectors, result.output_vectors] if both else [result.vectors]
    vectors = np.concatenate(tables, axis=1)
    shown = shown_in_heatmap(result.group_of)
    return Film(
        points=vectors if method == "raw" else project_frames(vectors, method),
        tokens=result.tokens,
        group_of=result.group_of,
        shown=shown,
        cosines=cosine_matrix(result.vectors[:, shown]),
        steps=result.steps,
        losses=result.losses,
        floor=config.loss_floor,
        through_origin=method == "raw",
    )


def words_of(numbers: Film) -> FilmWords:
    frames, groups = len(numbers.steps), numbers.group_of.max() + 1
    return FilmWords(
        group_names=[f"group {number}" for number in range(groups)],
        bridge="of two",
        tables=("input row", "output row"),
        below=[f"below {frame}" for frame in range(frames)],
        trust=[f"trust {frame}" for frame in range(frames)],
        map="map",
        pairs="pairs",
        loss="loss",
        floor="floor",
        step="step",
        play="play",
        group="group",
    )


@pytest.fixture(autouse=True)
def data_where_it_stands(monkeypatch):
    """As the app has it (``embedcore.ui.show``)."""
    monkeypatch.setattr(alt.data_transformers, "consolidate_datasets", False)


class Drawn:
    """A film's chart as the browser gets it."""

    def __init__(self, numbers: Film, autoplay: bool = False) -> None:
        picture = film(numbers, words_of(numbers), autoplay=autoplay, height=600)
        self.spec = picture.to_dict(validate=False)
        self.tokens = pd.DataFrame(self.spec["data"]["values"])
        self.signals = {signal["name"]: signal for signal in self.spec["params"]}

    def layer_with(self, column: str) -> pd.DataFrame:
        """The data of the one kind of layer that has this column."""
        data = [layer["data"]["values"] for layer in self.spec["layer"] if "data" in layer]
        return next(pd.DataFrame(rows) for rows in data if column in rows[0])

    def places(self) -> np.ndarray:
        """Of the points: ``[frames, rows, 2]``."""
        frames = self.signals["last"]["value"] + 1
        columns = [[self.tokens[f"{axis}{frame}"] for axis in "xy"] for frame in range(frames)]
        return np.array(columns).transpose(0, 2, 1)


@pytest.fixture(scope="module")
def default() -> Film:
    return film_of(TrainingConfig())


@pytest.mark.parametrize("both", [False, True])
def test_points_are_those_of_each_frame(both):
    numbers = film_of(TrainingConfig(BRIDGED, steps=60), both)
    drawn = Drawn(numbers).places()
    assert drawn.shape == (21, 12 if both else 6, 2)
    assert np.abs(drawn).max() == 1  # the edge of the map
    for axis in (0, 1):  # moved and scaled, alike in all frames
        given, found = numbers.points[..., axis].ravel(), drawn[..., axis].ravel()
        scale, shift = np.polyfit(given, found, 1)
        assert scale > 0
        np.testing.assert_allclose(found, scale * given + shift, atol=1e-4)


def test_raw_vectors_keep_their_angles():
    numbers = film_of(TrainingConfig(d_model=2, steps=60), method="raw")
    drawn = Drawn(numbers)
    for frame, places in enumerate(drawn.places()):
        np.testing.assert_allclose(
            cosine_similarity(places), cosine_similarity(numbers.points[frame]), atol=5e-3
        )
    assert drawn.signals["unit_x"]["expr"] == drawn.signals["unit_y"]["expr"]


def test_cosines_are_those_of_each_frame():
    config = TrainingConfig(BRIDGED, steps=60)
    pairs = Drawn(film_of(config)).layer_with("cosines")
    vectors = train(config).vectors
    assert len(pairs) == 6 * 7 / 2  # each two tokens once, and each with itself
    for frame in range(21):
        expected = cosine_similarity(vectors[frame])
        found = [cosines[frame] for cosines in pairs["cosines"]]
        np.testing.assert_allclose(found, expected[pairs["row"], pairs["column"]], atol=6e-4)


def test_steps_loss_and_words(default):
    drawn = Drawn(default)
    assert drawn.signals["steps"]["value"] == default.steps.tolist()
    assert drawn.signals["below"]["value"] == [f"below {frame}" for frame in range(21)]
    assert [drawn.tokens[f"trust{frame}"][0] for frame in range(21)] == [
        f"trust {frame}" for frame in range(21)
    ]
    curve = drawn.layer_with("mean")
    means = [default.losses[start : start + 3].mean() for start in range(0, 500, 3)]
    np.testing.assert_allclose(curve["mean"], means, rtol=1e-5)
    assert curve["step"].iloc[-1] == 500
    (at_frames,) = drawn.layer_with("losses")["losses"]
    np.testing.assert_allclose(
        at_frames[1:], np.interp(default.steps[1:], curve["step"], means), atol=1e-4
    )


def test_groups_wear_their_colours_and_shapes_and_the_bridge_its_own():
    tokens = Drawn(film_of(TrainingConfig(BRIDGED, steps=20))).tokens.set_index("token")
    assert tokens.loc["a", ["group", "colour", "shape"]].tolist() == [
        "group 0", GROUP_COLOURS[0], GROUP_SHAPES[0],
    ]  # fmt: skip
    assert tokens.loc["z", "colour"] == GROUP_COLOURS[1]
    assert tokens.loc["x", ["group", "colour"]].tolist() == ["of two", ACCENT]
    assert tokens.loc["x", "shape"] not in GROUP_SHAPES


def test_output_rows_are_hollow_and_have_no_cell(default):
    tokens = Drawn(film_of(TrainingConfig(steps=20), both=True)).tokens
    assert tokens["hollow"].tolist() == [False] * 20 + [True] * 20
    assert tokens["cell"].tolist() == [*range(20), *[-1] * 20]
    assert tokens["table"].tolist() == ["input row"] * 20 + ["output row"] * 20


@pytest.mark.parametrize("sizes", [(10, 10), (26, 26), (26, 26, 26), (26, 2, 26), (26,) * 6])
def test_the_heatmap_takes_evenly_from_each_group(sizes):
    group_of = np.repeat(range(len(sizes)), sizes)
    shown = shown_in_heatmap(group_of)
    assert len(shown) == min(len(group_of), len(shown)) <= MOST_CELLS
    assert (np.diff(shown) > 0).all()
    counts = np.bincount(group_of[shown])
    if sum(sizes) <= MOST_CELLS:
        assert counts.tolist() == list(sizes)
    else:
        room = MOST_CELLS // len(sizes)
        assert counts.tolist() == [min(size, room) for size in sizes]


@pytest.mark.parametrize("last_step", [1, 10, 30, 500, 510, 4990, 5000])
def test_the_slider_reaches_both_ends_and_the_snapshots_where_it_can(last_step):
    steps = TrainingConfig(steps=last_step).snapshot_steps
    stride = slider_stride(last_step, len(steps) - 1)
    assert last_step % stride == 0
    if len(set(np.diff(steps))) == 1:
        assert stride == steps[1]
    assert 0 < stride <= -(-last_step // (len(steps) - 1))


@pytest.mark.parametrize("last_step", [30, 500, 510])
def test_a_stop_of_the_slider_is_its_place_among_the_snapshots(last_step):
    signals = Drawn(film_of(TrainingConfig(BRIDGED, steps=last_step))).signals
    steps, stride = signals["steps"]["value"], signals["stride"]["value"]
    for stop, frame in enumerate(signals["frame_at"]["value"]):
        before = int(frame)
        after = min(before + 1, len(steps) - 1)
        step = steps[before] + (frame - before) * (steps[after] - steps[before])
        assert step == pytest.approx(stop * stride, abs=0.1)


def test_the_step_control_is_named_and_plays_only_when_asked(default):
    still, played = Drawn(default).signals, Drawn(default, autoplay=True).signals
    slider = {"input": "range", "min": 0, "max": 500, "step": 25, "name": "step"}
    assert still["step"]["bind"] == played["step"]["bind"] == slider
    assert (still["playing"]["value"], played["playing"]["value"]) == (False, True)
    assert (still["step"]["init"], played["step"]["init"]) == ("steps[last]", "0")


def test_a_run_of_no_step_has_nothing_to_play():
    signals = Drawn(film_of(TrainingConfig(BRIDGED, steps=0)), autoplay=True).signals
    assert signals["playing"]["value"] is False
    assert not any("bind" in signal for signal in signals.values())


def test_another_map_of_the_same_run_changes_nothing_but_data(default):
    """Then the browser keeps the film where the visitor left it."""
    other = default._replace(points=default.points[..., ::-1] * 3 + 1)
    first, second = Drawn(default).spec, Drawn(other).spec
    assert first.pop("data") != second.pop("data")
    assert first == second


@pytest.mark.parametrize(
    ("config", "both", "method"),
    [
        (TrainingConfig(), False, "pca"),
        (TrainingConfig(BRIDGED, steps=30), True, "pca"),
        (TrainingConfig(d_model=2), False, "raw"),
        (TrainingConfig(BRIDGED, steps=0), False, "pca"),
        (TrainingConfig(Groups(("ab",)), steps=10), False, "pca"),
    ],
    ids=["default", "bridge and both tables", "raw", "no step", "two tokens"],
)
def test_is_vega_lite(config, both, method):
    """Every word of the chart but the signals', which are Vega's."""
    numbers = film_of(config, both, method)
    picture = film(numbers, words_of(numbers), autoplay=True, height=600)
    picture.params = []
    assert len(picture.to_dict()["layer"]) > 20


def test_size_for_many_tokens(default):
    """Of the whole chart as JSON: what the browser has to load."""
    letters = ["".join(chr(first + i) for i in range(26)) for first in (97, 65, 0x430, 0x410)]
    many = Groups(
        (*letters, *("".join(chr(0x4E00 + 26 * k + i) for i in range(26)) for k in (0, 1)))
    )
    numbers = film_of(TrainingConfig(many, steps=20, snapshots=9))
    frames = np.linspace(0, 8, 21).round().astype(int)  # as many as a long run has
    numbers = numbers._replace(
        points=numbers.points[frames], cosines=numbers.cosines[frames], steps=np.arange(21)
    )
    assert len(json.dumps(Drawn(numbers).spec)) < 600_000
    assert len(json.dumps(Drawn(default).spec)) < 150_000


def test_umap_of_a_run_moves_apart_what_training_parts():
    """A joint fit of plain snapshots does not: each token would stay with itself."""
    config = TrainingConfig()
    result = train(config)
    points = project_frames(result.vectors, "umap", min_dist=0.99)

    def apart(frame: int) -> float:
        """How far the groups' middles are from each other, in widths of a group."""
        groups = [points[frame][result.group_of == group] for group in (0, 1)]
        middles = [group.mean(axis=0) for group in groups]
        width = np.mean(
            [np.linalg.norm(g - m, axis=1).mean() for g, m in zip(groups, middles, strict=True)]
        )
        return np.linalg.norm(middles[0] - middles[1]) / width

    assert points.shape == (21, 20, 2)
    assert apart(-1) > 2.5 * apart(0)


def test_a_frozen_table_stands_still_on_either_map():
    vectors = train(TrainingConfig(BRIDGED, steps=30)).vectors[:1].repeat(7, axis=0)
    for method in ("pca", "umap"):
        assert np.ptp(project_frames(vectors, method), axis=0).max() == 0


def test_snapshots_keep_their_order_where_some_are_the_same():
    vectors = train(TrainingConfig(BRIDGED, steps=30)).vectors[[0, 0, 10, 10, 20]]
    points = project_frames(vectors, "umap")
    np.testing.assert_array_equal(points[0], points[1])
    np.testing.assert_array_equal(points[2], points[3])
    assert np.ptp(points[[0, 2, 4]], axis=0).max() > 0
