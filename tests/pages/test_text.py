"""The words: the same keys and placeholders in both languages, and each of them used."""

import ast
import re
import string
from functools import cache
from importlib import import_module

import numpy as np
import pytest

from embedcore.ui.text import FOLDER, LANGUAGES, Text, sentences

from .visitor import HOME, PAGES, ROOT

FILES = sorted(path.stem for path in (FOLDER / "en").glob("*.toml"))
ANYTHING = "\0"  # in a key, what only the running program knows

# Keys that the code puts together out of sight of this test, with the place that does it.
ERRORS = re.compile(r"errors\.\w+")  # explain: the reason of an InputError
SECTIONS = re.compile(r"sections\.\w+")  # the menu: the heading of a Page
PARTS = re.compile(r"parts\.\w+")  # the calculator: the name of a Part


def placeholders(sentence):
    return sorted({name for _, name, _, _ in string.Formatter().parse(sentence) if name})


@cache
def key_patterns(path):
    """The keys that a file asks for: literals, and f-strings with ``ANYTHING`` in their gaps.

    Every string counts, not only those in a call: a key may be in a variable first.
    """
    found, passed_over = set(), set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed_over.add(node.value)
        if isinstance(node, ast.JoinedStr):
            parts = [p.value if isinstance(p, ast.Constant) else ANYTHING for p in node.values]
            found.add("".join(parts))
            passed_over |= set(node.values)
    for node in ast.walk(tree):
        is_string = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_string and node not in passed_over:
            found.add(node.value)
    return found | control_keys(tree)


@cache
def literal_keys(path):
    """The keys that a file names outright in ``text("…")`` and ``self.text("…")``."""
    calls = [n for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if is_text_call(n)]
    keys = [k for call in calls for k in constants(call.args[0])]
    return set(keys)


def is_text_call(node):
    if not (isinstance(node, ast.Call) and node.args):
        return False
    name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
    return name in ("text", "has")


def constants(node):
    """The strings that an expression can be: itself, or either branch of a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return constants(node.body) + constants(node.orelse)
    return []


def control_keys(tree):
    """``controls.slider("steps", …)`` asks for the label of ``steps``, and its help."""
    keys = set()
    for node in ast.walk(tree):
        is_method = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        if is_method and getattr(node.func.value, "id", None) == "controls" and node.args:
            for key in constants(node.args[0]):
                keys |= {f"controls.{key}.label", f"controls.{key}.help"}
    return keys


def script(name):
    return ROOT / "streamlit_app.py" if name == HOME else ROOT / "pages" / f"{name}.py"


def shared():
    return sorted((ROOT / "embedcore" / "ui").glob("*.py"))


def of_page(name):
    """The code of one page: its script, and the folder of its sections if it has some."""
    sections = ROOT / "embedcore" / "ui" / name
    return [script(name), *sorted(sections.glob("*.py"))]


def readers(name):
    """The code that reads the file: its page and what all pages share, or everything."""
    pages = (HOME, *PAGES) if name == "common" else (name,)
    return [*shared(), *(path for page in pages for path in of_page(page))]


def matches(pattern, key):
    """Whether the pattern, which must fix at least a part of the key, can become it."""
    if not pattern.strip(ANYTHING + "."):
        return False
    parts = map(re.escape, pattern.split(ANYTHING))
    return re.fullmatch(r"[\w]+".join(parts), key) is not None


def test_both_languages_have_the_same_files():
    for language in LANGUAGES:
        assert sorted(path.stem for path in (FOLDER / language).glob("*")) == FILES
    assert set(FILES) == {"common", HOME, *PAGES}


@pytest.mark.parametrize("name", FILES)
def test_both_languages_have_the_same_keys_and_placeholders(name):
    first, *others = LANGUAGES
    expected = {key: placeholders(said) for key, said in sentences(name, first).items()}
    for language in others:
        found = {key: placeholders(said) for key, said in sentences(name, language).items()}
        assert found == expected
        assert list(found) == list(expected), "the same keys in another order"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", FILES)
def test_no_sentence_is_empty_or_padded(name, language):
    found = sentences(name, language)
    said = {key: value for key, value in found.items() if key.rpartition(".")[2] != "joint"}
    assert all(isinstance(value, str) and value == value.strip() != "" for value in said.values())


@pytest.mark.parametrize("name", FILES)
def test_every_key_is_used(name):
    patterns = {pattern for path in readers(name) for pattern in key_patterns(path)}
    computed = (ERRORS, SECTIONS, PARTS)
    unused = [
        key
        for key in sentences(name, "en")
        if not any(matches(pattern, key) for pattern in patterns)
        and not any(rule.fullmatch(key) for rule in computed)
    ]
    assert not unused


@pytest.mark.parametrize("name", [HOME, *PAGES])
def test_every_key_that_a_page_names_exists(name):
    known = {**sentences("common", "en"), **sentences(name, "en")}
    for path in of_page(name):
        assert literal_keys(path) <= set(known)


@pytest.mark.parametrize("path", shared(), ids=lambda path: path.stem)
def test_every_key_that_all_pages_share_exists(path):
    common, pages = sentences("common", "en"), [sentences(p, "en") for p in (HOME, *PAGES)]
    borrowed = import_module(f"embedcore.ui.{path.stem}")
    known = {**common, **sentences(getattr(borrowed, "WORDS", "common"), "en")}
    for key in literal_keys(path):
        assert key in known or sum(key in page for page in pages) > 1, key


def test_every_reason_to_refuse_has_its_sentence():
    """The reasons that a visitor can meet: of groups, of the microscope, of sizes, of a run."""
    raised = []
    for module in ("groups", "training_lab/microscope"):
        tree = ast.parse((ROOT / f"embedcore/{module}.py").read_text(encoding="utf-8"))
        raised += [
            node.args[0].value
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "InputError"
        ]
    assert len(raised) > 5
    reasons = {*raised, "diverged", "too_much_work", "missing_package", "not_divisible"}
    assert {f"errors.{reason}" for reason in reasons} <= set(sentences("common", "en"))


def test_a_key_that_nobody_uses_would_be_found():
    patterns = {pattern for path in of_page("one_hot") for pattern in key_patterns(path)}
    assert any(matches(pattern, "controls.vocab_size.label") for pattern in patterns)
    assert not any(matches(pattern, "see.nobody") for pattern in patterns)
    assert matches(f"maps.{ANYTHING}", "maps.before")
    assert not matches(ANYTHING, "maps.before")
    assert not matches(f"maps.{ANYTHING}", "heatmaps.before")


@pytest.mark.parametrize(
    ("value", "form", "said"),
    [
        (-0.004, "{x:.2f}", "0.00"),
        (-0.004, "{x:+.2f}", "+0.00"),
        (np.float32(-0.0004), "{x:.1%}", "0.0%"),
        (-0.006, "{x:.2f}", "-0.01"),
        (-10.0, "{x:.0f}", "-10"),
        ("-0", "{x}", "-0"),
    ],
)
def test_a_number_that_rounds_to_nothing_has_no_minus(value, form, said):
    text = Text("home", "en")
    text._sentences["form"] = form
    assert text("form", x=value) == said


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", ["common", HOME, *PAGES])
def test_a_sentence_that_others_follow_ends(page, language):
    """What stands under a picture is joined, in Chinese without a space: each has its full stop."""
    joined = ("words.unknown", "words.spellings", "words.why", "controls.cut")
    said = {
        key: sentence.rstrip("*）)”")
        for key, sentence in sentences(page, language).items()
        if ".see." in key or key.startswith(joined)
    }
    assert not [key for key, sentence in said.items() if sentence[-1] not in ".?!:。？！："]
