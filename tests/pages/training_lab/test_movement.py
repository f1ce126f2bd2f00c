"""What moved: the picture holds every cell of the window, and the sentences its counts."""

import re
from dataclasses import replace

import numpy as np
import pytest

from embedcore.charts.training_lab.movement import amount_scale
from embedcore.config import TrainingConfig
from embedcore.groups import Groups, even_choice
from embedcore.training_lab.movement import row_movement
from embedcore.ui.text import LANGUAGES, sentences
from embedcore.ui.training_lab.movement import drawn_rows

from ..visitor import Visit

SETTINGS = {"section": "movement", "groups": "abc 猫犬", "steps": "60", "d_model": "4"}
CONFIG = TrainingConfig(Groups(("abc", "猫犬")), steps=60, d_model=4)
TOKENS = list("abc猫犬")
ROWS = [97, 98, 99, 0, 1]  # of the tokens: 猫 and 犬 are beyond 256
UNUSED = [row for row in range(256) if row not in ROWS]
CELLS = 24 * 256


def visit(language="en", **settings):
    return Visit("training_lab", language, **{**SETTINGS, **settings})


def pictures(page):
    """The gradients' chart and the distances'."""
    names = tuple(page.text(f"movement.{name}") for name in ("gradient", "distance"))
    return [chart for chart in page.charts if chart.alt.startswith(names)]


def drawn(chart):
    """The cells of a chart: amounts ``[rows, steps]`` under the steps."""
    return chart.rows().pivot(index="row", columns="step", values="amount")


def says_any(page, key):
    """Whether the sentence of this key stands on the page, with whatever values."""
    between = re.split(r"{[^}]*}", sentences(page.page, page.language)[key])
    pattern = re.compile(".*".join(map(re.escape, between)))
    return any(pattern.search(said) for said in page.said)


def marks(chart, mark):
    """The cells that carry a mark, as (row, step)."""
    table = chart.rows("point")
    chosen = table[table["mark"] == mark]
    return set(zip(chosen["row"], chosen["step"], strict=True))


def where(cells):
    """The true cells of a window ``[steps, rows]`` that begins at step 1, as (row, step)."""
    return {(row, step + 1) for step, row in np.argwhere(cells)}


@pytest.mark.parametrize(("language", "optimizer"), [("en", "adam"), ("zh", "adamw")])
def test_both_pictures_hold_every_row_at_every_step(language, optimizer):
    page = visit(language, optimizer=optimizer)
    movement = row_movement(replace(CONFIG, optimizer=optimizer), 0, 24)
    rows = [*ROWS, *UNUSED[:3]]
    every = (("gradient", movement.gradients), ("distance", movement.moved))
    for chart, (name, amounts) in zip(pictures(page), every, strict=True):
        expected = amounts[:, rows]
        cells = drawn(chart)
        assert list(cells.columns) == list(range(1, 25))
        np.testing.assert_array_equal(cells, expected.T)
        assert chart.axis("y") == [*TOKENS, "#2", "#3", "#4"]
        assert marks(chart, page.text("movement.zero")) == where(expected == 0)
        looked_up = where(movement.looked_up[:, rows])
        assert marks(chart, page.text("movement.looked_up")) == looked_up
        values = {"first": 1, "last": 24, "rows": 8, "cells": 24 * 8}
        name = page.text(f"movement.{name}")
        zero = int((expected == 0).sum())
        assert chart.alt == page.text("movement.alt", name=name, zero=zero, **values)
    assert page.says("movement.unused", labels="#2, #3, #4", unused=251)


def test_a_cell_of_exactly_zero_has_no_colour_but_a_dot_and_says_so():
    chart = pictures(visit(optimizer="sgd"))[1]
    colour = chart.layers[0]["encoding"]["color"]
    assert colour["condition"]["test"] == "datum.amount > 0"
    assert colour["value"] == "transparent"
    table = chart.rows()
    assert set(table.loc[table["amount"] == 0, "written"]) == {"exactly 0"}
    assert "exactly 0" not in set(table.loc[table["amount"] > 0, "written"])


# What the sentences say: the counts over all rows of the table


def gradients_of(page, kind, movement, **more):
    reached = int((movement.gradients > 0).sum())
    return page.says(
        f"movement.gradients.{kind}",
        first=movement.steps[0],
        last=movement.steps[-1],
        rows=256,
        cells=CELLS,
        looked_up=int(movement.looked_up.sum()),
        reached=reached,
        without=CELLS - reached,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_plain_descent_moves_what_it_looked_up_and_nothing_else(language):
    page = visit(language, optimizer="sgd")
    movement = row_movement(replace(CONFIG, optimizer="sgd"), 0, 24)
    assert gradients_of(page, "untied", movement)
    looked_up = int(movement.looked_up.sum())
    assert page.says("movement.moves.sgd", moved=looked_up, still=CELLS - looked_up)
    assert not says_any(page, "movement.moves.lost")


def test_adam_goes_on_by_momentum_and_leaves_alone_what_was_never_looked_up():
    page = visit()
    movement = row_movement(CONFIG, 0, 24)
    seen = np.cumsum(movement.looked_up, axis=0) > 0  # in this step or in one before
    counts = {
        "moved": int(seen.sum()),
        "alone": int(seen.sum() - movement.looked_up.sum()),
        "still": int((~seen).sum()),
        "unused": 24 * 251,
    }
    assert counts["alone"] > 20
    assert page.says("movement.moves.adam", **counts)


@pytest.mark.parametrize("optimizer", ["adam", "adamw"])
@pytest.mark.parametrize("tied", [False, True])
def test_adams_first_step_is_the_learning_rate_however_long_the_gradient(optimizer, tied):
    page = visit(optimizer=optimizer, tied=str(tied).lower(), learning_rate="0.002")
    config = replace(CONFIG, optimizer=optimizer, tied=tied, learning_rate=0.002)
    movement = row_movement(config, 0, 1)
    reached = movement.gradients[0] > 0
    gradients, moved = movement.gradients[0, reached], movement.moved[0, reached]
    np.testing.assert_allclose(moved, 0.002 * 4**0.5, rtol=0.05)
    assert not tied or gradients.max() > 100 * gradients.min()
    assert page.says(
        "movement.moves.first",
        rows=int(reached.sum()),
        times=gradients.max() / gradients.min(),
        lowest=moved.min(),
        highest=moved.max(),
        learning_rate=0.002,
        d_model=4,
        expected=0.004,
    )


def test_of_adams_first_step_is_said_nothing_in_a_later_window_nor_for_sgd():
    alike = {"groups": "ab", "sequence_length": "64", "batch_size": "32"}  # step 2 goes as far
    assert says_any(visit(**alike), "movement.moves.first")
    assert not says_any(visit(first_step="1", **alike), "movement.moves.first")
    assert not says_any(visit(optimizer="sgd"), "movement.moves.first")


def test_adamw_shrinks_even_the_rows_that_no_group_uses():
    page = visit(optimizer="adamw")
    movement = row_movement(replace(CONFIG, optimizer="adamw"), 0, 24)
    alone = CELLS - int(movement.looked_up.sum())
    assert page.says("movement.moves.adamw", moved=CELLS, alone=alone, still=0)
    distance = movement.moved[:, UNUSED].mean()
    assert page.says("movement.moves.decay", unused=251, distance=distance, decay=0.01)
    assert not says_any(visit(optimizer="adamw", tied="true"), "movement.moves.decay")


def test_a_tied_table_has_a_gradient_in_every_row():
    page = visit(tied="true")
    movement = row_movement(replace(CONFIG, tied=True), 0, 24)
    assert movement.gradients.all()
    assert gradients_of(page, "tied", movement)
    longer = movement.gradients[movement.looked_up].mean()
    shorter = movement.gradients[~movement.looked_up].mean()
    assert page.says("movement.gradients.longer", times=longer / shorter)
    assert page.says("movement.moves.plain", moved=CELLS, still=0)


def test_a_step_below_the_last_digit_is_said_to_be_lost():
    page = visit(optimizer="sgd", learning_rate="1e-6")
    movement = row_movement(replace(CONFIG, optimizer="sgd", learning_rate=1e-6), 0, 24)
    lost = int(((movement.gradients > 0) & (movement.moved == 0)).sum())
    assert lost > 0
    assert page.says("movement.moves.lost", lost=lost)


# Which window, which rows


def test_the_window_begins_where_the_visitor_wants():
    page = visit(first_step="36")
    assert list(drawn(pictures(page)[0]).columns) == list(range(37, 61))
    movement = row_movement(CONFIG, 36, 24)
    np.testing.assert_array_equal(drawn(pictures(page)[1]).loc[0], movement.moved[:, 97])
    assert page.url["first_step"] == "36"
    page.set("first_step", 0)
    assert list(drawn(pictures(page)[0]).columns) == list(range(1, 25))


def test_a_window_past_the_end_is_set_aside():
    page = visit(first_step="37")
    assert len(page.warnings) == 1
    assert page.values["first_step"] == 0


def test_a_short_run_is_shown_whole_and_one_without_steps_has_nothing_to_show():
    page = visit(steps="20")
    assert "first_step" not in page.values
    assert list(drawn(pictures(page)[0]).columns) == list(range(1, 21))
    page = visit(steps="0")
    assert page.says("movement.none")
    assert not pictures(page)


def test_without_unused_rows_none_are_drawn():
    page = visit(vocab_size="used")
    assert pictures(page)[0].axis("y") == TOKENS
    assert not says_any(page, "movement.unused")


def test_the_table_has_a_line_for_each_cell():
    page = visit().look_closer("movement")
    table = page.tables[-1]
    movement = row_movement(CONFIG, 0, 24)
    assert len(table) == 24 * 8
    last = table.iloc[-4]  # of step 24, the last token
    assert list(last[["step", "row"]]) == [24, "犬"]
    assert last["distance moved"] == movement.moved[23, 1]


def test_of_many_tokens_an_even_choice_is_drawn():
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    groups = Groups((alphabet, alphabet.upper(), "0123456789"))
    rows, labels = drawn_rows(TrainingConfig(groups, vocab_size=100))
    assert len(rows) == len(labels) <= 60
    tokens = labels[:-3]
    assert tokens == [token for token in groups.tokens if token in tokens]
    counts = [len([t for t in tokens if t in group]) for group in groups.groups]
    assert counts == [19, 19, 10]
    assert {*"azAZ09"} <= set(tokens)
    assert [groups.tokens[list(groups.token_ids(100)).index(row)] for row in rows[:-3]] == tokens


def test_few_tokens_are_all_drawn_the_bridge_too():
    group_of = Groups(("abx", "xyz"), bridge="x").group_of
    assert list(even_choice(group_of, 57)) == [0, 1, 2, 3, 4]
    assert list(even_choice(np.zeros(7, dtype=int), 3)) == [0, 3, 6]


@pytest.mark.parametrize("language", LANGUAGES)
def test_tokens_left_out_are_counted(language):
    groups = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789"
    page = visit(language, groups=groups, steps="20")
    assert page.says("movement.chosen", drawn=48, tokens=62)
    assert len(pictures(page)[0].axis("y")) == 51


# Its colours


def test_amounts_far_apart_are_shown_on_a_logarithmic_scale_and_others_from_zero():
    near, ticks = amount_scale(np.array([[0.0, 1.0], [2.0, 10.0]]))
    assert near.to_dict() == {"domain": [0, 10], "range": "ramp"}
    assert ticks == [0, 5, 10]
    far, ticks = amount_scale(np.array([[0.0, 0.005], [0.2, 3.0]]))
    assert far.to_dict() == {"type": "log", "domain": [0.005, 3], "range": "ramp"}
    assert ticks == pytest.approx([0.01, 0.1, 1])


def test_a_wide_range_has_few_ticks_and_no_amount_at_all_has_a_scale():
    _, ticks = amount_scale(np.array([1e-12, 1.0]))
    assert len(ticks) <= 4
    assert amount_scale(np.zeros((2, 2)))[0].to_dict()["domain"] == [0, 1]
