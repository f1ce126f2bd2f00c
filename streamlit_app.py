"""Home: the question, and the map of the tour."""

import streamlit as st

from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page, tour_links

CHARACTERS = "AB你我镉"

text = open_page("home")
Controls(text).finish()  # none here: a link that sets any is told so


def show_number_line() -> None:
    # Imported here: the title is out before Altair is in.
    from embedcore.charts.line import number_line
    from embedcore.ui.show import chart, what_you_see

    code_points = [ord(char) for char in CHARACTERS]
    alt = text("picture.alt", characters=CHARACTERS)
    chart(alt, "home.line", number_line, code_points, CHARACTERS, text("picture.axis"))
    near, pair, far = ord("B") - ord("A"), ord("我") - ord("你"), ord("镉") - ord("我")
    what_you_see(text, text("see.gaps", near=near, pair=pair, far=far))


show_number_line()
st.subheader(text("tour"), anchor=False)
tour_links(text)
close_page(text)
