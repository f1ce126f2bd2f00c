"""The training lab: watch near and far come into being."""

from embedcore.ui.page import show_page
from embedcore.ui.training_lab.visit import LabVisit

show_page(
    "training_lab",
    LabVisit,
    formulas=(
        r"\mathcal{L} = -\log \frac{e^{w_y \cdot x + b_y}}{\sum_v e^{w_v \cdot x + b_v}}",
        r"\frac{\partial \mathcal{L}}{\partial x} = \sum_v (p_v - y_v)\, w_v",
        r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
    ),
)
