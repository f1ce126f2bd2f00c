"""What kind of screen the visitor has."""

import streamlit as st


def on_phone() -> bool:
    """Whether the browser says that it runs on a phone: a chart can then be built narrow."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")
