"""Both languages: every page opens, and says nothing in the other one."""

import re
import tomllib

import pytest

from embedcore.parameters import PRESETS
from embedcore.ui.text import LANGUAGES, sentences

from .visitor import HOME, PAGES, ROOT, Visit

CJK = re.compile("[\u4e00-\u9fff]")
# What an English sentence quotes, and the switch to the other language.
QUOTED = re.compile("`[^`]*`|猫|你|我|镉|中文|远近|天干|地支|一, 二, 三")
# The same in every language: names, numbers, code.
NEUTRAL = {
    *("English", "中文", "UMAP", "PCA", "Adam", "AdamW", "SGD", "MLP", "---", ""),
    *("x", "y"),  # of a map
    *PRESETS,
    *("float32", "float16 / bfloat16", "int8", "int4"),
}
NEUTRAL_SHAPES = re.compile(
    r"`[\w.]+`"  # the name of a function
    r"|[\d,.+−±%—\sMB-]+"  # an amount
    r"|[a-jA-J\s…·]+"  # the default tokens, and pairs of them
    r"|\**sim\(.*\)\**"  # of two tokens
    r"|[≥<]"  # the ends of a bar
    r"|\d+(\.\d+)? ?(T|B|kB|MB|GB|TB)"
    r"|\\x[0-9a-f]{2}"
    r"|P@\d+( ±)?"  # a share found among the nearest
)


def spec_titles(spec):
    """All titles in a chart."""
    if isinstance(spec, dict):
        if isinstance(spec.get("title"), str):
            yield spec["title"].strip(" 12")
        for part in spec.values():
            yield from spec_titles(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from spec_titles(part)


def words(page):
    """Everything on the page that a visitor reads, code and formulas aside."""
    for element in page.tab:
        kind = element.type
        if kind in ("markdown", "caption", "title", "subheader", "info", "warning", "error"):
            yield element.value
        for name in ("label", "help"):
            if isinstance(said := getattr(element, name, None), str):
                yield said
        if kind in ("selectbox", "button_group"):
            yield from element.options
        if kind == "metric":
            yield element.value
        if kind == "page_link":
            yield element.proto.label
        if kind == "dataframe":
            yield from (name for name in element.value.columns if not name.isdigit())
    for chart in page.charts:
        yield chart.alt
        yield from spec_titles(chart.spec)
        for rows in chart.tables():
            for name in ("part", "name"):
                yield from (said for said in rows.get(name, []) if isinstance(said, str))


def is_neutral(said):
    return said in NEUTRAL or NEUTRAL_SHAPES.fullmatch(said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [HOME, *PAGES])
def test_a_page_opens_under_its_title_and_stays_in_its_language(name, language):
    page = Visit(name, language).look_closer()
    assert page.tab.title[0].value == sentences(name, language)["title"]
    assert not page.errors
    assert not page.warnings
    every = list(words(page))
    assert len(every) > 10
    if language == "zh":
        strange = [said for said in every if not CJK.search(said) and not is_neutral(said)]
    else:
        strange = [said for said in every if CJK.search(QUOTED.sub("", said))]
    assert not strange


OF_LANGUAGE = {  # what a page opens with in one language and not in the other
    "one_hot": {"text"},
    "lookup_table": {"text", "tokenizer"},
    "languages": {"direction", "rotation_word"},
}


@pytest.mark.parametrize("name", [page for page in (HOME, *PAGES) if page != "word_vectors"])
def test_a_page_changes_its_language_and_nothing_else(name):
    page = Visit(name)
    values = page.values
    page.choose_language("zh")
    assert page.tab.title[0].value == sentences(name, "zh")["title"]
    assert page.url == {"lang": "zh"}
    changed = {key for key, value in page.values.items() if values[key] != value}
    assert changed == OF_LANGUAGE.get(name, set())
    page.choose_language("en")
    assert page.tab.title[0].value == sentences(name, "en")["title"]


@pytest.mark.parametrize("font", ["font", "headingFont", "codeFont"])
def test_the_theme_names_a_font_for_each_language(font):
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    named = config["theme"][font]
    for language in LANGUAGES.values():
        assert any(name.split()[0] in named for name in language.fonts)


def test_word_vectors_open_with_a_table_of_the_language():
    page = Visit("word_vectors")
    assert (page.values["table"], page.values["word"]) == ("glove", "cat")
    page.choose_language("zh")
    assert page.url == {"lang": "zh"}
    assert (page.values["table"], page.values["word"]) == ("chinese", "猫")
    page.set("table", "glove").run()
    assert page.url == {"lang": "zh", "table": "glove"}


def test_the_language_stays_when_the_page_is_left():
    page = Visit("one_hot", "zh").follow("lookup_table")
    assert page.language == "zh"
    page.go("one_hot")
    assert page.language == "zh"


@pytest.mark.parametrize(
    ("locale", "language"),
    [("zh-CN", "zh"), ("zh-TW", "zh"), ("en-GB", "en"), ("de", "en"), (None, "en")],
)
def test_without_a_wish_the_browser_decides(locale, language, monkeypatch):
    monkeypatch.setattr("streamlit.context", FakeContext(locale))
    page = Visit("one_hot", None)
    assert page.language == language
    assert page.url == {}


class FakeContext:
    theme = type("Theme", (), {"type": None})

    def __init__(self, locale):
        self.locale = locale
