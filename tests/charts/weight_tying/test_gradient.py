"""Which rows of a table a step reaches."""

import numpy as np

from embedcore.charts.weight_tying.gradient import gradient_bars

from ..spec import rows


def test_a_row_without_a_gradient_is_said_to_have_exactly_none():
    norms, kind_of = np.array([0.0, 0.25, 1e-9]), ["other", "read", "answer"]
    titles = {"row_title": "row", "norm_title": "gradient", "zero_title": "exactly 0"}
    kinds = {"read": "was read", "answer": "was guessed", "other": "neither"}
    spec = gradient_bars(norms, kind_of, kinds=kinds, **titles).to_dict()
    drawn = rows(spec)
    assert [row["norm"] for row in drawn] == norms.tolist()
    assert [row["written"] for row in drawn][:2] == ["exactly 0", "0.2500"]
    assert [row["kind"] for row in drawn] == [kinds[kind] for kind in kind_of]
    colours = spec["encoding"]["color"]["scale"]
    assert len(set(colours["range"])) == len(colours["domain"]) == 3  # each bar has a name
