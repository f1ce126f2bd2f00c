"""The sections of the page word_vectors, one a file."""
