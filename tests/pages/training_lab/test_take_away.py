"""Take it away: each button gives the file of this run, the link is the page's own."""

import json
from types import SimpleNamespace
from urllib.parse import parse_qsl, urlsplit
from xml.etree import ElementTree

import numpy as np
import pytest
import streamlit as st
from streamlit.runtime.context import ContextProxy

from embedcore.config import TrainingConfig
from embedcore.groups import Groups
from embedcore.training import train
from embedcore.ui.share import share_link
from embedcore.ui.text import LANGUAGES

from ..visitor import Visit

SETTINGS = {"section": "take_away", "groups": "ab 甲乙丙", "steps": "40", "d_model": "3"}
RUN = train(TrainingConfig(Groups(("ab", "甲乙丙")), steps=40, d_model=3))
SVG_TEXT = "{http://www.w3.org/2000/svg}text"


@pytest.fixture
def files(monkeypatch):
    """The files that the page offers, by name; each is written only when it is called."""
    offered = {}
    original = st.download_button

    def download_button(label, data, **options):
        offered[options["file_name"]] = SimpleNamespace(label=label, write=data, **options)
        return original(label, data, **options)

    monkeypatch.setattr(st, "download_button", download_button)
    return offered


def visit(language="en", **settings):
    return Visit("training_lab", language, **{**SETTINGS, **settings})


def vectors(file):
    return np.array([line.split("\t") for line in file.write().splitlines()], dtype=np.float32)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rows_after_training_are_offered_under_both_languages_names(files, language):
    page = visit(language)
    for name, table in (("input", RUN.vectors), ("output", RUN.output_vectors)):
        file = files[f"near_and_far_{name}_rows_after.tsv"]
        assert file.label == page.text(f"take_away.files.{name}_rows")
        assert file.mime == "text/tab-separated-values"
        np.testing.assert_array_equal(vectors(file), table[-1])
    labels = files["near_and_far_labels.tsv"].write().splitlines()
    assert [line.split("\t")[0] for line in labels] == ["token", *"ab甲乙丙"]


def test_the_visitor_may_take_the_rows_from_before(files):
    visit(taken="before")
    np.testing.assert_array_equal(
        vectors(files["near_and_far_input_rows_before.tsv"]), RUN.vectors[0]
    )
    assert "near_and_far_input_rows_after.tsv" not in files


def test_the_run_and_its_losses_are_those_of_the_settings(files):
    visit(seed="5", optimizer="sgd", learning_rate="0.05")
    config = TrainingConfig(RUN.config.groups, 40, 3, seed=5, learning_rate=0.05, optimizer="sgd")
    result = train(config)
    run = json.loads(files["near_and_far_run.json"].write())
    assert run["config"]["seed"] == 5
    assert run["config"]["groups"] == ["ab", "甲乙丙"]
    np.testing.assert_array_equal(np.array(run["losses"], dtype=np.float32), result.losses)
    lines = files["near_and_far_losses.csv"].write().splitlines()
    assert lines[0] == "step,loss"
    assert len(lines) == 41


def test_no_file_is_written_before_its_button_is_pressed(files):
    page = visit()
    assert len(files) == 7
    assert all(callable(file.write) and file.on_click == "ignore" for file in files.values())
    assert len({file.key for file in files.values()}) == 7
    assert page.says("take_away.run.how", steps=40, snapshots=21)


def test_a_tied_run_has_one_table_to_take(files):
    page = visit(tied="true")
    assert page.says("take_away.vectors.tied")
    assert not any("output" in name for name in files)


def test_a_run_without_steps_can_be_taken_too(files):
    visit(steps="0")
    assert files["near_and_far_losses.csv"].write() == "step,loss\n"
    assert json.loads(files["near_and_far_run.json"].write())["losses"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawings_are_svg_with_their_words_as_text(files, language):
    page = visit(language)
    cosines, loss = (
        {element.text for element in ElementTree.fromstring(files[name].write()).iter(SVG_TEXT)}
        for name in ("near_and_far_cosines.svg", "near_and_far_loss.svg")
    )
    assert {*"ab甲乙丙", page.text("cosine"), "+1.00"} <= cosines
    assert {page.text("loss.step"), page.text("loss.value")} <= loss


# The link

ADDRESS = "https://near-and-far.example/training_lab"


@pytest.fixture
def address(monkeypatch):
    monkeypatch.setattr(ContextProxy, "url", property(lambda self: ADDRESS))


def links(page):
    return [code.value for code in page.tab.code if code.value.startswith("http")]


def parameters(link):
    assert link.startswith(f"{ADDRESS}?")
    return dict(parse_qsl(urlsplit(link).query))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_link_restores_the_page_on_a_cold_visit_and_after_a_change(address, language):
    page = visit(language, taken="before")
    assert parameters(*links(page)) == {"lang": language, **SETTINGS, "taken": "before"}
    page.set("steps", 80).set("taken", "after")
    expected = {"lang": language, **SETTINGS, "steps": "80"}
    assert parameters(*links(page)) == expected
    assert {"lang": language, **page.url} == expected


def test_the_link_has_nothing_of_a_section_that_is_closed(address):
    page = visit(section="movement", first_step="3").set("section", "take_away")
    assert parameters(*links(page)) == {"lang": "en", **SETTINGS}


def test_an_unusable_parameter_is_not_passed_on(address):
    page = visit(optimizer="magic", unknown="1")
    assert parameters(*links(page)) == {"lang": "en", **SETTINGS}


def test_where_the_address_is_not_known_no_link_is_made_up():
    page = visit()
    assert page.says("take_away.link.how")
    assert not links(page)


def test_of_community_cloud_the_address_without_its_frame_is_shared():
    link = share_link("https://app.streamlit.app/~/+/training_lab", "zh", {"groups": "甲乙 ab"})
    assert link == ("https://app.streamlit.app/training_lab?lang=zh&groups=%E7%94%B2%E4%B9%99+ab")
