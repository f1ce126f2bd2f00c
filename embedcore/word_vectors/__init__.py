"""Word vectors: what can be asked of a trained table, and how to train one from a text."""
