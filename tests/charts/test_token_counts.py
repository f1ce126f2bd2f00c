"""Bars that count the tokens of each text."""

import numpy as np

from embedcore.charts.token_counts import token_counts

from .spec import rows


def test_bars_count_the_tokens_of_each_text():
    counts = np.array([[23, 18], [6, 14]])
    names = {"names": ["bytes", "GPT-2"], "texts": ["one", "two"]}
    spec = token_counts(counts, **names, count_title="tokens").to_dict()
    found = {(row["tokenizer"], row["text"]): row["tokens"] for row in rows(spec)}
    assert found == {
        ("bytes", "one"): 23,
        ("bytes", "two"): 18,
        ("GPT-2", "one"): 6,
        ("GPT-2", "two"): 14,
    }
    assert spec["layer"][0]["encoding"]["x"]["scale"]["domain"][0] == 0
