"""The parameter calculator: how much of a model is its embedding."""

from embedcore.ui.page import show_page
from embedcore.ui.parameter_calculator.visit import CalculatorVisit

show_page("parameter_calculator", CalculatorVisit)
