"""The weight tying page: two designs, the same seed, the same sequences."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import pearsonr

from embedcore.geometry import cosine_matrix, group_similarity
from embedcore.parameters import PRESETS, count, sizes
from embedcore.samples import SEEDS
from embedcore.training import TrainingConfig, train, train_seeds
from embedcore.ui.experiment import PRESETS as EXAMPLES
from embedcore.ui.tour import page_named
from embedcore.weight_tying.gradients import first_step_gradients
from embedcore.weight_tying.tables import answer_differences, train_tables

from ..visitor import Visit

UNTIED = TrainingConfig(steps=60, d_model=4, seed=5)
TIED = replace(UNTIED, tied=True)
SETTINGS = {"steps": "60", "d_model": "4", "seed": "5"}
SECTIONS = page_named("weight_tying").sections
FIRST, SECOND = np.triu_indices(20, k=1)


def opened(section, language="en", **settings):
    return Visit("weight_tying", language, section=section, **{**SETTINGS, **settings})


def written(values):
    mean = f"{np.mean(values):+.2f}".replace("-0.00", "+0.00")
    return f"{mean} ± {np.std(values, ddof=1):.2f}"


@pytest.fixture(scope="module")
def runs():
    """The runs of all seeds: untied, tied."""
    return [train_seeds(config, range(SEEDS)) for config in (UNTIED, TIED)]


def tables_of(runs, frame=-1):
    untied, tied = runs
    return {
        "input": np.stack([run.vectors[frame] for run in untied]),
        "output": np.stack([run.output_vectors[frame] for run in untied]),
        "one": np.stack([run.vectors[frame] for run in tied]),
    }


def pairs_of(rows):
    return cosine_matrix(rows)[..., FIRST, SECOND]


# The first screen


@pytest.mark.parametrize("language", ["en", "zh"])
def test_parameters_losses_and_what_tying_saves(language):
    page = Visit("weight_tying", language)
    for name, parameters in (("untied", 4_352), ("tied", 2_304)):
        results = train_seeds(TrainingConfig(tied=name == "tied"), range(SEEDS))
        loss = written([run.losses[-100:].mean() for run in results]).removeprefix("+")
        assert page.says(f"{name}.lead", parameters=parameters, loss=loss)
    assert page.says("see.parameters", saved=2_048, share=2_048 / 4_352)


def test_the_pictures_draw_the_rows_of_the_visitors_seed():
    page = opened("brief")
    size = {"rows": 256, "width": 4}
    untied, tied = train(UNTIED), train(TIED)
    expected = {
        "untied": [untied.vectors[-1], untied.output_vectors[-1]],
        "tied": [tied.vectors[-1]],
    }
    for name, tables in expected.items():
        cells = page.chart(f"design.alt.{name}", **size).rows("rect")
        values = np.concatenate([table[:10].ravel() for table in tables])
        np.testing.assert_allclose(cells["value"], values, atol=1e-5)


def test_metrics_and_sentence_are_means_over_the_seeds(runs):
    page = opened("brief")
    within, across = [], []
    for results in runs:
        after = np.array([run.similarity(-1) for run in results])
        within.append(written(after[:, 0]))
        across.append(written(after[:, 1]))
    assert page.says("see.within", seeds=SEEDS, untied=within[0], tied=within[1])
    for name, expected in (("within", within), ("across", across)):
        label = page.text(f"metrics.{name}")
        assert [m.value for m in page.tab.metric if m.label == label] == expected


# Side by side


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_heatmaps_are_those_of_the_three_tables(language):
    page = opened("models", language)
    untied, tied = train(UNTIED), train(TIED)
    tables = {"input": untied.vectors, "output": untied.output_vectors, "one": tied.vectors}
    for name, vectors in tables.items():
        chart = page.chart("heatmap.alt", tokens=20, table=page.text(f"tables.{name}"))
        np.testing.assert_allclose(chart.square(), cosine_matrix(vectors[-1]), atol=1e-5)
        assert chart.axis("x") == list("abcdefghijABCDEFGHIJ")


def test_the_table_compares_all_three_over_the_seeds(runs):
    page = opened("models")
    group_of = UNTIED.groups.group_of
    expected = [group_similarity(rows, group_of) for rows in tables_of(runs).values()]
    shown = page.tables[0]
    assert list(shown.iloc[:, 1]) == [written(of.within) for of in expected]
    assert list(shown.iloc[:, 2]) == [written(of.across) for of in expected]


def test_the_losses_are_said_as_they_are_drawn(runs):
    page = opened("models")
    ends = [np.array([run.losses[-100:].mean() for run in results]) for results in runs]
    values = {
        name: written(end).removeprefix("+")
        for name, end in zip(("untied", "tied"), ends, strict=True)
    }
    values |= {"better": int((ends[1] < ends[0]).sum()), "seeds": SEEDS, "steps": 60}
    assert page.says("models.see.last", floor=np.log(10), **values)
    drawn = page.chart("models.alt", seeds=SEEDS, steps=60).rows("line")
    for place, name in enumerate(("untied", "tied")):
        mean = np.mean([run.losses for run in runs[place]], axis=0)
        of_design = drawn[drawn["name"] == page.text(f"{name}.heading")]
        np.testing.assert_allclose(of_design["mean"], mean, rtol=1e-4)


# Which table it is like


def correlations(tables, rows=slice(None)):
    """By scipy, seed by seed; ``rows`` are the pairs that count."""
    named = {name: pairs_of(table)[:, rows] for name, table in tables.items()}
    compared = {
        "both": ("input", "output"),
        "input": ("one", "input"),
        "output": ("one", "output"),
        "other_input": ("other", "input"),
        "other_output": ("other", "output"),
        "start_input": ("start", "input"),
        "start_one": ("start", "one"),
    }
    return {
        name: [pearsonr(a, b).statistic for a, b in zip(named[one], named[other], strict=True)]
        for name, (one, other) in compared.items()
    }


def test_the_agreements_are_scipys_correlations(runs):
    page = opened("alike")
    tables = tables_of(runs)
    tables["other"] = np.roll(tables["one"], 1, axis=0)
    tables["start"] = tables_of(runs, frame=0)["input"]
    same = UNTIED.groups.group_of[FIRST] == UNTIED.groups.group_of[SECOND]
    for kind, rows in (("all", slice(None)), ("group", same)):
        expected = correlations(tables, rows)
        drawn = page.chart(f"alike.alt.{kind}", seeds=SEEDS, comparisons=len(expected)).rows("tick")
        for place, values in enumerate(expected.values()):
            found = drawn.loc[drawn["place"] == place, "cosine"]
            np.testing.assert_allclose(found, values, atol=1e-4)
        if kind == "group":
            shown = {name: written(values) for name, values in expected.items()}
            assert page.says("alike.group.see", **shown)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_default_run_finds_what_press_and_wolf_found(language):
    page = Visit("weight_tying", language, section="alike")
    start = page.text("alike.see.output", nearer=8, seeds=8, output="\0", input="\0").split("\0")[0]
    assert any(start in said for said in page.said)


def test_early_in_a_run_the_shared_start_still_decides_and_the_page_says_so():
    page = Visit("weight_tying", section="alike", steps="100")
    start = page.text("alike.see.input", nearer=0, seeds=8, output="\0", input="\0").split("\0")[0]
    assert any(start in said for said in page.said)


# Near rows


def test_each_point_is_a_pair_of_the_visitors_seed():
    page = opened("near")
    for name, config, table in (
        ("input", UNTIED, "inputs"),
        ("output", UNTIED, "outputs"),
        ("one", TIED, "inputs"),
    ):
        after = train_tables(config, [5]).after
        drawn = page.chart("near.alt", pairs=190, table=page.text(f"tables.{name}")).rows()
        np.testing.assert_allclose(drawn["cosine"], pairs_of(getattr(after, table))[0], atol=1e-5)
        expected = answer_differences(after)[0][FIRST, SECOND]
        np.testing.assert_allclose(drawn["difference"], expected, atol=1e-5)
        assert list(drawn["pair"][:2]) == ["a · b", "a · c"]


def test_the_correlations_with_the_difference_are_scipys(runs):
    page = opened("near")
    expected = {}
    for frame, column in ((0, 1), (-1, 2)):
        tables = tables_of(runs, frame)
        for place, (name, config) in enumerate(
            (("input", UNTIED), ("output", UNTIED), ("one", TIED))
        ):
            trained = train_tables(config, range(SEEDS))
            differences = answer_differences((trained.before, trained.after)[frame])
            values = [
                pearsonr(pairs_of(rows), gaps[FIRST, SECOND]).statistic
                for rows, gaps in zip(tables[name], differences, strict=True)
            ]
            assert page.tables[0].iloc[place, column] == written(values)
            expected[name, frame] = written(values)
    said = {name: expected[name, 0] for name in ("input", "output", "one")}
    assert page.says("near.see.must", **said)


# Who gets a gradient


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_bars_are_the_first_gradients(language):
    page = opened("gradient", language)
    untied, tied = first_step_gradients(UNTIED), first_step_gradients(TIED)
    tables = [("input", untied.embedding), ("output", untied.unembedding), ("one", tied.embedding)]
    every = [c.rows() for c in page.charts if "norm" in c.rows()]
    assert len(every) == 3
    for (name, expected), drawn in zip(tables, every, strict=True):
        reached = int((expected > 0).sum())
        assert page.says(f"gradient.{name}", reached=reached, rows=256)
        np.testing.assert_allclose(drawn["norm"], expected)
        assert list(drawn["written"] == page.text("gradient.zero")) == list(expected == 0)
        assert list(drawn["kind"] == page.text("gradient.is_read")) == list(untied.looked_up)
        guessed = drawn["kind"] == page.text("gradient.is_answer")
        assert list(guessed) == list(untied.only_answers)


def test_a_row_that_was_expected_in_vain_is_told_of():
    page = opened("gradient")
    tied = first_step_gradients(TIED)
    others = ~(tied.looked_up | tied.only_answers)
    loudest = int(np.argmax(np.where(others, tied.embedding, 0)))
    stands_out = tied.embedding[loudest] > 10 * np.median(tied.embedding[~tied.looked_up])
    assert page.says("gradient.see.expected", row=loudest) == stands_out


def test_the_gradients_do_not_wait_for_a_step():
    page = opened("gradient", steps="0")
    assert len(page.look_closer("gradients").tables[0]) == 256


# In PyTorch


def test_the_one_line_stands_first_and_alone():
    first = next(block.value for block in opened("tied").tab.code)
    assert first.split("#")[0].strip() == "self.lm_head.weight = self.wte.weight"


def test_the_module_answers_for_itself():
    page = opened("tied")
    untied, tied = [block.value for block in page.tab.code if ">>>" in block.value]
    trunk = 4 * 4 + 4
    for session, answer, tables in ((untied, "False", 2), (tied, "True", 1)):
        lines = session.splitlines()
        assert lines[2] == lines[5] == answer
        assert int(lines[-1]) == tables * 256 * 4 + trunk
    assert page.says("what.saved", saved=1_024, vocab_size=256, d_model=4)


# In real models


@pytest.mark.parametrize("language", ["en", "zh"])
def test_three_models_are_told_of_in_full(language):
    page = opened("real", language)
    gpt2 = {"untied": 163_037_184, "total": 124_439_808, "share": 38_597_376 / 163_037_184}
    assert page.says("real.of.gpt2", **gpt2)
    llama = {"rows": 128_256, "total": 8_030_261_248, "share": 525_336_576 / 8_030_261_248}
    assert page.says("real.of.llama", **llama)
    gemma = {"rows": 256_000, "untied": 3_030_460_416, "share": 524_288_000 / 3_030_460_416}
    assert page.says("real.of.gemma", **gemma)
    assert [page.metrics[n] for n in ("GPT-2", "Llama 3 8B")] == ["38.6M", "525.3M"]


def test_every_model_with_an_output_table_is_drawn():
    page = opened("real").look_closer("savings")
    known = {name: sizes(config) for name, config in PRESETS.items()}
    with_head = {name: size for name, size in known.items() if size.tied is not None}
    tied = sum(size.tied for size in with_head.values())
    drawn = page.chart("real.alt", models=len(with_head), tied=tied).rows("point")
    assert set(drawn["name"]) == set(with_head)
    saved = page.tables[0].set_index(page.text("real.model"))[page.text("real.saved")]
    for name, size in with_head.items():
        assert saved[name] == size.vocab_size * size.d_model


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_share_is_compared_within_one_vocabulary(language):
    """GPT-2 and GPT-3 share theirs; nanoGPT's few tokens are told of apart."""
    page = opened("real", language)
    small, large = 163_037_184, 50_257 * 12_288 + count(PRESETS["GPT-3"]).total
    shares = {"share": 50_257 * 768 / small, "of": 50_257 * 12_288 / large}
    assert page.says("real.see.range", small="GPT-2", large="GPT-3", rows=50_257, **shares)
    nano = "nanoGPT Shakespeare (384)"
    little = 65 * 384 / (count(PRESETS[nano]).total + 65 * 384)
    assert page.says("real.see.few", model=nano, share=little, rows=65)
    much = 27 * 16 / count(PRESETS["microgpt"]).total
    assert page.says("real.see.decided", ties=nano, little=little, parts="microgpt", much=much)


# Every section, whatever the settings


@pytest.mark.parametrize("section", SECTIONS)
@pytest.mark.parametrize(
    "settings",
    [
        {"steps": "0"},
        {"groups": "ab"},
        {"groups": "abc def", "bridge": "c"},
        {"groups": "ab cd", "bridge": "b", "vocab_size": "used", "bias": "false"},
        {"preset": "three", "optimizer": "sgd"},
    ],
    ids=["untrained", "two tokens", "bridge", "used rows", "three groups"],
)
@pytest.mark.usefixtures("short_training")
def test_a_section_stands_any_setting(section, settings):
    page = opened(section, **{"steps": "20", **settings})
    assert not page.warnings
    assert not page.errors
    assert not any("nan " in f"{said} " for said in page.said)
    assert page.says("cautions")


def test_many_tokens_are_thinned_out_evenly_and_the_page_says_so():
    groups = " ".join("".join(map(chr, range(start, start + 26))) for start in (65, 97, 0x4E00))
    page = opened("near", steps="10", groups=groups)
    assert any(page.text("models.left_out", shown=s, tokens=78) in page.said for s in range(78))


@pytest.mark.parametrize("section", ["brief", "models"])
def test_a_loss_that_leaves_the_numbers_is_told_once(section):
    page = opened(section, optimizer="sgd", learning_rate="1e+06")
    assert len(page.errors) == 1
    assert page.says("cautions")


def test_the_settings_are_the_training_labs_without_the_one_compared():
    lab, page = Visit("training_lab", steps="10"), Visit("weight_tying", steps="10")
    of_the_lab = {"film", "map", "rows", "seeds", "anchor", "near", "far", "section", "tied"}
    assert set(page.values) - {"section"} == set(lab.values) - of_the_lab
    page.set("preset", "vowels")
    assert page.values["groups"] == EXAMPLES["vowels"]


def test_the_labels_of_the_settings_are_the_labs():
    lab, page = Visit("training_lab", "zh", steps="10"), Visit("weight_tying", "zh", steps="10")
    for key in ("groups", "steps", "learning_rate", "bias"):
        assert page.widget(key).label == lab.widget(key).label
