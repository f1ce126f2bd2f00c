"""Settings: kept when a page is left, written in the address, restored from it."""

import pytest

from .visitor import HOME, PAGES, Visit

CHANGES = {
    "one_hot": {"section": "ids", "sentence": "a b&=猫%+", "translation": "`$x$`", "word": "`$x$`"},
    "lookup_table": {
        "text": "`$x$`",
        "d_model": 16,
        "seed": 12,
        "tokenizer": "gpt2",
        "section": "shapes",
        "second": "猫 &",
    },
    "training_lab": {
        "groups": "abc 甲乙丙",
        "steps": 30,
        "d_model": 3,
        "seed": 4,
        "learning_rate": 0.05,
        "optimizer": "sgd",
        "sequence_length": 6,
        "batch_size": 2,
        "vocab_size": "used",
        "tied": True,
        "bias": False,
        "bridge": "c",
        "map": "PCA",
        "rows": "both",
        "seeds": 3,
        "anchor": "b",
        "near": "甲",
        "far": "丙",
    },
    "weight_tying": {
        "groups": "ab cd",
        "steps": 20,
        "d_model": 4,
        "seed": 1,
        "bias": False,
        "batch_size": 2,
        "section": "alike",
    },
    "parameter_calculator": {"preset": "Llama 2 7B", "layers": 16, "heads": 16, "tied": True},
    "word_vectors": {"table": "chinese", "word": "国王", "several": "猫 北京", "map": "pca"},
    "languages": {"direction": "zh_en", "anchors": 25, "rotation_word": "猫"},
    "compression": {"source": "glove", "words": 1_000, "k": 50},
}


def written(values):
    return {k: str(v).lower() if isinstance(v, bool) else str(v) for k, v in values.items()}


def changed(name):
    """A page with all of its settings changed."""
    page = Visit(name, **written(CHANGES[name]))
    assert not page.warnings
    return page


@pytest.mark.parametrize("name", PAGES)
def test_the_address_holds_what_differs_from_the_defaults(name):
    assert Visit(name).url == {"lang": "en"}
    page = Visit(name)
    for key, value in CHANGES[name].items():
        page.set(key, value)
    assert CHANGES[name].items() <= page.values.items()
    assert page.url == {"lang": "en", **written(CHANGES[name])}


@pytest.mark.parametrize("name", PAGES)
def test_the_address_opens_the_same_page_for_another_visitor(name):
    mine = changed(name)
    theirs = Visit(name, None, **mine.url)
    assert theirs.values == mine.values
    assert theirs.url == mine.url
    assert not theirs.warnings
    assert theirs.said == mine.said


@pytest.mark.parametrize("name", PAGES)
def test_settings_stay_when_the_page_is_left(name):
    page = changed(name)
    values, url = page.values, page.url
    page.follow(HOME)
    page.follow(name)
    assert page.values == values
    assert page.url == url
    assert not page.warnings
    page.go(HOME).go(name)  # by an address without settings
    assert page.values == values
    assert page.url == {k: v for k, v in url.items() if k != "lang"}


@pytest.mark.parametrize("name", PAGES)
def test_reset_gives_the_defaults_again(name):
    page = changed(name).reset()
    assert page.values == Visit(name).values
    assert page.url == {"lang": "en"}


@pytest.mark.parametrize("name", PAGES)
def test_changing_the_language_keeps_the_settings(name):
    page = changed(name)
    values = page.values
    page.choose_language("zh")
    assert page.values == values
    settings = written(CHANGES[name])
    if name == "word_vectors":
        del settings["table"]  # the Chinese page has this one without being asked
    assert page.url == {"lang": "zh", **settings}


def test_back_to_an_earlier_address_restores_its_settings():
    page = Visit("lookup_table", d_model="16")
    page.set("d_model", 32)
    page.go("lookup_table", lang="en", d_model="16")
    assert page.values["d_model"] == 16
    page.go("lookup_table", lang="en")
    assert page.values["d_model"] == 8


def test_two_visitors_do_not_share_settings():
    mine, yours = Visit("lookup_table"), Visit("lookup_table")
    mine.set("d_model", 32)
    yours.run()
    assert yours.values["d_model"] == 8


def test_new_groups_give_the_pairs_new_defaults():
    page = Visit("training_lab", anchor="b", steps="20").set("groups", "xyz 甲乙")
    assert [page.values[key] for key in ("anchor", "near", "far")] == ["x", "y", "甲"]
