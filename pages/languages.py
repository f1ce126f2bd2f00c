"""Two languages: tables that never met, one learned together, and what a script costs."""

from embedcore.ui.page import show_page

show_page(
    "languages",
    formulas=(
        r"W = \arg\min_{W^{\top} W = I} \lVert X W - Y \rVert_F = U V^{\top}, "
        r"\qquad U \Sigma V^{\top} = X^{\top} Y",
        r"\mathrm{P@}m = \frac{1}{n} \sum_{i} \left[\, \mathrm{rank}_i \le m \,\right]",
        r"\tilde{v}_i = \frac{v_i - \bar{v}}{\lVert v_i - \bar{v} \rVert}, "
        r"\qquad \bar{v} = \frac{1}{n} \sum_{i} v_i",
        r"m_{\mathrm{NN}} = \frac{1}{n} \sum_{i} "
        r"\frac{\lvert N_k^{A}(i) \cap N_k^{B}(i) \rvert}{k}, "
        r"\qquad \mathbb{E}_0\left[m_{\mathrm{NN}}\right] = \frac{k}{n - 1}",
    ),
)
