"""A config.json in a real browser: uploaded, pasted, shared."""

import json

from playwright.sync_api import expect

from embedcore.parameters import MAX_BYTES

PAGE = "parameter_calculator"
TINY = {"model_type": "gpt2", "vocab_size": 65, "n_positions": 256, "n_embd": 384}
TINY |= {"n_layer": 6, "n_head": 6}  # 10,770,816 parameters
FILE = {"name": "config.json", "mimeType": "application/json"}


def metric(visitor, key):
    return visitor.page.get_by_test_id("stMetric").filter(
        has_text=visitor.words(PAGE, f"metrics.{key}")
    )


def test_an_uploaded_config_is_counted_shared_and_survives_the_language(visit):
    mine = visit()
    mine.open(PAGE, section="paste")
    data = json.dumps(TINY).encode()
    mine.page.locator("input[type=file]").set_input_files({**FILE, "buffer": data})
    expect(metric(mine, "total")).to_contain_text("10.77M")
    field = mine.control("textbox", PAGE, "config")
    expect(field).to_have_value(json.dumps(TINY))
    mine.switch("zh")
    mine.expect_title(PAGE)
    expect(mine.control("textbox", PAGE, "config")).to_have_value(json.dumps(TINY))
    expect(metric(mine, "total")).to_contain_text("10.77M")
    theirs = visit(language="zh")
    theirs.follow(mine.address())
    expect(metric(theirs, "total")).to_contain_text("10.77M")
    expect(theirs.control("textbox", PAGE, "config")).to_have_value(json.dumps(TINY))
    theirs.expect_painted()


def test_a_bad_text_is_explained_and_the_page_goes_on(visit):
    visitor = visit()
    visitor.open(PAGE, section="paste")
    field = visitor.control("textbox", PAGE, "config")
    field.fill(json.dumps({**TINY, "n_embd": "<b>384</b>"}))
    field.press("Control+Enter")
    expect(visitor.alerts("n_embd")).to_have_count(1)
    expect(metric(visitor, "total")).to_contain_text("124.4M")
    field.fill(json.dumps(TINY))
    field.press("Control+Enter")
    expect(metric(visitor, "total")).to_contain_text("10.77M")
    expect(visitor.alerts("n_embd")).to_have_count(0)


def test_a_file_that_is_too_long_is_refused(visit):
    visitor = visit()
    visitor.open(PAGE, section="paste")
    data = b"[" + b" " * MAX_BYTES + b"]"
    visitor.page.locator("input[type=file]").set_input_files({**FILE, "buffer": data})
    # Streamlit's own message, before anything is sent to the server.
    expect(
        visitor.page.get_by_role("alert").filter(has_text=f"{MAX_BYTES / 10**6:.1f}MB")
    ).to_be_visible()
    expect(visitor.control("textbox", PAGE, "config")).to_have_value("")
    expect(metric(visitor, "total")).to_contain_text("124.4M")
