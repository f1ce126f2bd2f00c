"""Pictures of the page word_vectors."""
