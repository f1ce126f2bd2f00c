"""Compression: how few numbers can stand for 50,000 words, and what is lost on the way."""

from embedcore.compression.compress import kept_neighbours
from embedcore.compression.group_capacity import fit, group_masses, separable
from embedcore.compression.random_projection import (
    one_hot_distortion,
    project_randomly,
    promised_distortion,
)
from embedcore.geometry import principal_axes
from embedcore.ui.compression.distances import show_distances
from embedcore.ui.compression.groups import show_groups
from embedcore.ui.compression.structure import show_structure
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, code, maths

# Of each section what shows it, and the functions that compute it.
SECTIONS = {
    "distances": (show_distances, [project_randomly, one_hot_distortion, promised_distortion]),
    "structure": (show_structure, [principal_axes, project_randomly, kept_neighbours]),
    "groups": (show_groups, [fit, group_masses, separable]),
}

text = open_page("compression")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "distances", label=lambda name: text(f"tabs.{name}")
)
show_section, functions = SECTIONS[section]
show_section(text, controls)
controls.reset_button()
controls.finish()
maths(
    text,
    r"y = \tfrac{1}{\sqrt{k}}\, R^{\top} x, \qquad R_{ij} \sim \mathcal{N}(0, 1), \qquad "
    r"R^{\top} e_i = R_{i}",
    r"(1 - \varepsilon)\, \lVert u - v \rVert^2 \le \lVert y_u - y_v \rVert^2 "
    r"\le (1 + \varepsilon)\, \lVert u - v \rVert^2 \quad\Longleftarrow\quad "
    r"k \ge \frac{4 \ln n}{\varepsilon^2 / 2 - \varepsilon^3 / 3}",
    r"\frac{\lVert y_u - y_v \rVert^2}{\lVert u - v \rVert^2} \sim \frac{\chi^2_k}{k}",
)
code(text, *functions)
cautions(text)
close_page(text)
