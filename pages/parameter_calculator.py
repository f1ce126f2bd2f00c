"""The parameter calculator: how much of a model is its embedding."""

from embedcore.ui.page import show_page
from embedcore.ui.parameter_calculator.visit import CalculatorVisit

show_page(
    "parameter_calculator",
    CalculatorVisit,
    formulas=(
        r"N_{\text{token}} = V \cdot d_{\text{model}}",
        r"N_{\text{position}} = T \cdot d_{\text{model}}",
        r"\text{share} = \frac{N_{\text{token}} + N_{\text{position}}}{N}",
    ),
)
