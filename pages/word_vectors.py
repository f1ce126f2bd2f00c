"""Word vectors: what real vectors know of words, and how they came to know it."""

from embedcore.ui.page import show_page

show_page("word_vectors")
