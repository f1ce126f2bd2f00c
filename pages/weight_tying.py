"""Weight tying: one table to read with and to write with."""

from embedcore.ui.page import show_page
from embedcore.ui.weight_tying.visit import TyingVisit

show_page(
    "weight_tying",
    TyingVisit,
    formulas=(
        r"z_v = x \cdot w_v + b_v, \qquad x = E_{i}",
        r"\text{tied:}\quad w_v = E_v \;\Rightarrow\; z_v = E_i \cdot E_v + b_v",
        r"\log p(i \mid c) - \log p(j \mid c) = (w_i - w_j) \cdot x_c + b_i - b_j",
    ),
)
