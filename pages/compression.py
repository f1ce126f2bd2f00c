"""Compression: how few numbers can stand for 50,000 words, and what is lost on the way."""

from embedcore.ui.page import show_page

show_page("compression")
