"""The pictures of two models of names: their loss in the course of training, and seed by seed."""

import numpy as np
import pytest

from embedcore.charts.weight_tying.names import held_out_course, seed_by_seed


def test_the_pictures_are_valid_and_hold_the_numbers():
    steps, names = np.array([0, 10, 40]), ("two", "one's")
    losses = np.array([[[3.3, 2.5, 2.0], [3.4, 2.6, 2.2]], [[3.3, 2.7, 2.1], [3.3, 2.7, 2.3]]])
    titles = {"step_title": "step", "loss_title": "loss", "blind_title": "nothing"}
    course = held_out_course(steps, losses, blind=3.296, names=names, **titles)
    course.to_dict()
    table = course.layer[1].data.set_index(["design", "step"])
    assert table.loc[("two", 40), "mean"] == pytest.approx(2.1)
    assert table.loc[("two", 40), "upper"] == pytest.approx(2.1 + np.std([2.0, 2.2], ddof=1))
    titles = {"names": names, "seed_title": "seed", "loss_title": "loss"}
    pairs = seed_by_seed(losses[..., -1], **titles)
    pairs.to_dict()
    ticks = pairs.layer[1].data
    assert ticks[ticks["seed"] == 1]["loss"].tolist() == [2.2, 2.3]
    assert pairs.layer[2].data["written"].tolist() == ["2.100", "2.200"]
    seed_by_seed(np.ones((2, 2)), **titles).to_dict()
