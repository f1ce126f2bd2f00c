"""A server's first UMAP map takes long to compile: a visitor neither waits nor has to click."""


def test_pca_first_then_umap_by_itself(first_visit):
    assert first_visit.waiting
    assert first_visit.umap
    assert first_visit.umap != first_visit.pca
