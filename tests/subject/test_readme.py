"""The READMEs: their code runs, they tell of every page, their picture is the house."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
READMES = {"en": ROOT / "README.md", "zh": ROOT / "README.zh.md"}
each = pytest.mark.parametrize("readme", READMES.values(), ids=READMES)


def blocks(readme, language):
    return re.findall(rf"```{language}\n(.*?)```", readme.read_text(encoding="utf-8"), re.DOTALL)


@each
def test_the_library_example_runs_and_gives_what_its_comment_says(readme):
    (code,) = blocks(readme, "python")
    names = {}
    exec(code, names)
    assert names["results"][0].vectors.shape == (21, 20, 8)
    (shown,) = re.findall(r"\(\d+, \d+, \d+\)", code)
    assert shown == "(21, 20, 8)"
    within, across = names["results"][0].similarity(-1)
    assert within > across


@each
def test_the_command_lines_run(readme):
    lines = [line for block in blocks(readme, "sh") for line in block.splitlines()]
    commands = [shlex.split(line, comments=True) for line in lines if "-m embedcore" in line]
    assert len(commands) == 3
    for program, *arguments in commands:
        assert program == ".venv/bin/python"
        done = subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True)
        assert done.returncode == 0, done.stderr
        assert done.stdout


@each
def test_each_page_of_the_tour_is_told_of_with_a_picture_in_its_order(readme):
    from embedcore.ui.tour import HOME, TOUR

    ending = {READMES["en"]: ".png", READMES["zh"]: ".zh.png"}[readme]
    rows = re.findall(r"^\| \*\*(.+?)[.。]\*\*.*\((docs/\w+\S*?)\) \|$", read(readme), re.MULTILINE)
    language = "en" if readme == READMES["en"] else "zh"
    pages = [page for page in TOUR if page.name != HOME]
    assert rows == [(page.menu(language), f"docs/{page.name}{ending}") for page in pages]
    assert all((ROOT / picture).is_file() for _, picture in rows)


def read(readme):
    return readme.read_text(encoding="utf-8")


def test_the_picture_of_the_house_is_the_house():
    (picture,) = re.findall(r"## The house\n+```\n(.*?)```", read(READMES["en"]), re.DOTALL)
    named = set(re.findall(r"[\w/.]+(?:\.py|/)(?= |$)", picture, re.MULTILINE))
    embedcore, ui = ROOT / "embedcore", ROOT / "embedcore/ui"
    places = (ROOT, ROOT / "pages", embedcore, ui)
    assert not {name for name in named if not any((place / name).exists() for place in places)}
    modules = {path.name for path in embedcore.glob("*.py")} - {"__init__.py"}
    rooms = {f"{path.parent.name}/" for path in embedcore.glob("*/__init__.py")}
    assert modules | rooms <= named


def test_every_file_that_the_guide_names_is_there():
    guide = read(ROOT / "CONTRIBUTING.md")
    links = re.findall(r"\]\((\S+?)\)", guide)
    assert len(links) > 3
    assert all((ROOT / link).exists() for link in links)
    assert len(guide.splitlines()) <= 45, "one screen"
