"""What no page can use: each time a message, and the rest of the page works."""

import re
from collections import Counter

import pytest

from embedcore.ui.text import LANGUAGES, literal

from .visitor import HOME, PAGES, Visit

ODD = {
    "nul": "a\0b",
    "rtl": "שלום عربي",
    "override": "\u202eabxqz\u2066",
    "zwj": "👨‍👩‍👧‍👦",
    "combining": "e\u0301" + "\u0301" * 50,
    "blank": "   ",
    "maths": "$x$ $$y$$",
    "colour": ":red[x] :material/home: :smile:",
    "html": "<b>x</b><script>alert(1)</script>",
    "emphasis": "_x_ **y** ~~z~~",
    "pipe": "a|b",
    "backticks": "`a``b```",
    "backslash": '\\" \\n [0]',
    "braces": "{count} {0} {",
    "link": "![i](http://x.y/z) [a](javascript:1)",
}
both = pytest.mark.parametrize("language", LANGUAGES)


def outside_code(page):
    """All Markdown of the page with its code spans cut out."""
    labels = [metric.label for metric in page.tab.metric]
    span = re.compile(r"(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
    return "\n".join(span.sub("", said) for said in (*page.said, *labels))


@both
@pytest.mark.parametrize("typed", ODD.values(), ids=ODD)
@pytest.mark.parametrize("name", ["one_hot", "lookup_table"])
def test_any_text_is_shown_and_never_read_as_markdown(name, typed, language):
    page = Visit(name, language).set("text", typed)
    assert page.values["text"] == typed
    assert page.url["text"] == typed
    assert page.charts
    assert page.says("cautions")


LOOKED_UP = [("word_vectors", "word"), ("languages", "rotation_word")]


@pytest.mark.parametrize("typed", ODD.values(), ids=ODD)
@pytest.mark.parametrize(("name", "key"), LOOKED_UP)
def test_an_odd_word_is_said_to_be_unknown_and_never_read_as_markdown(name, key, typed):
    page = Visit(name, **{key: typed})
    assert page.values[key] == typed[:40]
    assert page.warnings or not typed.strip()
    assert not re.search(r"\$x|<b>|:red|_x_|\]\(java", outside_code(page))
    assert page.says("cautions")


MARKS = "$_<:*|~[{\\"


def test_a_sign_of_markdown_reaches_the_lookup_page_in_code_only():
    page = Visit("lookup_table", text="qqq")
    plain = Counter(outside_code(page))
    for mark in MARKS:
        shown = Counter(outside_code(page.set("text", f"{mark}q{mark}")))
        assert shown[mark] == plain[mark], mark


def test_a_sign_of_markdown_reaches_the_training_lab_in_code_only():
    page = Visit("training_lab", steps="0", groups="ABCDEFGHIJ xyz", section="seeds")
    plain = Counter(outside_code(page))
    page.set("groups", f"{MARKS} xyz").set("anchor", "x")
    for mark in MARKS:
        shown = Counter(outside_code(page.set("far", mark)))
        assert shown[mark] == plain[mark], mark


def test_a_refused_value_reaches_the_page_in_code_only():
    page = Visit("training_lab", steps="$x$<b>", **{":red[y]": "_z_"})
    page.set("groups", "**")
    assert not re.search(r"\$x|<b>|:red|_z_", outside_code(page))
    assert page.errors


@both
@pytest.mark.parametrize("name", ["one_hot", "lookup_table"])
def test_an_empty_text_is_asked_for(name, language):
    page = Visit(name, language).set("text", "")
    assert page.says("empty")
    assert page.says("cautions")
    assert page.url == {"lang": language, "text": ""}
    page.set("text", "a")
    assert not page.says("empty")


@both
@pytest.mark.parametrize("name", ["one_hot", "lookup_table"])
def test_a_very_long_text_is_cut(name, language):
    page = Visit(name, language).set("text", "ab" * 50_000)
    assert page.says("controls.cut", count=100_000, longest=200)
    assert page.values["text"] == "ab" * 100
    assert page.charts


@both
@pytest.mark.parametrize("name", ["one_hot", "lookup_table"])
def test_half_a_surrogate_pair_is_replaced(name, language):
    page = Visit(HOME, language)
    page.tab.session_state[f"{name}.text"] = "a\ud800b"
    page.go(name, lang=language)
    assert page.says("controls.repaired")
    assert page.values["text"] == "a\ufffdb"
    assert page.charts


REFUSED = {
    "no_groups": ("", {}),
    "overlap": ("abc cde", {"token": literal("c"), "first": 1, "second": 2}),
    "repeated": ("aba cd", {"token": literal("a"), "number": 1}),
    "too_few_tokens": ("ab c", {"number": 2, "count": 1, "limit": 2}),
    "too_many_tokens": ("".join(map(chr, range(97, 124))), {"number": 1, "count": 27, "limit": 26}),
    "too_many_groups": ("ab cd ef gh ij kl mn", {"count": 7, "limit": 6}),
    "not_single": ("a👨‍👩 bc", {"shown": literal("👨\u200d"), "code": literal("200D")}),
}


WITH_TOKENS = {"training_lab": "run", "weight_tying": "models"}  # a section that draws them


@both
@pytest.mark.parametrize("reason", REFUSED)
@pytest.mark.parametrize("name", ["training_lab", "weight_tying"])
def test_groups_that_cannot_be_used_are_explained(name, reason, language):
    typed, details = REFUSED[reason]
    page = Visit(name, language, steps="20", section=WITH_TOKENS[name]).set("groups", typed)
    assert page.errors == [page.text(f"errors.{reason}", **details)]
    assert page.charts[0].axis("x")[0] == "a" if name == "weight_tying" else page.charts
    page.set("groups", "abc xyz")
    assert not page.errors


@pytest.mark.parametrize("name", ["training_lab", "weight_tying"])
@pytest.mark.parametrize("groups", ["`$ _|", "<>[] \\\"'{}", "猫狗 مش", "😀😁 e\u00e9"])
def test_any_visible_character_can_be_a_token(name, groups):
    page = Visit(name, steps="20", section=WITH_TOKENS[name]).set("groups", groups)
    assert not page.errors
    tokens = list(groups.replace(" ", ""))
    if name == "training_lab":
        assert list(page.charts[0].rows("hits")["token"]) == tokens
    else:
        assert page.charts[0].axis("x") == tokens


UNUSABLE = [
    ("training_lab", "steps", "abc", "500"),
    ("training_lab", "steps", "999999", "500"),
    ("training_lab", "steps", "15", "500"),
    ("training_lab", "d_model", "-1", "8"),
    ("training_lab", "learning_rate", "nan", "0.01"),
    ("training_lab", "learning_rate", "inf", "0.01"),
    ("training_lab", "learning_rate", "0", "0.01"),
    ("training_lab", "optimizer", "SGD", "adam"),
    ("training_lab", "map", "tsne", "UMAP"),
    ("training_lab", "bridge", "ab", "none"),
    ("training_lab", "seed", "-1", "0"),
    ("weight_tying", "steps", "-10", "500"),
    ("weight_tying", "seed", "1e3", "0"),
    ("lookup_table", "d_model", "8.5", "8"),
    ("lookup_table", "seed", "`$x$`", "0"),
    ("one_hot", "section", "x", "one_hot"),
    ("parameter_calculator", "preset", "GPT-5", "GPT-2"),
    ("parameter_calculator", "tied", "maybe", "true"),
    ("parameter_calculator", "heads", "1" * 5_000, "12"),
    ("word_vectors", "map", "tsne", "umap"),
    ("languages", "anchors", "151", "100"),
    ("languages", "anchors", "-5", "100"),
    ("compression", "width", "0", "20"),
    ("compression", "width", "1e9", "20"),
]


@both
@pytest.mark.parametrize(
    ("name", "key", "raw", "used"), UNUSABLE, ids=[f"{n}-{k}-{r[:9]}" for n, k, r, _ in UNUSABLE]
)
def test_a_link_with_a_value_out_of_use_opens_with_the_default(name, key, raw, used, language):
    page = Visit(name, language, **{key: raw})
    details = {"name": literal(key), "raw": literal(raw[:40]), "used": literal(used)}
    assert page.warnings == [page.text("controls.set_aside", **details)]
    assert page.charts
    assert page.url == {"lang": language}
    page.run()
    assert len(page.warnings) == 1, "the message must outlive the next run"


@both
@pytest.mark.parametrize("name", [HOME, *PAGES])
def test_an_unknown_parameter_is_named(name, language):
    page = Visit(name, language, foo="1", **{"`$b$`": "<b>"})
    names = f"{literal('foo')}, {literal('`$b$`')}"
    assert page.warnings == [page.text("controls.unknown", names=names)]
    assert page.url == {"lang": language}


@both
def test_many_unknown_parameters_are_told_at_once(language):
    page = Visit("lookup_table", language, **{f"p{number}": "1" for number in range(200)})
    names = ", ".join(literal(f"p{number}") for number in range(5))
    assert page.warnings == [page.text("controls.unknown_many", names=names, more=195)]


TRACKING = ("utm_source", "utm_campaign", "fbclid", "gclid", "msclkid", "mc_cid", "igshid")
TRACKING += ("from", "isappinstalled", "spm", "spm_id_from", "ref", "_ga", "sharer_shareid")


@pytest.mark.parametrize("name", [HOME, *PAGES])
def test_what_other_programs_add_to_a_link_is_left_out_without_a_word(name):
    page = Visit(name, **dict.fromkeys(TRACKING, "1"))
    assert not page.warnings
    assert page.url == {"lang": "en"}


@pytest.mark.parametrize(
    ("tag", "language"),
    [("zh-CN", "zh"), ("zh_TW", "zh"), ("ZH", "zh"), ("EN", "en"), ("en-GB", "en")],
)
def test_a_language_may_be_written_otherwise(tag, language):
    page = Visit("one_hot", tag)
    assert page.language == language
    assert not page.warnings
    assert page.url == {"lang": language}


@pytest.mark.parametrize("name", [HOME, *PAGES])
def test_an_unknown_language_is_named(name):
    page = Visit(name, "xx`$y$")
    details = {"name": literal("lang"), "raw": literal("xx`$y$"), "used": literal("English")}
    assert page.warnings == [page.text("controls.set_aside", **details)]


@pytest.mark.parametrize("typed", ODD.values(), ids=ODD)
def test_a_link_with_an_odd_text_shows_it(typed):
    page = Visit("lookup_table", text=typed)
    assert page.values["text"] == typed
    assert not page.warnings


@both
def test_a_loss_that_leaves_the_numbers_is_told_in_the_visitors_language(language):
    page = Visit("training_lab", language, optimizer="sgd", steps="100")
    page.set("learning_rate", 1e6)
    (error,) = page.errors
    step, seed = map(int, re.findall(r"\d+", error))
    assert error == page.text("errors.diverged", step=step, seed=seed)
    assert page.url["learning_rate"] == "1e+06"
    page.set("learning_rate", 0.01)
    assert not page.errors
