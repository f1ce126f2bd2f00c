"""Home: the question, and the map of the tour."""

import streamlit as st

from embedcore.charts.line import number_line
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page, tour_links
from embedcore.ui.show import chart, what_you_see

CHARACTERS = "AB你我镉"

text = open_page("home")
Controls(text).finish()  # none here: a link that sets any is told so
code_points = [ord(char) for char in CHARACTERS]
chart(
    number_line(code_points, CHARACTERS, text("picture.axis")),
    text("picture.alt", characters=CHARACTERS),
    key="home.line",
)
what_you_see(
    text,
    text(
        "see.gaps", near=ord("B") - ord("A"), pair=ord("我") - ord("你"), far=ord("镉") - ord("我")
    ),
)
st.subheader(text("tour"), anchor=False)
tour_links(text)
close_page(text)
