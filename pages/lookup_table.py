"""The lookup table: an id picks a row, and the row is the token's vector."""

from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.page import show_page

show_page("lookup_table", LookupVisit)
