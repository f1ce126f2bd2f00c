"""Charts are called by keyword: a swapped pair of titles is an error, and not a wrong picture."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "streamlit_app.py", *(ROOT / "pages").glob("*.py")]
SOURCES = sorted([*PAGES, *(ROOT / "embedcore/ui").rglob("*.py")])
BEFORE_DATA = {"chart": 3, "svg": 1}  # description, key, builder; builder
MOST_DATA = 2  # values by position
MOST_PARAMETERS = 7  # of a builder; more belong together in a structure


def calls(source: Path) -> list[tuple[str, list[ast.expr]]]:
    """Of each call that draws a chart, ``partial(svg, …)`` too: its name, what is by position."""
    found = []
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            arguments = node.args
            if name == "partial" and isinstance(arguments[0], ast.Name):
                name, arguments = arguments[0].id, arguments[1:]
            if name in BEFORE_DATA:
                found.append((name, arguments))
    return found


def by_position(source: Path) -> list[str]:
    """What of the calls in ``source`` is by position, and may not be."""
    wrong = []
    for name, arguments in calls(source):
        splat = any(isinstance(argument, ast.Starred) for argument in arguments)
        if splat or len(arguments) > BEFORE_DATA[name] + MOST_DATA:
            wrong.append(", ".join(map(ast.unparse, arguments)))
    return wrong


def builders() -> set:
    """All functions that some page draws a chart with."""
    found = set()
    for source in SOURCES:
        modules = {
            alias.asname or alias.name: node.module
            for node in ast.walk(ast.parse(source.read_text()))
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        for name, arguments in calls(source):
            builder = arguments[BEFORE_DATA[name] - 1].id
            found.add(getattr(importlib.import_module(modules[builder]), builder))
    return found


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_call_gives_more_than_its_data_by_position(source):
    assert by_position(source) == []


@pytest.mark.parametrize(
    ("line", "is_wrong"),
    [
        ("chart(alt, key, builder, one, two, x_title=x)", False),
        ("chart(alt, key, builder, one, **titles)", False),
        ("partial(svg, builder, one, two, x_title=x)", False),
        ("chart(alt, key, builder, one, two, title)", True),
        ("show.chart(alt, key, builder, *drawn)", True),
        ("partial(svg, *drawn)", True),
    ],
)
def test_the_rule_sees_a_title_by_position(tmp_path, line, is_wrong):
    source = tmp_path / "page.py"
    source.write_text(line)
    assert bool(by_position(source)) == is_wrong


def test_builders_take_titles_by_keyword_alone_and_are_small():
    assert len(builders()) > 40
    for builder in builders():
        parameters = inspect.signature(builder).parameters.values()
        placed = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
        named = [p for p in parameters if p.kind is p.KEYWORD_ONLY]
        assert len(placed) + len(named) == len(parameters) <= MOST_PARAMETERS, builder
        assert len(placed) <= MOST_DATA, builder
        assert all(p.annotation is not str and "title" not in p.name for p in placed), builder
