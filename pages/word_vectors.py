"""Word vectors: what real vectors know of words, and how they came to know it."""

from embedcore.analogies import plane, point, winners
from embedcore.samples import spearman
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, code, maths
from embedcore.ui.word_vectors.arithmetic import show_arithmetic
from embedcore.ui.word_vectors.axes import show_axes
from embedcore.ui.word_vectors.games import show_games
from embedcore.ui.word_vectors.how_often import show_how_often
from embedcore.ui.word_vectors.neighbours import show_neighbours
from embedcore.ui.word_vectors.train import show_train
from embedcore.ui.word_vectors.why import show_why
from embedcore.word_vectors.axes import semantic_projection
from embedcore.word_vectors.cooccurrence import count_pairs, pmi, svd_vectors
from embedcore.word_vectors.skipgram import cbow_gradients, skipgram_gradients, train_skipgram
from embedcore.word_vectors.word_games import mean_cosines, path_to, walks_from
from embedcore.words import WordVectors

# Of each section what shows it, and the functions that compute it.
SECTIONS = {
    "neighbours": (show_neighbours, [WordVectors.ranked, WordVectors.nearest]),
    "arithmetic": (show_arithmetic, [point, WordVectors.ranked, plane]),
    "how_often": (show_how_often, [winners, spearman]),
    "axes": (show_axes, [semantic_projection]),
    "games": (show_games, [mean_cosines, walks_from, path_to]),
    "train": (show_train, [train_skipgram, skipgram_gradients, cbow_gradients]),
    "why": (show_why, [count_pairs, pmi, svd_vectors]),
}

text = open_page("word_vectors")
controls = Controls(text)

section = controls.choice(
    "section", list(SECTIONS), "neighbours", label=lambda name: text(f"tabs.{name}")
)
show_section, functions = SECTIONS[section]
show_section(text, controls)
controls.reset_button()
controls.finish()
maths(
    text,
    r"\cos(u, v) = \frac{u \cdot v}{\lVert u \rVert \, \lVert v \rVert}",
    r"d = \operatorname*{arg\,max}_{w}\; \cos(w,\; b - a + c)",
    r"p(w) = \frac{\cos(w, b) - \cos(w, a)}{1 - \cos(a, b)}",
    r"\log \sigma(w \cdot c) + \sum_{i=1}^{k} \log \sigma(-\,w \cdot n_i)",
    r"w \cdot c \approx \log \frac{P(w, c)}{P(w)\, P(c)} - \log k",
)
code(text, *functions)
cautions(text)
close_page(text)
