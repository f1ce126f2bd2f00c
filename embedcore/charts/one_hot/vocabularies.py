"""What one-hot vectors take in each of the named vocabularies."""

from collections.abc import Sequence

import altair as alt
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

BAR = 27  # pixels of height


def vocabulary_bars(
    sizes: Sequence[int],
    byte_counts: Sequence[int],
    *,
    names: Sequence[str],
    written: Sequence[str],
    chosen: int,
    bytes_title: str,
) -> alt.LayerChart:
    """A bar a vocabulary on one scale from 0, the ``chosen`` size in the accent colour."""
    table = pd.DataFrame(
        {
            "name": list(names),
            "tokens": list(sizes),
            "bytes": list(byte_counts),
            "written": list(written),
            "chosen": [size == chosen for size in sizes],
        }
    )
    base = alt.Chart(table, height=BAR * len(sizes)).encode(
        y=alt.Y(
            "name:N",
            title=None,
            sort=list(names),
            axis=alt.Axis(labelFontSize=FONT_SIZE, labelLimit=220, ticks=False, domain=False),
        ),
        x=alt.X(
            "bytes:Q",
            title=bytes_title,
            axis=None,
            scale=alt.Scale(domain=[0, 1.5 * max(byte_counts)], nice=False),
        ),
        tooltip=[
            alt.Tooltip("name:N", title=" "),
            alt.Tooltip("written:N", title=bytes_title),
        ],
    )
    colour = alt.condition("datum.chosen", alt.value(ACCENT), alt.value(QUIET))
    bars = base.mark_bar(height=BAR - 9, cornerRadius=3).encode(color=colour)
    amounts = base.mark_text(align="left", dx=6, fontSize=FONT_SIZE).encode(text="written:N")
    return alt.layer(bars, amounts)
