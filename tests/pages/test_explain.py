"""Whatever the library refuses, a page says why, in the visitor's language, and goes on."""

import ast
from string import Formatter

import pytest
import streamlit as st

from embedcore.errors import InputError, MissingPackageError
from embedcore.parameters.reading import MESSAGES
from embedcore.ui.parameter_calculator.own import refuse
from embedcore.ui.show import explain
from embedcore.ui.text import LANGUAGES, Text, literal, sentences

from .test_text import constants
from .visitor import HOME, PAGES, ROOT

TWO_MEANINGS = {"not_finite"}  # of a config's number, and of vectors on a map, without details
ERRORS = ("InputError", "ConfigError", "MissingPackageError", "DivergedError")


def refusals():
    """Each refusal in the library: its reason, its English sentence, the names of its details."""
    found = []
    for path in sorted((ROOT / "embedcore").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name in ERRORS[2:]:
                found += [(c, tree) for c in ast.walk(node) if named(c) == "__init__"]
            elif named(node) in ERRORS[:2]:
                found.append((node, tree))
    return [one for call, tree in found for one in read(call, tree)]


def named(node):
    if not isinstance(node, ast.Call):
        return None
    return getattr(node.func, "id", None) or getattr(node.func, "attr", None)


def read(call, tree):
    """A call may have one of two reasons."""
    config = named(call) == "ConfigError"
    names = ["field"] * config
    for keyword in call.keywords:
        names += [keyword.arg] if keyword.arg else keys_of(keyword.value.id, tree)
    for reason in constants(call.args[0]):
        message = call.args[1]
        if isinstance(message, ast.Name):  # of a class: said in the line before
            yield reason, None, names
        else:
            yield reason, MESSAGES[reason] if config else ast.literal_eval(message), names


def keys_of(name, tree):
    """The keys of the dictionary of that name: ``**details`` in a call."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and name in [getattr(t, "id", None) for t in node.targets]:
            return [key.value for key in node.value.keys]
    raise AssertionError(f"no dictionary {name}")


REFUSALS = refusals()


def test_the_reader_of_the_sources_finds_them():
    reasons = {reason for reason, _, _ in REFUSALS}
    assert {"overlap", "too_few_points", "diverged", "missing_package", "duplicate_key"} <= reasons
    assert len(reasons) > 50


class Like(str):
    """A detail that fits any place of a sentence: text that can be written as a number, too."""

    def __format__(self, spec):
        return format(7, spec) if spec else super().__format__(spec)


def placeholders(sentence):
    return {name for _, name, _, _ in Formatter().parse(sentence) if name}


def made_up(reason, message, names):
    details = {name: Like("_$x$_") for name in names}
    if "kind" in details:
        details["kind"] = "an integer"
    sentence = message or "{" + "} {".join(names) + "}"
    return InputError(reason, sentence, **details)


@pytest.fixture
def said(monkeypatch):
    found = []
    monkeypatch.setattr(st, "error", lambda body, icon: found.append(body))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refusal", REFUSALS, ids=lambda refusal: refusal[0])
def test_every_refusal_can_be_explained_on_every_page(refusal, language, said, monkeypatch):
    error = made_up(*refusal)
    monkeypatch.setattr("embedcore.ui.show.literal", lambda value: value)
    for page in (HOME, *PAGES):
        text = Text(page, language)
        say = refuse if page == "parameter_calculator" else explain
        say(text, error)
        known = sentences("common", language) | sentences(page, language)
        expected = known.get(f"errors.{error.reason}", str(error))
        if error.reason in TWO_MEANINGS and not placeholders(expected) <= error.details.keys():
            expected = str(error)
        pieces = [piece for piece, _, _, _ in Formatter().parse(expected)]
        assert all(piece in said[-1] for piece in pieces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_without_a_sentence_says_its_own_text_as_it_stands(language, said):
    error = InputError("nobody_has_this", "x is {value}, $not$ <b>more</b>", value=":red[3]")
    explain(Text("training_lab", language), error)
    assert said == [literal("x is :red[3], $not$ <b>more</b>")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_visitor_typed_is_shown_as_typed(language, said):
    text = Text("one_hot", language)
    explain(text, MissingPackageError("$a$"))
    assert said == [text("errors.missing_package", package=literal("$a$"))]
