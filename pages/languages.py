"""Two languages: tables that never met, one learned together, and what a script costs."""

from embedcore.ui.page import show_page

show_page("languages")
