"""What is shown follows the code that draws it."""

import json
import sys

import pytest
from streamlit.testing.v1 import AppTest

from embedcore.ui.show import labels_as_data

from .visitor import Chart

PAGE = """
from embedcore.ui.show import chart
from painted.rooms.picture import picture

chart("a picture", "a.key", picture)
"""
PICTURE = """
import altair as alt
from painted.shades import SHADE

def picture():
    return alt.Chart(alt.InlineData([{"x": 1}])).mark_point(size=SHADE).encode(x="x:Q")
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of a builder in a room and a module that it draws with."""
    folder = tmp_path / "painted"
    (folder / "rooms").mkdir(parents=True)
    for part in (folder, folder / "rooms"):
        (part / "__init__.py").write_text("")
    (folder / "rooms/picture.py").write_text(PICTURE)
    (folder / "shades.py").write_text("SHADE = 11\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # it knows a change by whole seconds
    yield folder
    forget()


def forget():
    """As Streamlit does when a file was changed: all modules are read anew."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "painted"]:
        del sys.modules[name]


def size_drawn():
    tab = AppTest.from_string(PAGE).run()
    assert not tab.exception
    (chart,) = tab.get("vega_lite_chart")
    return Chart(chart.proto).spec["mark"]["size"]


def test_a_chart_is_drawn_anew_when_a_module_that_it_draws_with_changes(package):
    assert size_drawn() == 11
    (package / "shades.py").write_text("SHADE = 22\n")
    forget()
    assert size_drawn() == 22


def test_more_numbers_fold_away():
    def page(more):
        from embedcore.ui.show import what_you_see
        from embedcore.ui.text import Text

        what_you_see(Text("home", "en"), "One.", "Two.", more=more)

    tab = AppTest.from_function(page, kwargs={"more": ["Three.", "Four."]}).run()
    assert tab.markdown[0].value == "**What you see**  \nOne. Two."
    assert tab.expander[0].label == "More numbers"
    assert tab.expander[0].markdown[0].value == "Three. Four."
    assert not AppTest.from_function(page, kwargs={"more": ()}).run().expander


def test_labels_travel_as_data():
    """No label is part of an expression, in whatever layer its axis is; equal lists are one."""
    labels, others = ["if", "constructor"], ["a"]
    written = [f"{json.dumps(names)}[datum.value]" for names in (labels, others)]
    axes = [{"axis": {"labelExpr": one}} for one in written]
    spec = {
        "layer": [{"encoding": {"x": axes[0], "y": axes[1]}}, {"encoding": {"x": dict(axes[0])}}],
        "params": [{"name": "step", "value": 0}],
        "data": {"values": [{"labelExpr": "[typed"}]},
    }
    labels_as_data(spec)
    assert spec["layer"][0]["encoding"]["x"]["axis"]["labelExpr"] == "labels_0[datum.value]"
    assert spec["layer"][0]["encoding"]["y"]["axis"]["labelExpr"] == "labels_1[datum.value]"
    assert spec["layer"][1]["encoding"]["x"]["axis"]["labelExpr"] == "labels_0[datum.value]"
    named = [("step", 0), ("labels_0", labels), ("labels_1", others)]
    assert [(one["name"], one["value"]) for one in spec["params"]] == named
    assert spec["data"] == {"values": [{"labelExpr": "[typed"}]}
