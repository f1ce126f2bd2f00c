"""Weight tying: one table to read with and to write with."""

from embedcore.ui.page import show_page
from embedcore.ui.weight_tying.visit import TyingVisit

show_page("weight_tying", TyingVisit)
