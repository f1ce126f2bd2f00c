"""The embedding's share against the size of the model, over many models."""

from embedcore.charts.parameter_calculator.trend import Point, trend
from embedcore.parameters import PRESETS, count

from ..spec import layers, rows

TITLES = {f"{name}_title": name for name in ("model", "total", "share")}


def test_each_point_of_the_trend_is_where_its_numbers_are():
    totals = [count(config).total for config in PRESETS.values()]
    shares = [count(config).embedding_share for config in PRESETS.values()]
    names = list(PRESETS)
    for narrow in (False, True):
        models = list(map(Point, names, totals, shares))
        spec = trend(models, arrow=(11, 12), chosen=3, **TITLES, narrow=narrow).to_dict()
        arrow, points = rows(spec, "line"), rows(spec, "point")
        assert [(row["model"], row["total"], row["share"]) for row in points] == list(
            zip(names, totals, shares, strict=True)
        )
        assert [row["model"] for row in arrow] == [names[11], names[12]]
        assert [row["model"] for row in points if row["chosen"]] == [names[3]]
        named = {row["model"]: row["side"] for row in points if row["side"]}
        assert {names[3], names[11], names[12]} <= named.keys()
        assert len(named) > (5 if narrow else 12)
        for axis, values in (("x", totals), ("y", shares)):
            scale = layers(spec, "point")[0]["encoding"][axis]["scale"]
            assert scale["type"] == "log"
            assert scale["domain"][0] < min(values)
            assert max(values) <= scale["domain"][1]


def test_no_model_chosen_is_none_in_the_accent_and_each_name_once():
    models = [Point("a", 10**6, 0.3), Point("b", 10**9, 0.1), Point("c", 10**8, 0.01)]
    spec = trend(models, arrow=(0, 1), chosen=-1, **TITLES).to_dict()
    points = rows(spec, "point")
    assert [row["chosen"] for row in points] == [False] * 3
    assert all(row["side"] for row in points)
    texts = layers(spec, "text")
    assert len({layer["transform"][0]["filter"] for layer in texts}) == len(texts) == 4
