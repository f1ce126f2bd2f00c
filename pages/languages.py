"""Two languages: tables that never met, one learned together, and what a script costs."""

from embedcore.languages.alignment import comparable, rotation
from embedcore.languages.centring import centred_directions
from embedcore.languages.mutual_neighbours import neighbour_places, shared_neighbours
from embedcore.languages.parallel_sentences import count_tokens, premium
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.languages.agree import show_agree
from embedcore.ui.languages.rotation import show_rotation
from embedcore.ui.languages.script import show_script
from embedcore.ui.languages.together import show_together
from embedcore.ui.show import cautions, code, maths

# Of each section what shows it, and the functions that compute it.
SECTIONS = {
    "rotation": (show_rotation, [comparable, rotation]),
    "together": (show_together, [centred_directions]),
    "script": (show_script, [count_tokens, premium]),
    "agree": (show_agree, [neighbour_places, shared_neighbours]),
}

text = open_page("languages")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "rotation", label=lambda name: text(f"tabs.{name}")
)
show_section, functions = SECTIONS[section]
show_section(text, controls)
controls.reset_button()
controls.finish()
maths(
    text,
    r"W = \arg\min_{W^{\top} W = I} \lVert X W - Y \rVert_F = U V^{\top}, "
    r"\qquad U \Sigma V^{\top} = X^{\top} Y",
    r"\mathrm{P@}m = \frac{1}{n} \sum_{i} \left[\, \mathrm{rank}_i \le m \,\right]",
    r"\tilde{v}_i = \frac{v_i - \bar{v}}{\lVert v_i - \bar{v} \rVert}, "
    r"\qquad \bar{v} = \frac{1}{n} \sum_{i} v_i",
    r"m_{\mathrm{NN}} = \frac{1}{n} \sum_{i} "
    r"\frac{\lvert N_k^{A}(i) \cap N_k^{B}(i) \rvert}{k}, "
    r"\qquad \mathbb{E}_0\left[m_{\mathrm{NN}}\right] = \frac{k}{n - 1}",
)
code(text, *functions)
cautions(text)
close_page(text)
