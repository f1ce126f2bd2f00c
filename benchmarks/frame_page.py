"""The app's frame around the least that a page can be: what every page of ours pays for it."""

import streamlit as st

from embedcore.ui.frame import framed
from embedcore.ui.tour import HOME, page_named

with framed(page_named(HOME)):
    value = st.slider("steps", 0, 5_000, 500, step=10)
    st.markdown(f"value {value}")
