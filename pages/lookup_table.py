"""The lookup table: an id picks a row, and the row is the token's vector."""

import streamlit as st

from embedcore.embedding import Embedding, three_ways
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.lookup_table.change_row import show_change_row
from embedcore.ui.lookup_table.flow import show_flow
from embedcore.ui.lookup_table.gradient import show_gradient
from embedcore.ui.lookup_table.noise import show_noise
from embedcore.ui.lookup_table.position import show_position
from embedcore.ui.lookup_table.real import show_real
from embedcore.ui.lookup_table.setup import lookup_controls
from embedcore.ui.lookup_table.shapes import show_shapes
from embedcore.ui.lookup_table.ways import show_ways
from embedcore.ui.show import cautions, code, maths

SECTIONS = {
    "ways": show_ways,
    "shapes": show_shapes,
    "change_row": show_change_row,
    "gradient": show_gradient,
    "noise": show_noise,
    "position": show_position,
    "real": show_real,
}
WITHOUT_TOKENS = ("noise", "real")  # sections that need no text

text = open_page("lookup_table")
controls = Controls(text)

with st.container(border=True):
    setup = lookup_controls(text, controls)
typed = len(setup.lookup.token_ids) > 0
if typed:
    show_flow(text, setup)
else:
    st.info(text("empty"), icon="⌨️")
st.divider()
section = controls.choice(
    "section", list(SECTIONS), "ways", label=lambda name: text(f"tabs.{name}")
)
if typed or section in WITHOUT_TOKENS:
    SECTIONS[section](text, controls, setup)
controls.finish()
maths(
    text,
    r"\mathrm{onehot}(i)^{\top} W = \sum_{k} \delta_{ik}\, W_k = W_i",
    r"\frac{\partial \mathcal{L}}{\partial W_i} = "
    r"\sum_{t\,:\,i_t = i} \frac{\partial \mathcal{L}}{\partial x_t}",
    r"\mathrm{sd}\left(\cos(u, v)\right) = \frac{1}{\sqrt{d}}",
    r"p_{t,\,2k} = \sin\frac{t}{10000^{2k/d}}, \qquad p_{t,\,2k+1} = \cos\frac{t}{10000^{2k/d}}",
)
code(text, Embedding, three_ways)
cautions(text)
close_page(text)
