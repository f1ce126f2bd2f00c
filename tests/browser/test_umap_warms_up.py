"""A server's first UMAP map takes long to compile: a visitor neither waits nor has to click."""

from playwright.sync_api import expect


def test_pca_first_then_umap_by_itself(visit, fresh_server):
    visitor = visit(server=fresh_server(), language="zh")
    visitor.go("training_lab")
    visitor.expect_title("training_lab")
    visitor.expect_painted("training_lab")
    waiting = visitor.page.get_by_text(visitor.words("training_lab", "maps.waiting"))
    expect(waiting).to_be_visible()
    before = visitor.trust().all_inner_texts()
    visitor.expect_umap()
    visitor.settle()
    visitor.expect_painted("training_lab")
    assert visitor.trust().count() == 2
    assert visitor.trust().all_inner_texts() != before
