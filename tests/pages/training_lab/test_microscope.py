"""The microscope of the lab: what it draws and says is what ``one_step`` came to."""

import numpy as np
import pytest

from embedcore.geometry import cosine_matrix
from embedcore.training import DivergedError
from embedcore.training_lab.microscope import MicroscopeConfig, one_step
from embedcore.ui.text import LANGUAGES, literal

from ..visitor import Visit

RUN = {"groups": "abc xyz", "steps": "10", "section": "microscope"}  # a short one above the section
CHINESE = MicroscopeConfig(tuple("那只猫坐在那块"), "垫子", ("地板", "天空"))
DEFAULTS = {"en": MicroscopeConfig(), "zh": CHINESE}
TYPED = ("word_context", "word_target", "word_others")


def open_section(language="en", **parameters):
    return Visit("training_lab", language, **RUN, **parameters)


def pressed(page, name):
    page.tab.button(key=f"training_lab.word_steps.{name}").click()
    return page.run()


def cells(chart):
    """The numbers of a picture of rows, by row and column; NaN where there is no cell."""
    return chart.rows("rect").pivot(index="row", columns="column", values="value")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lookup_shows_the_table_and_the_rows_of_the_sentence(language):
    page, step = open_section(language), one_step(DEFAULTS[language])
    count, words = len(set(step.config.context)), step.config.vocabulary
    table = page.chart("microscope.lookup.table_alt", rows=len(words), count=count)
    np.testing.assert_allclose(cells(table), step.before.embedding)
    assert table.axis("y") == [f"{token_id} · {word}" for token_id, word in enumerate(words)]
    assert table.tables("rect")[-1]["row"].tolist() == sorted(set(step.context_ids))
    places = len(step.context_ids)
    rows = cells(page.chart("microscope.lookup.mean_alt", count=places))
    np.testing.assert_allclose(rows[:places], step.before.embedding[step.context_ids])
    np.testing.assert_allclose(rows.loc[places + 1], step.guess.context_vector)


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_probabilities_and_errors_stand_side_by_side(language):
    page, step = open_section(language), one_step(DEFAULTS[language])
    target, words = step.target_id, step.config.vocabulary
    for name, values in (("logits", step.guess.logits), ("error", step.error)):
        alt = {"rows": len(words), "value": values[target]}
        bars = page.chart(f"microscope.{name}.alt", **alt).rows("bar")
        np.testing.assert_allclose(bars["value"], values)
        assert bars["word"].tolist() == list(words)
        assert bars["word"][bars["target"]].tolist() == [step.config.target]
    before, after = step.guess.probabilities, step.guess_after.probabilities
    alt = {"before": before[target], "after": after[target]}
    bars = page.chart("microscope.softmax.alt", **alt).rows("bar")
    np.testing.assert_allclose(bars["value"], [*before, *after])
    values = {"target": literal(step.config.target), "probability": before[target]}
    assert page.says(
        "microscope.see.loss", loss=step.guess.loss, error=step.error[target], **values
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_the_rows_of_the_sentence_have_cells_in_gradient_and_change(language):
    page, step = open_section(language), one_step(DEFAULTS[language])
    words, read = step.config.vocabulary, sorted(set(step.context_ids))
    unread = [row for row in range(len(words)) if row not in read]
    changes = step.after.embedding - step.before.embedding
    for name, pushes in (("gradient", step.gradients.embedding), ("change", changes)):
        alt = {"rows": len(words), "empty": len(unread)}
        picture = page.chart(f"microscope.{name}.alt", **alt)
        drawn = cells(picture)
        assert drawn.index.tolist() == read
        np.testing.assert_allclose(drawn, pushes[read])
        assert picture.rows("text", having="zero")["row"].tolist() == unread
        assert set(picture.rows("text", having="zero")["zero"]) == {page.text("microscope.zero")}
    names = " ".join(literal(words[row]) for row in read)
    values = {"count": len(read), "rows": len(words), "words": names}
    assert page.says("microscope.see.moved", **values)
    assert page.says("microscope.see.still", still=len(unread))
    for name, table in (("before", step.before), ("after", step.after)):
        alt = {"count": len(read), "time": page.text(f"microscope.{name}")}
        rows = cells(page.chart("microscope.update.alt", **alt))
        np.testing.assert_allclose(rows, table.embedding[read])


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_step_came_to_and_what_all_came_to(language):
    page = open_section(language, word_steps="12")
    config = DEFAULTS[language]
    step = one_step(
        MicroscopeConfig(config.context, config.target, config.other_words, 4, 0.5, 0, 12)
    )
    history, target = step.target_probabilities, literal(config.target)
    curve = page.chart("microscope.curve.alt", start=history[0], after=history[-1], count=13)
    np.testing.assert_allclose(curve.rows("line")["value"], history)
    said = {"number": 13, "target": target, "before": history[-2], "after": history[-1]}
    assert page.says("microscope.see.step", **said)
    assert page.says("microscope.see.since", start=history[0], count=13)
    label = page.text("microscope.metric.probability", target=target)
    assert page.metrics[label] == f"{history[-1]:.1%}"
    assert page.metrics[page.text("microscope.metric.loss")] == f"{-np.log(history[-1]):.3f}"


def test_the_and_the_are_two_words_that_get_the_same_push():
    page = open_section(word_steps="99")
    step = one_step(MicroscopeConfig(steps_before=99))
    names = {"first": literal("The"), "second": literal("the")}
    assert page.says("microscope.see.capital", **names)
    (start, now), pair = (step.start.embedding, step.after.embedding), [0, 4]
    gap = np.linalg.norm(start[0] - start[4])
    cosines = [cosine_matrix(table[pair])[0, 1] for table in (start, now)]
    values = {"gap_start": gap, "gap": gap, "start": cosines[0], "now": cosines[1]}
    assert page.says("microscope.see.alike", steps=100, **names, **values)
    between = np.triu_indices(5, k=1)
    means = [cosine_matrix(table[:5])[between].mean() for table in (start, now)]
    assert page.says("microscope.see.cosines", rows=5, start=means[0], now=means[1], steps=100)


def test_a_word_that_stands_twice_gets_two_contributions():
    page, step = open_section("zh"), one_step(CHINESE)
    length = np.linalg.norm(step.gradients.embedding[0])
    values = {"word": literal("那"), "count": 2}
    assert page.says("microscope.see.returns", **values)
    assert page.says("microscope.see.twice", length=length, once=length / 2, **values)


def test_another_step_ten_more_and_start_over():
    page = open_section()
    for name, steps in (("one", 1), ("ten", 11), ("one", 12), ("again", 0)):
        pressed(page, name)
        assert page.values["word_steps"] == steps
        assert page.url.get("word_steps") == (str(steps) if steps else None)
        history = one_step(MicroscopeConfig(steps_before=steps)).target_probabilities
        alt = {"start": history[0], "after": history[-1], "count": steps + 1}
        assert page.chart("microscope.curve.alt", **alt)


def test_steps_end_at_their_bound():
    page = open_section(word_steps="498")
    pressed(page, "ten")
    assert page.values["word_steps"] == 500
    disabled = {
        name: page.tab.button(key=f"training_lab.word_steps.{name}").disabled
        for name in ("one", "ten", "again")
    }
    assert disabled == {"one": True, "ten": True, "again": False}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_link_restores_the_step(language):
    asked = {
        "word_context": "x y x",
        "word_target": "z",
        "word_others": "w",
        "word_d_model": "6",
        "word_seed": "5",
        "word_learning_rate": "2.5",
        "word_steps": "7",
    }
    page = open_section(language, **asked)
    config = MicroscopeConfig(("x", "y", "x"), "z", ("w",), 6, 2.5, 5, 7)
    table = page.chart("microscope.lookup.table_alt", rows=4, count=2)
    np.testing.assert_allclose(cells(table), one_step(config).before.embedding)
    assert asked.items() <= page.url.items()
    assert not page.warnings


def test_an_untouched_sentence_follows_the_language():
    page = open_section()
    for language in ("zh", "en", "zh"):
        page.choose_language(language)
        config, words = DEFAULTS[language], [page.values[key] for key in TYPED]
        assert words == [" ".join(config.context), config.target, " ".join(config.other_words)]
        assert not page.url.keys() & set(TYPED)


def test_a_typed_sentence_stays_in_the_other_language():
    page = open_section().set("word_context", "Der Hund lag auf der")
    for language in ("zh", "en"):
        page.choose_language(language)
        assert page.values["word_context"] == page.url["word_context"] == "Der Hund lag auf der"
        assert page.values["word_target"] == DEFAULTS[language].target


def test_a_sentence_of_the_other_language_can_be_asked_for():
    page = open_section("zh", word_context="The cat sat on the").run()
    assert page.values["word_context"] == "The cat sat on the"
    assert page.values["word_target"] == "垫子"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_too_long_says_that_the_probability_fell(language):
    words = {"word_context": "The cat sat on the", "word_target": "mat", "word_others": "floor sky"}
    page = open_section(language, word_learning_rate="100", word_seed="1", **words)
    before, after = one_step(MicroscopeConfig(learning_rate=100.0, seed=1)).target_probabilities
    assert after < before
    assert page.says("microscope.see.fell", learning_rate="100")
    page.set("word_seed", 0)
    assert not page.says("microscope.see.fell", learning_rate="100")


def test_a_step_that_moves_nothing_says_so():
    page = open_section(word_learning_rate="100", word_steps="9")
    step = one_step(MicroscopeConfig(learning_rate=100.0, steps_before=9))
    assert np.array_equal(step.before.embedding, step.after.embedding)
    assert page.says("microscope.see.unmoved", target=literal("mat"))
    assert page.chart("microscope.change.alt", rows=8, empty=8)


ABCD = {"word_context": "a b", "word_target": "c", "word_others": "d"}
BAD = {
    "no_context": {"word_context": " "},
    "long_context": {"word_context": "a " * 13},
    "not_one_word": {"word_target": "c d"},
    "long_word": {"word_target": "$x$" * 9},
    "many_words": {"word_others": " ".join("defghijklmnopqrstuvwxyz")},
    "nothing_to_guess": {"word_context": "c c", "word_others": ""},
    "diverged": {"word_learning_rate": "1e6", "word_seed": "1", "word_steps": "500"},
}
DETAILS = {
    "long_context": {"count": 13, "limit": 12},
    "not_one_word": {"word": literal("c d")},
    "long_word": {"word": literal("$x$" * 9), "count": 27, "limit": 24},
    "many_words": {"count": 26, "limit": 24},
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", BAD)
def test_what_cannot_be_used_is_explained_and_the_page_goes_on(reason, language):
    details = DETAILS.get(reason, {})
    if reason == "diverged":
        with pytest.raises(DivergedError) as diverged:
            one_step(MicroscopeConfig(("a", "b"), "c", ("d",), 4, 1e6, 1, 500))
        details = diverged.value.details
    page = open_section(language, **{**ABCD, **BAD[reason]})
    assert page.errors == [page.text(f"errors.{reason}", **details)]
    for key in BAD[reason]:
        page.set(key, {**ABCD, "word_learning_rate": 0.5, "word_seed": 0, "word_steps": 0}[key])
    assert not page.errors
    assert page.chart("microscope.lookup.table_alt", rows=4, count=2)


@pytest.mark.parametrize("raw", ["nan", "0", "-1", "inf", "1e7", "fast"])
def test_a_learning_rate_of_the_link_that_is_none_is_set_aside(raw):
    page = open_section(word_learning_rate=raw)
    values = {"name": literal("word_learning_rate"), "raw": literal(raw), "used": literal("0.5")}
    assert page.says("controls.set_aside", **values)
    assert page.values["word_learning_rate"] == 0.5


def test_words_appear_as_they_were_typed():
    words = ("$x$", "<b>hi</b>", ":red[a]", "`q`", "a.b", "[c", "猫", "x" * 24)
    page = open_section(word_context=" ".join(words), word_target="**t**")
    step = one_step(MicroscopeConfig(words, "**t**"))
    table = page.chart("microscope.lookup.table_alt", rows=11, count=8)
    assert set(table.rows("rect")["word"]) == {
        f"{i} · {w}" for i, w in enumerate(step.config.vocabulary)
    }
    names = " ".join(literal(word) for word in words)
    assert page.says("microscope.see.moved", count=8, rows=11, words=names)
    start, after = step.target_probabilities
    said = {"number": 1, "target": literal("**t**"), "before": start, "after": after}
    assert page.says("microscope.see.step", **said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_numbers_of_the_step_can_be_had(language):
    page, step = open_section(language).look_closer("microscope"), one_step(DEFAULTS[language])
    table = next(table for table in page.tables if page.text("microscope.id") in table)
    assert table[page.text("token")].tolist() == list(step.config.vocabulary)
    columns = {"E": step.before, "E′": step.after}
    for name, weights in columns.items():
        drawn = table[[f"{name} {column}" for column in range(4)]]
        np.testing.assert_allclose(drawn, weights.embedding)
    np.testing.assert_allclose(table[[f"∂w {i}" for i in range(4)]], step.gradients.unembedding)
    np.testing.assert_allclose(table[page.text("microscope.after")], step.guess_after.probabilities)
