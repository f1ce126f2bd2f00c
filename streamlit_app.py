"""Home: the question, the map of the tour, and where it leads."""

import streamlit as st

from embedcore.ui.controls import Controls
from embedcore.ui.frame import framed, tour_links
from embedcore.ui.screen import on_phone
from embedcore.ui.text import Text
from embedcore.ui.tour import HOME, page_named

CHARACTERS = "AB你我镉"
ROOM_FOR_FILM, ROOM_ON_PHONE = 590, 930  # pixels, kept free so that nothing moves when it comes


def show_number_line(text: Text) -> None:
    # Imported here: the title is out before Altair is in.
    from embedcore.charts.number_line import number_line
    from embedcore.ui.show import chart, what_you_see

    code_points = [ord(char) for char in CHARACTERS]
    alt = text("picture.alt", characters=CHARACTERS)
    title = text("picture.axis")
    chart(alt, "home.line", number_line, code_points, CHARACTERS, title=title)
    near, pair, far = ord("B") - ord("A"), ord("我") - ord("你"), ord("镉") - ord("我")
    what_you_see(text, text("see.gaps", near=near, pair=pair, far=far))


def show_first_film(text: Text) -> None:
    # Imported here: torch takes seconds, and by now all the rest of the page is out.
    from embedcore.config import TrainingConfig
    from embedcore.ui.runs import cached_train
    from embedcore.ui.training_lab.film import small_film

    small_film(text, cached_train(TrainingConfig(), text("film.progress")))


with framed(page_named(HOME)) as text:
    Controls(text).finish()  # none here: a link that sets any is told so
    show_number_line(text)
    st.subheader(text("film.heading"), anchor=False)
    st.markdown(text("film.lead"))
    place = st.container(border=True, height=ROOM_ON_PHONE if on_phone() else ROOM_FOR_FILM)
    st.subheader(text("tour"), anchor=False)
    tour_links(text)
with place:
    show_first_film(text)
