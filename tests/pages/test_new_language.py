"""A third language is its words and one entry: every page opens in a made-up one."""

import json

import pytest

from embedcore.ui import text
from embedcore.ui.text import FOLDER, LANGUAGES, Language, sentences
from embedcore.ui.tour import HOME, page_named

from .visitor import PAGES, Visit

MARK = "§"  # before its titles and names of pages


@pytest.fixture(scope="module")
def made_up(tmp_path_factory):
    """The English words, some marked, as the language ``xx`` beside the others."""
    folder = tmp_path_factory.mktemp("text")
    for language in LANGUAGES:
        (folder / language).symlink_to(FOLDER / language)
    (folder / "xx").mkdir()
    for path in (FOLDER / "en").glob("*.toml"):
        lines = [f"{toml(key)} = {toml(said)}" for key, said in marked(english(path)).items()]
        (folder / "xx" / path.name).write_text("\n".join(lines), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text, "FOLDER", folder)
        patch.setitem(LANGUAGES, "xx", Language("Xx", "glove", ("Source Sans",)))
        yield "xx"
    sentences.cache_clear()


def english(path):
    return sentences(path.stem, "en")


def marked(words):
    return {k: MARK + said if k in ("title", "menu") else said for k, said in words.items()}


def toml(string):
    return json.dumps(string, ensure_ascii=False)  # JSON's strings are TOML's


EVERY_SECTION = [(name, section) for name in PAGES for section in page_named(name).sections]


@pytest.mark.parametrize(("name", "section"), [(HOME, None), *EVERY_SECTION])
@pytest.mark.usefixtures("short_training")
def test_every_page_opens_in_it(made_up, name, section):
    page = Visit(name, made_up, **({"section": section} if section else {}))
    assert page.tab.title[0].value == MARK + english(FOLDER / f"en/{name}.toml")["title"]
    assert not page.errors
    assert not page.refused_links
    labels = [link.proto.label for link in page.tab.sidebar.page_link]
    assert all(label.startswith(MARK) for label in labels)


def test_it_can_be_chosen(made_up):
    page = Visit("one_hot").choose_language(made_up)
    assert page.url == {"lang": made_up}
    assert page.tab.title[0].value.startswith(MARK)


def test_a_browser_that_speaks_it_gets_it(made_up, monkeypatch):
    locale = type("Context", (), {"locale": "xx-YY", "theme": type("Theme", (), {"type": None})})
    monkeypatch.setattr("streamlit.context", locale())
    assert Visit("one_hot", None).language == made_up
