"""What tying saves against how large a model is."""

import json

import pytest

from embedcore.charts.weight_tying.savings import SavingTitles, savings_by_size
from embedcore.parameters import PRESETS
from embedcore.weight_tying.savings import savings

from ..spec import layers, rows

TITLES = SavingTitles("size", "share", "saved", "ties", "does not")


def test_every_model_is_a_point_at_its_size_and_share():
    found = savings(PRESETS)
    written = [str(saving.total) for saving in found]
    given = {"sizes": written, "saved": written, "always_named": ("GPT-2",), "titles": TITLES}
    spec = savings_by_size(found, **given).to_dict()
    points = {row["name"]: row for row in rows(spec, "point")}
    assert set(points) == {saving.name for saving in found}
    assert points["GPT-2"]["share"] == pytest.approx(38_597_376 / 163_037_184)
    assert points["GPT-2"]["kind"] == "ties"
    assert points["Llama 3 8B"]["kind"] == "does not"
    assert layers(spec, "point")[0]["encoding"]["x"]["scale"]["type"] == "log"
    assert "NaN" not in json.dumps(spec)


@pytest.mark.parametrize("narrow", [False, True])
def test_the_models_that_are_told_of_have_their_names_and_others_where_there_is_room(narrow):
    found = savings(PRESETS)
    none, always = [""] * len(found), ("GPT-2", "microgpt", "Llama 3 8B")
    given = {"sizes": none, "saved": none, "always_named": always, "titles": TITLES}
    spec = savings_by_size(found, **given, narrow=narrow).to_dict()
    named = {row["name"] for row in rows(spec, "point") if row["side"]}
    assert set(always) <= named
    assert narrow or len(named) == len(found)
