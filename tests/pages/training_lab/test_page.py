"""The training lab's first screen: what it draws and says is what ``train`` came to."""

import re

import numpy as np
import pytest

from embedcore.config import TrainingConfig
from embedcore.geometry import cosine_matrix
from embedcore.groups import Groups
from embedcore.projection import project_frames, trust
from embedcore.samples import SEEDS
from embedcore.training import train, train_seeds
from embedcore.ui.experiment import PRESETS
from embedcore.ui.text import LANGUAGES, literal, sentences

from ..visitor import Visit

SETTINGS = {"groups": "abc 甲乙 XYZ", "steps": "40", "d_model": "5", "seed": "3"}
CONFIG = TrainingConfig(Groups(("abc", "甲乙", "XYZ")), steps=40, d_model=5, seed=3)


def visit(language="en", **settings):
    return Visit("training_lab", language, **settings)


class Film:
    """The film on a page."""

    def __init__(self, page):
        self.chart = next(c for c in page.charts if any(n == "pairs" for n in names(c)))
        self.points, self.pairs = self.chart.rows("hits"), self.chart.rows("pairs")

    @property
    def frames(self):
        return len(self.pairs["cosines"][0])

    def cosines(self, frame):
        """The heatmap at one frame: ``[tokens, tokens]``."""
        size = self.pairs["row"].max() + 1
        matrix = np.zeros((size, size))
        for pair in self.pairs.itertuples():
            cosine = pair.cosines[frame]
            matrix[pair.row, pair.column] = matrix[pair.column, pair.row] = cosine
        return matrix


def names(chart):
    return [layer.get("name") for layer in chart.layers]


def assert_film_is_of(page, config):
    result, film = train(config), Film(page)
    assert film.frames == len(result.steps)
    for frame in (0, -1):
        expected = cosine_matrix(result.vectors[frame])
        np.testing.assert_allclose(film.cosines(frame), expected, atol=6e-4)
    assert list(film.points["token"]) == list(result.tokens)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_film_is_of_the_default_run(language):
    page = visit(language)
    assert_film_is_of(page, TrainingConfig())
    assert page.chart("film.alt", tokens=20, steps=500)


CHANGES = {
    "learning_rate": ("0.05", {"learning_rate": 0.05}),
    "optimizer": ("sgd", {"optimizer": "sgd"}),
    "sequence_length": ("5", {"sequence_length": 5}),
    "batch_size": ("4", {"batch_size": 4}),
    "vocab_size": ("used", {"vocab_size": 8}),
    "tied": ("true", {"tied": True}),
    "bias": ("false", {"bias": False}),
}


@pytest.mark.parametrize("key", CHANGES)
def test_every_setting_reaches_the_run(key):
    raw, fields = CHANGES[key]
    config = TrainingConfig(CONFIG.groups, **{"steps": 40, "d_model": 5, "seed": 3, **fields})
    page = visit(**SETTINGS, **{key: raw})
    assert_film_is_of(page, config)
    assert not np.allclose(train(config).vectors[-1], train(CONFIG).vectors[-1])


def test_every_setting_has_a_line_on_why_it_matters():
    page = visit()
    for key in ("seed", "bridge", *CHANGES):
        assert page.says(f"controls.{key}.reason")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_gives_its_groups(preset):
    page = visit(steps="20").set("preset", preset)
    assert page.values["groups"] == PRESETS[preset]
    assert_film_is_of(page, TrainingConfig(Groups(tuple(PRESETS[preset].split())), steps=20))


def test_a_preset_may_be_changed_by_hand_and_comes_back_with_reset():
    page = visit(preset="vowels", groups="aei xyz", steps="20")
    assert_film_is_of(page, TrainingConfig(Groups(("aei", "xyz")), steps=20))
    assert page.reset().values["groups"] == PRESETS["letters"]


# A token in two groups


def test_a_bridge_joins_the_next_group():
    page = visit(groups="abcd WXYZ", steps="40", bridge="b")
    assert_film_is_of(page, TrainingConfig(Groups(("abcd", "WXYZb"), bridge="b"), steps=40))
    row = Film(page).points.set_index("token").loc["b"]
    assert row["group"] == page.text("film.bridge")


def test_of_the_last_group_a_bridge_joins_the_first():
    page = visit(groups="abcd WXYZ", steps="40", bridge="X")
    assert_film_is_of(page, TrainingConfig(Groups(("abcdX", "WXYZ"), bridge="X"), steps=40))


def test_a_token_typed_in_two_groups_is_refused_until_it_is_the_bridge():
    page = visit(groups="abcd dXYZ", steps="40")
    details = {"token": literal("d"), "first": 1, "second": 2}
    assert page.errors == [page.text("errors.overlap", **details)]
    page.set("bridge", "d")
    assert not page.errors
    assert_film_is_of(page, TrainingConfig(Groups(("abcd", "dXYZ"), bridge="d"), steps=40))


def test_with_a_single_group_there_is_nothing_to_bridge():
    page = visit(groups="abcd", steps="40", bridge="d")
    assert page.errors == [page.text("errors.no_bridge", token=literal("d"), count=1)]


# The numbers


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_over_seeds_are_those_of_the_batch(language):
    page = visit(language, **SETTINGS)
    runs = train_seeds(CONFIG, range(SEEDS))
    before = np.array([run.similarity(0) for run in runs])
    after = np.array([run.similarity(-1) for run in runs])
    means, spreads = after.mean(axis=0), after.std(axis=0, ddof=1)
    for part, name in enumerate(("within", "across")):
        written = f"{means[part]:+.2f} ± {spreads[part]:.2f}"
        assert page.metrics[page.text(f"metrics.{name}")] == written
    assert page.says("metrics.seeds", seeds=SEEDS)
    assert page.says("see.within", before=before[:, 0].mean(), after=means[0])
    ends = {"after": means[1], "spread": spreads[1]}
    assert any(page.says(f"see.across_{side}", **ends) for side in ("below", "at", "above"))
    losses = train(CONFIG).losses
    ends = {"first": losses[0], "last": losses[-100:].mean()}
    assert page.says("see.loss_fell", floor=CONFIG.groups.loss_floor, **ends)


def test_under_the_map_stand_the_numbers_of_each_frame():
    page = visit(**SETTINGS)
    result = train(CONFIG)
    below = next(p for p in Film(page).chart.spec["params"] if p["name"] == "below")["value"]
    assert len(below) == len(result.steps)
    for frame, said in enumerate(below):
        within, across = result.similarity(frame)
        values = {"step": result.steps[frame], "within": within, "across": across}
        assert said == page.text("film.both", **values)


def test_the_rows_can_be_read_as_numbers():
    page = visit(**SETTINGS).look_closer("vectors")
    table = page.tables[0]
    assert list(table[page.text("token")]) == list("abc甲乙XYZ")
    np.testing.assert_array_equal(table.iloc[:, 1:], train(CONFIG).vectors[-1].round(4))


# The map


def test_until_umap_is_ready_the_map_is_pca_and_says_so(umap_ready):
    page = visit(**SETTINGS)
    assert page.says("maps.waiting")
    assert page.values["map"] == "UMAP"
    assert trusts(page) == said_of_pca(page)


def test_the_map_changes_by_itself_when_umap_gets_ready(umap_ready):
    page = visit(**SETTINGS)
    umap_ready.set()
    page.run()
    assert not page.says("maps.waiting")
    assert len(trusts(page)) == 21
    assert trusts(page) != said_of_pca(page)


def test_pca_needs_no_waiting():
    page = visit(map="PCA", **SETTINGS)
    assert not page.says("maps.waiting")
    assert trusts(page) == said_of_pca(page)


def trusts(page):
    """What stands under the map at each frame, on how far to trust it."""
    row = Film(page).points.iloc[0]
    return [row[f"trust{frame}"] for frame in range(Film(page).frames)]


def said_of_pca(page):
    frames = train(CONFIG).vectors
    maps = project_frames(frames, "pca")
    measured = [trust(vectors, place) for vectors, place in zip(frames, maps, strict=True)]
    return [page.text("film.trust", **one._asdict()) for one in measured]


def test_two_numbers_a_row_are_shown_raw():
    page = visit(d_model="2")
    assert page.says("maps.raw")
    assert "map" not in page.values
    vectors = train(TrainingConfig(d_model=2)).vectors
    drawn = Film(page).points[["x20", "y20"]].to_numpy()
    np.testing.assert_allclose(drawn, vectors[-1] / np.abs(vectors).max(), atol=1e-4)


def test_with_output_rows_there_are_twice_as_many_points():
    page = visit(rows="both", **SETTINGS)
    points = Film(page).points
    assert list(points["token"]) == list("abc甲乙XYZ") * 2
    assert points["hollow"].sum() == 8


@pytest.mark.parametrize("rows", ["input", "both"])
@pytest.mark.parametrize("method", ["UMAP", "PCA"])
@pytest.mark.parametrize("groups", ["ab", "abc", "ab 甲乙"])
def test_a_handful_of_tokens_is_enough(groups, method, rows, umap_ready):
    umap_ready.set()
    page = visit(groups=groups, steps="10", map=method, rows=rows)
    assert len(page.charts) == 1
    assert not any("nan" in said for said in page.said)


def test_one_group_has_nothing_across():
    page = visit(groups="abcd", steps="20")
    assert page.metrics[page.text("metrics.across")] == "—"
    assert not any("nan" in said for said in page.said)


def test_no_step_is_a_film_of_one_frame():
    page = visit(steps="0")
    assert Film(page).frames == 1


# What cannot be used


def test_a_loss_that_leaves_the_numbers_is_explained_and_can_be_undone():
    page = visit(optimizer="sgd", learning_rate="1000000")
    assert len(page.errors) == 1
    assert "learning rate" in page.errors[0]
    assert not page.charts
    assert page.look_closer("maths").says("maths.run")
    assert page.says("cautions")
    page.set("learning_rate", 0.01)
    assert not page.errors
    assert page.charts


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_would_take_too_long_is_refused_with_what_is_possible(language):
    page = visit(language, steps="5000", batch_size="32", sequence_length="64")
    (error,) = page.errors
    most = int(re.search(r"([\d,]+)[^\d]*$", error)[1].replace(",", ""))
    details = {"steps": 5000, "seeds": SEEDS, "d_model": 8, "most": most}
    assert error == page.text("errors.too_much_work", **details)
    assert len(page.charts) == 1, "a single seed's film is possible"
    assert 100 < most < 5_000
    page.set("steps", 20)
    assert not page.errors


def test_the_longest_and_widest_run_ends():
    page = visit(steps="5000", d_model="128")
    assert page.chart("film.alt", tokens=20, steps=5000)


def test_only_the_open_section_is_there():
    page = Visit("training_lab", section="compare", steps="20")
    assert page.says("compare.shuffled.lead")
    assert not page.says("take_away.run.how", steps=20, snapshots=21)
    page.set("section", "take_away")
    assert not page.says("compare.shuffled.lead")


def test_the_link_holds_the_settings_of_the_open_section_only():
    page = Visit("training_lab", section="compare", control="frozen", steps="20")
    page.set("section", "take_away")
    assert page.url == {"lang": "en", "steps": "20", "section": "take_away"}
    page.set("section", "compare")
    assert page.values["control"] == "frozen", "kept, though it was out of sight"
    assert page.url["control"] == "frozen"


CONCLUSIONS = ("within", "within_still", "across_below", "across_at", "across_above")
CONCLUSIONS += ("loss_fell", "loss_still", "loss_rose")
BORNE_OUT = [  # at the ends of the controls, what the numbers allow to say
    ({"steps": "500"}, {"within", "across_below", "loss_fell"}),
    ({"steps": "0"}, {"within_still", "across_at"}),
    ({"steps": "100", "learning_rate": "1e-06"}, {"within_still", "across_at", "loss_still"}),
    ({"steps": "200", "learning_rate": "10"}, {"loss_rose"}),
    ({"steps": "100", "optimizer": "sgd", "learning_rate": "1e-06"}, {"loss_still"}),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("settings", "expected"), BORNE_OUT)
def test_only_what_the_numbers_bear_out_is_concluded(settings, expected, language):
    page = visit(language, **settings)
    begins = {key: sentences("training_lab", language)[f"see.{key}"] for key in CONCLUSIONS}
    of_numbers = {key: re.escape(said) for key, said in begins.items()}
    patterns = {key: re.sub(r"\\{.*?\\}", ".+?", said) for key, said in of_numbers.items()}
    said = {key for key, form in patterns.items() if any(re.search(form, s) for s in page.said)}
    assert expected <= said
    for kind in ("within", "across", "loss"):
        has_some = kind != "loss" or settings != {"steps": "0"}
        assert sum(key.startswith(kind) for key in said) == has_some
