"""What a vocabulary costs models of many sizes."""

import numpy as np
import pytest

from embedcore.charts.parameter_calculator.what_if import CostTitles, vocabulary_cost

from ..spec import rows


def test_the_share_of_a_vocabulary_is_of_the_whole_with_it():
    counts = np.array([[1, 10], [3, 30]])
    titles = CostTitles("model", "rest", "count", "share")
    names = {"models": ["a", "b"], "vocabularies": ["small", "large"]}
    spec = vocabulary_cost([3, 90], counts, **names, titles=titles).to_dict()
    data = rows(spec, "line")
    shares = {(row["model"], row["vocabulary"]): row["share"] for row in data}
    expected = {
        ("a", "small"): 1 / 4,
        ("b", "small"): 0.1,
        ("a", "large"): 0.5,
        ("b", "large"): 0.25,
    }
    assert shares == pytest.approx(expected)
