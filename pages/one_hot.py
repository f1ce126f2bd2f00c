"""One-hot distances: an id has no meaning, and a one-hot vector has no near and far."""

from embedcore.ui.page import show_page

show_page(
    "one_hot",
    formulas=(r"\lVert e_i - e_j \rVert = \sqrt{1^2 + 1^2} = \sqrt{2} \qquad (i \neq j)",),
)
