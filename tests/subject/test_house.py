"""The house: imports run down only, and a page's room has the page's name on every floor.

pages -> embedcore.ui -> embedcore.charts -> the subject. On top of each floor, its ground, stands
what several rooms share.
"""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def files(*patterns):
    """The files of each pattern, of which there must be some."""
    found = {pattern: sorted(ROOT.glob(pattern)) for pattern in patterns}
    assert all(found.values()), f"no files: {[p for p in found if not found[p]]}"
    return [path for paths in found.values() for path in paths]


def each(*patterns):
    """A test for every file that the patterns find."""
    paths = files(*patterns)
    return pytest.mark.parametrize(
        "path", paths, ids=[path.relative_to(ROOT).as_posix() for path in paths]
    )


def imports(tree, inside_functions=True):
    """The dotted names that a piece of code imports; ``from a import b`` is ``a.b``."""
    names, nodes = set(), [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif inside_functions or not isinstance(node, FUNCTIONS):
            nodes.extend(ast.iter_child_nodes(node))
    return names


def imports_of(path, **options):
    return imports(ast.parse(path.read_text(encoding="utf-8")), **options)


def among(names, *packages):
    """Those of the names that are one of the packages, or in one."""
    return {name for name in names if f"{name}.".startswith(tuple(f"{p}." for p in packages))}


def from_elsewhere(names, *packages):
    """Those of the names that are in none of the packages, nor in the standard library."""
    return names - among(names, *packages, *sys.stdlib_module_names)


def module_file(name):
    """The file of ``embedcore.a.b``, if that is a module and not something in one."""
    path = ROOT.joinpath(*name.split("."))
    return next((p for p in (path.with_suffix(".py"), path / "__init__.py") if p.is_file()), None)


def imported_at_start(path):
    """All that is imported when ``path`` begins to run, through our own modules as well."""
    names, paths = set(), [path]
    while paths:
        new = imports_of(paths.pop(), inside_functions=False) - names
        names |= new
        for name in among(new, "embedcore"):
            parts = name.split(".")
            packages = [".".join(parts[: i + 1]) for i in range(len(parts))]
            paths += filter(None, map(module_file, packages))
    return names


PAGES = {path.stem for path in ROOT.glob("pages/*.py")}
PUBLIC = "parameters"  # the one room of another name than its page: a public name, for all to use
FLOORS = ("embedcore", "embedcore/charts", "embedcore/ui")
PARTS = sorted(path.parent.name for path in ROOT.glob("embedcore/*/__init__.py"))
SUBJECT = (
    "embedcore/*.py",
    *(f"embedcore/{part}/**/*.py" for part in PARTS if part not in ("charts", "ui")),
)
OURS = ("embedcore/**/*.py", "pages/*.py", "streamlit_app.py")


@each(*SUBJECT)
def test_the_subject_knows_neither_the_app_nor_its_charts(path):
    unwanted = ("streamlit", "altair", "embedcore.ui", "embedcore.charts", "pages")
    assert not among(imports_of(path), *unwanted)


@each(*OURS)
def test_umap_is_known_to_one_function_of_projection(path):
    inside_functions = path == ROOT / "embedcore/projection.py"
    assert bool(among(imports_of(path), "umap")) == inside_functions
    assert not among(imports_of(path, inside_functions=False), "umap")


@each("embedcore/charts/**/*.py")
def test_charts_know_altair_and_the_subject(path):
    names = imports_of(path)
    assert not from_elsewhere(names, "altair", "pandas", "numpy", "embedcore")
    assert not among(names, "embedcore.ui")


@each("embedcore/ui/**/*.py")
def test_what_pages_share_knows_no_page(path):
    assert not among(imports_of(path), "pages", "streamlit_app")


@each("pages/*.py", "streamlit_app.py")
def test_pages_know_streamlit_and_embedcore(path):
    assert not from_elsewhere(imports_of(path), "streamlit", "embedcore")


def rooms_on(floor):
    """The folders with code on a floor."""
    return {path.parent.name for path in ROOT.glob(f"{floor}/*/*.py")} - {"charts", "ui"}


@pytest.mark.parametrize("floor", [*FLOORS, "tests/subject", "tests/charts", "tests/pages"])
def test_a_room_has_the_name_of_its_page(floor):
    assert rooms_on(floor) <= PAGES | {PUBLIC}


def test_every_page_has_a_room_for_its_sections():
    assert rooms_on("embedcore/ui") == PAGES


def room_of(name):
    """The room of a module ``embedcore.charts.one_hot.ids`` or a page's file; None on a ground."""
    parts = [part for part in name.split(".") if part not in ("embedcore", "charts", "ui", "pages")]
    return parts[0] if parts and parts[0] in PAGES else None


def module_name(path):
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@each("embedcore/**/*.py", "pages/*.py")
def test_a_room_knows_its_own_rooms_below_and_the_ground(path):
    strange = {room_of(name) for name in among(imports_of(path), "embedcore")}
    assert strange <= {None, room_of(module_name(path))}


def test_home_starts_without_torch_and_umap():
    names = imported_at_start(ROOT / "streamlit_app.py")
    assert among(names, "streamlit")
    assert not among(names, "torch", "umap", "sklearn", "scipy", "numba")


# The reader of imports, on which all of this stands

CODE = """
import a.b, c
from d import e as f
if True:
    import g
class Class:
    import h
    def method(self):
        import i
"""


def test_the_reader_finds_every_import():
    assert imports(ast.parse(CODE)) == {"a.b", "c", "d.e", "g", "h", "i"}


def test_the_reader_can_leave_out_what_only_a_call_would_import():
    assert imports(ast.parse(CODE), inside_functions=False) == {"a.b", "c", "d.e", "g", "h"}


def test_the_reader_goes_through_our_own_modules():
    names = imported_at_start(ROOT / "embedcore/__main__.py")
    assert {"embedcore.tokens.stands_alone", "torch", "unicodedata"} <= names  # through groups
