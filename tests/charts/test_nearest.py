"""The nearest words as bars, in their order."""

from embedcore.charts.nearest import nearest_words

from .spec import rows


def test_nearest_words_stay_in_order_though_one_comes_twice():
    titles = {f"{name}_title": name for name in ("word", "cosine", "chance")}
    spec = nearest_words(["b.[", "a", "a"], [0.9, 0.5, -0.1], chance=0.2, **titles).to_dict()
    drawn = rows(spec, "bar")
    assert [(row["place"], row["word"]) for row in drawn] == [(0, "b.["), (1, "a"), (2, "a")]
    assert [row["written"] for row in drawn] == ["+0.90", "+0.50", "-0.10"]
    assert rows(spec, "rule")[0]["cosine"] == 0.2
