"""A server's first UMAP map takes long to compile: a visitor neither waits nor has to click."""

from playwright.sync_api import expect

from .film import Film


def test_pca_first_then_umap_by_itself(visit, fresh_server):
    visitor = visit(server=fresh_server(), language="zh")
    visitor.go("training_lab")
    visitor.expect_title("training_lab")
    expect(visitor.waiting()).to_be_visible()  # PCA until then
    visitor.expect_painted()
    expect(visitor.waiting()).to_have_count(0)
    visitor.expect_painted()
    film = Film(visitor)
    expect(film.slider).to_have_value("500")
    film.slider.focus()
    visitor.page.keyboard.press("ArrowLeft")
    expect(film.slider).to_have_value("475")
    film.canvas.evaluate("canvas => { canvas.dataset.ours = 'yes'; }")
    umap = film.rest()
    visitor.choose("PCA")
    visitor.eventually(lambda: film.map() != umap, True)
    # Another map leaves the film where it is.
    expect(film.slider).to_have_value("475")
    expect(film.canvas).to_have_attribute("data-ours", "yes")
