"""A chart as an SVG file: sharp at any size, its labels still text.

Streamlit's own toolbar saves a chart as PNG only. vl-convert draws the same specification, but its
JavaScript engine takes 70 MB: it lives in a process of its own, for the second that it draws.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Callable

import altair as alt
import streamlit as st

from embedcore.charts.style import INK, WHITE

WIDTH = 640
LONGEST = 60  # seconds
DRAW = """
import sys, vl_convert
spec = sys.stdin.buffer.read().decode()
svg = vl_convert.vegalite_to_svg(spec, vl_version="6.4", allowed_base_urls=[])
sys.stdout.buffer.write(svg.encode())
"""

# A class that presses the button at once would fill the memory with engines.
_one_at_a_time = threading.Lock()


def svg(builder: Callable[..., alt.TopLevelMixin], /, *data: object, **settings: object) -> bytes:
    """``builder(*data, **settings)`` in the light theme's colours, 640 pixels wide."""
    picture = builder(*data, **settings).properties(width=WIDTH)
    picture = picture.configure_text(color=INK["light"])
    spec = picture.to_dict(validate=False)
    spec["config"] |= _theme()
    with _one_at_a_time:
        drawn = subprocess.run(
            [sys.executable, "-c", DRAW],
            input=json.dumps(spec).encode(),
            capture_output=True,
            check=True,
            timeout=LONGEST,
        )
    return drawn.stdout


def _theme() -> dict:
    """What Streamlit's front end tells Vega of the theme, for a white page."""
    return {
        "background": WHITE,
        "font": st.get_option("theme.font"),
        "padding": 16,
        "range": {
            "category": st.get_option("theme.chartCategoricalColors"),
            "diverging": st.get_option("theme.light.chartDivergingColors"),
            "ramp": st.get_option("theme.light.chartSequentialColors"),
        },
        "view": {"stroke": None},
    }
