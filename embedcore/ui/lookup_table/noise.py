"""Before training it is noise: cosines of random rows against what chance predicts."""

import numpy as np
import streamlit as st

from embedcore.charts.lookup_table.noise import (
    EDGES,
    SpreadNames,
    cosine_histogram,
    spread_by_width,
)
from embedcore.noise import ROWS, predicted_shares, predicted_spread, random_cosines
from embedcore.ui.kept import kept
from embedcore.ui.lookup_table.visit import LookupVisit
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.tour import Section

FAR = 0.01  # the share of pairs beyond ±0.5 from which high cosines come by chance
WIDTHS = (2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1_024)


def show_noise(visit: LookupVisit) -> None:
    """A histogram at one width, and the spread at all widths."""
    text, controls, setup = visit.text, visit.controls, visit.choice
    st.subheader(text("noise.heading"), anchor=False)
    st.markdown(text("noise.lead", rows=ROWS))
    width = controls.stops("width", WIDTHS, 8)
    cosines = random_cosines(width, setup.seed)
    spread, predicted = float(cosines.std(ddof=1)), predicted_spread(width)
    left, right = st.columns(2, gap="large")
    with left:
        alt = text("noise.alt", pairs=len(cosines), d_model=width)
        chart(
            alt,
            f"{text.page}.noise",
            cosine_histogram,
            cosines,
            predicted_shares(width, EDGES),
            spread=predicted,
            cosine_title=text("noise.cosine"),
            share_title=text("noise.share"),
            predicted_title=text("noise.predicted"),
        )
    with right:
        alt = text("noise.spread_alt", smallest=WIDTHS[0], largest=WIDTHS[-1])
        chart(
            alt,
            f"{text.page}.noise.spread",
            spread_by_width,
            WIDTHS,
            cached_spreads(setup.seed),
            predicted=[predicted_spread(w) for w in WIDTHS],
            chosen=width,
            width_title=text("noise.width"),
            spread_title=text("noise.spread"),
            names=SpreadNames(measured=text("noise.measured"), predicted=text("noise.line")),
        )
    far = int((np.abs(cosines) > 0.5).sum())
    beyond = "half" if far >= FAR * len(cosines) else "far"
    share = far / len(cosines)
    values = {"pairs": len(cosines), "mean": float(cosines.mean()), "spread": spread}
    what_you_see(
        text,
        text(f"noise.see.{beyond}", share=share, far=far, pairs=len(cosines), d_model=width),
        more=[
            text("noise.see.spread", d_model=width, predicted=predicted, **values),
            text(
                "noise.see.four", width=width, wider=4 * width, spread=predicted_spread(4 * width)
            ),
        ],
    )


@kept
def cached_spreads(seed: int) -> list[float]:
    """The spread of the cosines at each of ``WIDTHS``."""
    return [float(random_cosines(width, seed).std(ddof=1)) for width in WIDTHS]


SECTION = Section(
    show_noise,
    code=(
        random_cosines,
        predicted_spread,
        predicted_shares,
    ),
    formulas=(r"\mathrm{sd}\left(\cos(u, v)\right) = \frac{1}{\sqrt{d}}",),
)
