"""The lookup table: an id picks a row, and the row is the token's vector."""

from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.page import show_page

show_page(
    "lookup_table",
    LookupVisit,
    formulas=(
        r"\mathrm{onehot}(i)^{\top} W = \sum_{k} \delta_{ik}\, W_k = W_i",
        r"\frac{\partial \mathcal{L}}{\partial W_i} = "
        r"\sum_{t\,:\,i_t = i} \frac{\partial \mathcal{L}}{\partial x_t}",
        r"\mathrm{sd}\left(\cos(u, v)\right) = \frac{1}{\sqrt{d}}",
        r"p_{t,\,2k} = \sin\frac{t}{10000^{2k/d}}, \qquad "
        r"p_{t,\,2k+1} = \cos\frac{t}{10000^{2k/d}}",
    ),
)
