"""What people say of pairs of words against the cosine of their vectors."""

import numpy as np
import pytest

from embedcore.charts.word_vectors.word_similarity import people_and_vectors

from ..spec import rows


@pytest.mark.parametrize("narrow", [False, True])
def test_a_point_a_pair_and_names_at_some(narrow):
    pairs, judgements = ["a · b", "c · d", "e · f"], np.array([1.0, 9.0, 10.0])
    cosines = np.array([0.9, -0.3, 1.0])
    titles = {"judgement_title": "people", "cosine_title": "cosine"}
    named = {"pairs": pairs, "named": (0, 1)}
    spec = people_and_vectors(judgements, cosines, **named, **titles, narrow=narrow).to_dict()
    table = rows(spec)
    assert [(r["pair"], r["judgement"], r["cosine"]) for r in table] == list(
        zip(pairs, judgements, cosines, strict=True)
    )
    assert [bool(row["side"]) for row in table] == [True, True, False]
    lowest, highest = spec["layer"][0]["encoding"]["y"]["scale"]["domain"]
    assert lowest <= -0.3
    assert highest >= 1
