"""The names model on its page: each number is that of the runs, each claim follows from them."""

import math

import numpy as np
import pytest

from embedcore.errors import MissingPackageError
from embedcore.names_data import VOCAB_SIZE, load_names
from embedcore.names_model import NamesConfig, sample, train_names
from embedcore.parameters import PRESETS, count
from embedcore.samples import chance_of
from embedcore.ui.text import LANGUAGES, Text
from embedcore.ui.weight_tying import names as section
from embedcore.ui.weight_tying.names import NamesRuns

from ..visitor import Visit

both = pytest.mark.parametrize("language", LANGUAGES)
QUICK = {"steps": "20", "names_steps": "100"}


def open_section(language="en", **parameters):
    return Visit("weight_tying", language, section="names", **{**QUICK, **parameters})


@pytest.fixture(scope="module")
def runs():
    """Both designs, 100 steps from 8 seeds, computed here and not by the page."""
    return {tied: train_names(NamesConfig(tied, steps=100), range(8)) for tied in (False, True)}


@pytest.fixture(scope="module")
def last(runs):
    return {tied: np.array([r.held_out[-1] for r in of]) for tied, of in runs.items()}


@both
def test_the_numbers_are_those_of_the_runs(runs, last, language):
    page = open_section(language)
    text = Text("weight_tying", language)
    for tied, name in ((False, "untied"), (True, "tied")):
        preset = {**PRESETS["microgpt"], "tie_word_embeddings": tied}
        label = text(f"names.metric.{name}", parameters=count(preset).total)
        written = f"{last[tied].mean():.3f} ± {last[tied].std(ddof=1):.3f}"
        assert page.metrics[label] == written
    assert page.metrics[text("names.metric.saved")] == "432 (10%)"
    assert page.says("names.lead", training=4_647, held_out=516)
    choices = {"untied": math.exp(last[False].mean()), "tied": math.exp(last[True].mean())}
    assert page.says("names.see.letter", steps=100, held_out=516, **choices)
    apart = last[True] - last[False]
    values = {"mean": apart.mean(), "spread": apart.std(ddof=1)}
    higher = int((apart > 0).sum())
    assert page.says("names.see.difference", seeds=8, higher=higher, **values)


def test_the_pictures_show_every_seed(runs, last):
    page = open_section()
    ends = {"untied": last[False].mean(), "tied": last[True].mean()}
    course = page.chart("names.alt.course", steps=100, **ends).rows("line")
    means = np.mean([r.held_out for r in runs[True]], axis=0)
    drawn = course[course["design"] == page.text("names.tied")]
    np.testing.assert_allclose(drawn["mean"], means, atol=1e-4)
    assert drawn["step"].tolist() == runs[True][0].steps.tolist()
    assert course["mean"].max() < math.log(VOCAB_SIZE) + 0.15
    ticks = page.chart("names.alt.seeds", seeds=8, **ends).rows("point")
    for tied, place in ((False, 0), (True, 1)):
        of = ticks[ticks["place"] == place].sort_values("seed")
        np.testing.assert_allclose(of["loss"], last[tied], atol=1e-4)


def test_made_up_names_are_the_models_own_and_counted(runs):
    page = open_section()
    made = [sample(runs[tied][0], 0, 12) for tied in (False, True)]
    shown = [code.value.split("  ") for code in page.tab.code]
    assert [names for names in shown if names in made] == made
    for name, names in zip(("untied", "tied"), made, strict=True):
        real = sum(n in load_names() for n in names)
        assert page.says(f"names.real.{name}", count=12, real=real)


def test_the_table_holds_each_seed(last):
    page = open_section().look_closer("names")
    [table] = [t for t in page.tables if page.text("names.difference") in t]
    np.testing.assert_allclose(table[page.text("names.untied")], last[False], atol=1e-3)
    np.testing.assert_allclose(
        table[page.text("names.difference")], last[True] - last[False], atol=1e-3
    )


@pytest.mark.parametrize(
    ("apart", "verdict"),
    [
        (np.full(8, 0.02), "worse"),
        (np.full(8, -0.02), "better"),
        (np.array([0.02, -0.02, 0.01, -0.01, 0.03, -0.03, 0.01, 0.0]), "unclear"),
        (np.full(4, 0.02), "unclear"),  # four seeds say too little, however alike they are
    ],
)
@both
def test_the_verdict_follows_from_the_seeds(monkeypatch, apart, verdict, language):
    def runs(config, seeds, label):
        held_out = np.full((len(apart), 2), 2.0) + np.outer(apart, [0, config.tied])
        return NamesRuns(np.array([0, 100]), held_out, 4_192 - 432 * config.tied, ("ann",) * 12)

    monkeypatch.setattr(section, "cached_names", runs)
    page = open_section(language)
    chance, size = chance_of(apart), abs(apart.mean())
    for name in ("worse", "better", "unclear"):
        said = page.says(f"names.see.{name}", chance=chance, size=size, share=size / 2)
        assert said == (name == verdict)


def test_controls_decide_and_the_link_keeps_them():
    page = open_section(names_seeds="2", names_d_model="8")
    preset = {**PRESETS["microgpt"], "n_embd": 8}
    label = page.text("names.metric.untied", parameters=count(preset).total)
    assert label in page.metrics
    page.set("names_seeds", 3).set("names_d_model", 32)
    assert {k: page.url[k] for k in ("names_steps", "names_seeds", "names_d_model")} == {
        "names_steps": "100",
        "names_seeds": "3",
        "names_d_model": "32",
    }
    assert page.says("names.band", seeds=3)


@pytest.mark.parametrize(
    "asked", [{"names_steps": "1e9"}, {"names_seeds": "1"}, {"names_d_model": "9"}]
)
def test_a_link_that_asks_too_much_is_told(asked):
    page = open_section(**{"names_seeds": "2", **asked})
    assert len(page.warnings) == 1
    assert next(iter(asked)) in page.warnings[0]


@both
def test_without_the_names_the_section_says_so(monkeypatch, language):
    def missing():
        raise MissingPackageError("names")

    monkeypatch.setattr(section, "load_names", missing)
    page = open_section(language)
    [error] = page.errors
    assert "names" in error
    assert "requirements-data.txt" in error
