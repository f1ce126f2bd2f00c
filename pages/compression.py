"""Compression."""

from embedcore.ui.compression.distances import show_distances
from embedcore.ui.compression.groups import show_groups
from embedcore.ui.compression.structure import show_structure
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, maths

SECTIONS = {
    "distances": show_distances,
    "structure": show_structure,
    "groups": show_groups,
}

text = open_page("compression")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "distances", label=lambda name: text(f"tabs.{name}")
)
SECTIONS[section](text, controls)
controls.reset_button()
controls.finish()
maths(text, r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}")
cautions(text)
close_page(text)
