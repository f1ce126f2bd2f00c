"""One-hot distances: an id has no meaning, and a one-hot vector has no near and far."""

from embedcore.ui.page import show_page

show_page("one_hot")
