"""Compression: how few numbers can stand for 50,000 words, and what is lost on the way."""

from embedcore.ui.page import show_page

show_page(
    "compression",
    formulas=(
        r"y = \tfrac{1}{\sqrt{k}}\, R^{\top} x, \qquad R_{ij} \sim \mathcal{N}(0, 1), \qquad "
        r"R^{\top} e_i = R_{i}",
        r"k \ge \frac{4 \ln n}{\varepsilon^2 / 2 - \varepsilon^3 / 3} "
        r"\quad\Longrightarrow\quad \Pr\left[\,\forall u, v:\ "
        r"(1 - \varepsilon)\, \lVert u - v \rVert^2 \le \lVert y_u - y_v \rVert^2 "
        r"\le (1 + \varepsilon)\, \lVert u - v \rVert^2 \,\right] \ge \tfrac{1}{n}",
        r"\frac{\lVert y_u - y_v \rVert^2}{\lVert u - v \rVert^2} \sim \frac{\chi^2_k}{k}",
    ),
)
