"""The first UMAP map of a server takes long to compile; the page neither waits nor needs a click."""

from playwright.sync_api import expect


def test_pca_first_then_umap_by_itself(visit, fresh_server):
    visitor = visit(server=fresh_server())
    visitor.open("training_lab", steps="50")
    visitor.expect_painted("training_lab")
    waiting = visitor.page.get_by_text(visitor.words("training_lab", "maps.waiting"))
    expect(waiting).to_be_visible()
    trust = visitor.page.get_by_test_id("stCaptionContainer").filter(has_text="Trustworthiness")
    before = trust.all_inner_texts()
    expect(waiting).to_have_count(0, timeout=90_000)
    visitor.settle()
    visitor.expect_painted("training_lab")
    assert trust.count() == 2
    assert trust.all_inner_texts() != before
