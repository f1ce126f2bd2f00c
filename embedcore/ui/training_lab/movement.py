"""What moved: the gradient that reached each row in each step, and how far the row went."""

import numpy as np
import streamlit as st

from embedcore.charts.training_lab.movement import MovementTitles, movement_heatmap
from embedcore.config import TrainingConfig
from embedcore.groups import even_choice
from embedcore.optimizers import AdamW
from embedcore.training_lab.movement import RowMovement, row_movement
from embedcore.ui.kept import kept
from embedcore.ui.progress import Bar
from embedcore.ui.show import chart, numbers, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.training_lab.visit import LabVisit

WINDOW = 24  # steps side by side
MOST_ROWS = 60
UNUSED_ROWS = 3  # drawn of those that no group uses


@kept
def cached_movement(config: TrainingConfig, first: int, count: int, _label: str) -> RowMovement:
    """``row_movement``, once for each config and window, under a bar that says ``_label``."""
    bar = Bar(_label)
    movement = row_movement(config, first, count, bar)
    bar.close()
    return movement


def show_movement(visit: LabVisit) -> None:
    """Two pictures of the same rows and steps, and what their numbers say of these settings."""
    text, controls, config = visit.text, visit.controls, visit.config
    st.subheader(text("movement.heading"), anchor=False)
    if not config.steps:
        st.info(text("movement.none"), icon="🪨")
        return
    st.markdown(text("movement.lead"))
    count = min(WINDOW, config.steps)
    first = 0
    if config.steps > count:
        first = controls.slider("first_step", 0, config.steps - count, 0)
    movement = cached_movement(config, first, count, text("progress"))
    rows, labels = drawn_rows(config)
    _show_pictures(text, movement, rows, labels)
    _show_rows_left_out(text, config, labels)
    what_you_see(text, *_on_gradients(text, config, movement), *_on_moves(text, config, movement))
    st.caption(text("movement.try"))
    _show_numbers(text, movement, rows, labels)


def drawn_rows(config: TrainingConfig) -> tuple[np.ndarray, list[str]]:
    """Rows of the table to draw, at most 60, and their labels: a token, or ``#`` and its number.

    Tokens in the order of the groups, as many of each group as there is room for; then a few rows
    that no group uses.
    """
    groups = config.groups
    token_ids = groups.token_ids(config.vocab_size)
    unused = unused_rows(config)[:UNUSED_ROWS]
    chosen = even_choice(groups.group_of, MOST_ROWS - len(unused))
    labels = [groups.tokens[index] for index in chosen] + [f"#{row}" for row in unused]
    return np.concatenate([token_ids[chosen], unused]), labels


def unused_rows(config: TrainingConfig) -> np.ndarray:
    """The rows of the table that no token has."""
    return np.setdiff1d(np.arange(config.vocab_size), config.groups.token_ids(config.vocab_size))


def _show_pictures(text: Text, movement: RowMovement, rows: np.ndarray, labels: list[str]) -> None:
    titles = {title: text(f"movement.{title}") for title in ("step", "row", "looked_up", "zero")}
    looked_up = movement.looked_up[:, rows]
    pictures = (("gradient", movement.gradients), ("distance", movement.moved))
    for (name, every), column in zip(pictures, st.columns(2, gap="medium"), strict=True):
        amounts, title = every[:, rows], text(f"movement.{name}")
        alt = text(
            "movement.alt",
            name=title,
            rows=len(rows),
            first=movement.steps[0],
            last=movement.steps[-1],
            zero=int((amounts == 0).sum()),
            cells=amounts.size,
        )
        with column:
            st.markdown(f"**{title}**")
            chart(
                alt,
                f"{text.page}.movement.{name}",
                movement_heatmap,
                amounts,
                looked_up,
                steps=movement.steps,
                labels=labels,
                titles=MovementTitles(amount=title, **titles),
            )


def _show_rows_left_out(text: Text, config: TrainingConfig, labels: list[str]) -> None:
    tokens, unused = len(config.groups.tokens), len(unused_rows(config))
    drawn = len(labels) - min(unused, UNUSED_ROWS)
    if drawn < tokens:
        st.caption(text("movement.chosen", drawn=drawn, tokens=tokens))
    if unused:
        st.caption(text("movement.unused", labels=", ".join(labels[drawn:]), unused=unused))


def _on_gradients(text: Text, config: TrainingConfig, movement: RowMovement) -> list[str]:
    """Sentences on who got a gradient, over all rows of the table."""
    gradients, looked_up = movement.gradients, movement.looked_up
    reached = int((gradients > 0).sum())
    said = [
        text(
            f"movement.gradients.{'tied' if config.tied else 'untied'}",
            first=movement.steps[0],
            last=movement.steps[-1],
            rows=config.vocab_size,
            cells=gradients.size,
            looked_up=int(looked_up.sum()),
            reached=reached,
            without=gradients.size - reached,
        )
    ]
    elsewhere = gradients[~looked_up]
    if config.tied and elsewhere.any():
        times = gradients[looked_up].mean() / elsewhere.mean()
        said.append(text("movement.gradients.longer", times=times))
    return said


def _on_moves(text: Text, config: TrainingConfig, movement: RowMovement) -> list[str]:
    """Sentences on who moved, and why, over all rows of the table."""
    moved, reached = movement.moved > 0, movement.gradients > 0
    counts = {
        "moved": int(moved.sum()),
        "still": int((~moved).sum()),
        "unused": int((~moved)[:, unused_rows(config)].sum()),
        "alone": int((moved & ~reached).sum()),
    }
    if config.frozen:
        return [text("movement.moves.frozen", **counts)]
    own = config.optimizer if config.optimizer == "sgd" or counts["alone"] else "plain"
    said = [text(f"movement.moves.{own}", **counts)]
    lost = int((reached & ~moved).sum())
    if lost:
        said.append(text("movement.moves.lost", lost=lost))
    return said + _on_decay(text, config, movement) + _on_first_step(text, config, movement)


def _on_decay(text: Text, config: TrainingConfig, movement: RowMovement) -> list[str]:
    """AdamW's decay alone moves the rows that no group uses, if no gradient reaches them."""
    unused = unused_rows(config)
    alone = config.optimizer == "adamw" and not config.tied and len(unused)
    distance = movement.moved[:, unused].mean() if alone else 0.0
    if not distance:
        return []
    values = {"unused": len(unused), "distance": distance, "decay": AdamW.weight_decay}
    return [text("movement.moves.decay", **values)]


def _on_first_step(text: Text, config: TrainingConfig, movement: RowMovement) -> list[str]:
    """In its first step Adam goes equally far along a long gradient and along a short one."""
    if config.optimizer == "sgd" or movement.steps[0] != 1:
        return []
    reached = movement.gradients[0] > 0
    gradients, moved = movement.gradients[0, reached], movement.moved[0, reached]
    expected = config.learning_rate * config.d_model**0.5
    if moved.min() < 0.9 * expected:  # gradients so short that Adam's epsilon counts
        return []
    return [
        text(
            "movement.moves.first",
            rows=len(moved),
            times=gradients.max() / gradients.min(),
            lowest=moved.min(),
            highest=moved.max(),
            learning_rate=config.learning_rate,
            d_model=config.d_model,
            expected=expected,
        )
    ]


def _show_numbers(text: Text, movement: RowMovement, rows: np.ndarray, labels: list[str]) -> None:
    columns = {
        text("movement.step"): np.repeat(movement.steps, len(rows)),
        text("movement.row"): labels * len(movement.steps),
        text("movement.looked_up"): movement.looked_up[:, rows].ravel(),
        text("movement.gradient"): movement.gradients[:, rows].ravel(),
        text("movement.distance"): movement.moved[:, rows].ravel(),
    }
    numbers(text, columns, "movement")


SECTION = Section(show_movement, code=(row_movement,))
