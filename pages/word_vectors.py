"""Word vectors."""

from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, maths
from embedcore.ui.word_vectors.arithmetic import show_arithmetic
from embedcore.ui.word_vectors.axes import show_axes
from embedcore.ui.word_vectors.games import show_games
from embedcore.ui.word_vectors.how_often import show_how_often
from embedcore.ui.word_vectors.neighbours import show_neighbours
from embedcore.ui.word_vectors.train import show_train
from embedcore.ui.word_vectors.why import show_why

SECTIONS = {
    "neighbours": show_neighbours,
    "arithmetic": show_arithmetic,
    "how_often": show_how_often,
    "axes": show_axes,
    "games": show_games,
    "train": show_train,
    "why": show_why,
}

text = open_page("word_vectors")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "neighbours", label=lambda name: text(f"tabs.{name}")
)
SECTIONS[section](text, controls)
controls.reset_button()
controls.finish()
maths(text, r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}")
cautions(text)
close_page(text)
