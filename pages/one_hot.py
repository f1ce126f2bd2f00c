"""One-hot distances: an id has no meaning, and a one-hot vector has no near and far."""

from embedcore.errors import InputError
from embedcore.one_hot.near_ids import near_ids
from embedcore.one_hot.vectors import (
    id_gaps,
    one_hot,
    one_hot_bytes,
    pairwise_distances,
    row_bytes,
    sparse_bytes,
)
from embedcore.samples import spearman
from embedcore.tokenizers import merge, spans
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.one_hot.cost import show_cost
from embedcore.ui.one_hot.distances import show_one_hot
from embedcore.ui.one_hot.ids import show_ids
from embedcore.ui.one_hot.near_ids import show_near_ids
from embedcore.ui.show import cautions, code, explain, maths
from embedcore.ui.text import Text


def show_generalise_late(text: Text, controls: Controls) -> None:
    """The section that trains: torch takes seconds to import, and the others need none of it."""
    from embedcore.one_hot.counts import ContextCounts
    from embedcore.one_hot.nplm import guess, train_nplm
    from embedcore.ui.one_hot.generalise import show_generalise

    show_generalise(text, controls)
    code(text, ContextCounts, guess, train_nplm)


SECTIONS = {
    "one_hot": show_one_hot,
    "ids": show_ids,
    "near_ids": show_near_ids,
    "cost": show_cost,
    "generalise": show_generalise_late,
}
CODE = {
    "one_hot": (one_hot, pairwise_distances, id_gaps),
    "ids": (merge, spans),
    "near_ids": (near_ids, spearman),
    "cost": (one_hot_bytes, sparse_bytes, row_bytes),
}

text = open_page("one_hot")
controls = Controls(text)
section = controls.choice(
    "section", list(SECTIONS), "one_hot", label=lambda name: text(f"tabs.{name}")
)
try:
    SECTIONS[section](text, controls)
except InputError as error:  # a package with data that is not installed here
    explain(text, error)
controls.reset_button()
controls.finish()
maths(text, r"\lVert e_i - e_j \rVert = \sqrt{1^2 + 1^2} = \sqrt{2} \qquad (i \neq j)")
if section in CODE:
    code(text, *CODE[section])
cautions(text)
close_page(text)
