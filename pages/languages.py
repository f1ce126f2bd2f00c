"""Two languages."""

from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.languages.agree import show_agree
from embedcore.ui.languages.rotation import show_rotation
from embedcore.ui.languages.script import show_script
from embedcore.ui.languages.together import show_together
from embedcore.ui.show import cautions, maths

SECTIONS = {
    "rotation": show_rotation,
    "together": show_together,
    "script": show_script,
    "agree": show_agree,
}

text = open_page("languages")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "rotation", label=lambda name: text(f"tabs.{name}")
)
SECTIONS[section](text, controls)
controls.reset_button()
controls.finish()
maths(text, r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}")
cautions(text)
close_page(text)
