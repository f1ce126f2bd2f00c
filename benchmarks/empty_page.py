"""The least that a Streamlit page with a slider can be: the reference of the measurements."""

import streamlit as st

st.title("empty")
value = st.slider("steps", 0, 5_000, 500, step=10)
st.markdown(f"value {value}")
