"""Word vectors: what real vectors know of words, and how they came to know it."""

from embedcore.ui.page import show_page

show_page(
    "word_vectors",
    formulas=(
        r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
        r"d = \operatorname*{arg\,max}_{w}\; \cos(w,\; b - a + c)",
        r"p(w) = \frac{\cos(w, b) - \cos(w, a)}{1 - \cos(a, b)}",
        r"\log \sigma(w \cdot c) + \sum_{i=1}^{k} \log \sigma(-\,w \cdot n_i)",
        r"w \cdot c \approx \log \frac{P(w, c)}{P(w)\, P(c)} - \log k",
    ),
)
