"""Colours stand in one place, and they are the theme's."""

import ast
import re
import tomllib
from pathlib import Path

import pytest
from PIL import ImageColor

from embedcore.charts.style import GROUP_COLOURS, GROUP_SHAPES, INK, signed

ROOT = Path(__file__).parents[2]
STYLE = ROOT / "embedcore/charts/style.py"
SOURCES = [*(ROOT / "embedcore/charts").rglob("*.py"), *(ROOT / "embedcore/ui").rglob("*.py")]
HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}){1,2}\b")
NAMES = {*ImageColor.colormap, "transparent"}  # those of CSS


def theme() -> dict:
    return tomllib.loads((ROOT / ".streamlit/config.toml").read_text())["theme"]


def colours_in(source: str) -> set[str]:
    """Colours that stand in strings: by number, by name, or as a scheme of Vega's own."""
    nodes = list(ast.walk(ast.parse(source)))
    strings = [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    found = {colour for string in strings for colour in HEX.findall(string)}
    found |= {word for string in strings for word in re.split("['\"]", string) if word in NAMES}
    return found | {n.arg for n in nodes if isinstance(n, ast.keyword) and n.arg == "scheme"}


@pytest.mark.parametrize(
    "source", sorted({*SOURCES} - {STYLE}), ids=lambda path: str(path.relative_to(ROOT))
)
def test_no_colour_stands_outside_of_the_style(source):
    assert colours_in(source.read_text()) == set()


@pytest.mark.parametrize(
    ("line", "colour"),
    [
        ('mark(color="#1f2933")', "#1f2933"),
        ('mark(color="white")', "white"),
        ("expr(\"datum.hop ? datum.colour : 'transparent'\")", "transparent"),
        ('alt.Scale(scheme="blues")', "scheme"),
        ('"a red cell"', None),
        ('f"#{row}"', None),
    ],
)
def test_the_rule_sees_a_colour(line, colour):
    assert colours_in(line) == ({colour} if colour else set())


def lightness(colour: str) -> float:
    return sum(ImageColor.getrgb(colour)) / (3 * 255)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_a_number_with_a_sign_is_pale_at_0_and_its_colour_tells_the_sign(name):
    assert signed(3.0, None).to_dict()["scale"] == {
        "domain": [-3.0, 3.0], "range": "diverging", "clamp": True
    }  # fmt: skip
    ground = lightness(theme()[name]["backgroundColor"])
    strength = [abs(lightness(c) - ground) for c in theme()[name]["chartDivergingColors"]]
    half = len(strength) // 2
    below, above = strength[:half], strength[half:]
    assert below == sorted(below, reverse=True)
    assert above == sorted(above)
    assert max(below[-1], above[0]) < 0.5 * min(below[0], above[-1])


def test_groups_and_ink_have_the_colours_of_the_theme():
    assert theme()["chartCategoricalColors"] == GROUP_COLOURS
    assert {name: theme()[name]["textColor"] for name in ("light", "dark")} == INK
    assert len(set(GROUP_SHAPES)) == len(GROUP_SHAPES) == len(GROUP_COLOURS)
