"""An id as a vector: what one-hot vectors cannot say, and what learning adds to counting."""
