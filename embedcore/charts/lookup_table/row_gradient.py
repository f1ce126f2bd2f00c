"""The way back: what reaches a row of the result flows into the table's row that it came from."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts import flow
from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET, signed
from embedcore.lookup_table.lookup import Lookup
from embedcore.lookup_table.row_gradient import RowGradient

RESULT, TABLE, ID = (17, 44), (62, 86), 88


def gradient_flow(
    lookup: Lookup,
    way: RowGradient,
    *,
    headings: Sequence[str],
    id_title: str,
    value_title: str,
    column_title: str,
    shares_title: str,
) -> alt.LayerChart:
    """The gradient of each row of the result, and the sum that arrives in each row of the table.

    ``headings`` name the token, the result and the table; ``shares_title`` says how many shares a
    row sums. A row of the table that gets nothing stays empty.
    """
    ids, count = lookup.token_ids, len(lookup.token_ids)
    lit = flow.lit_by_pointer(lookup.most_used)
    out_tops, out_thick = flow.places(count)
    used, shares = np.unique(lookup.places, return_counts=True)
    row_ids = lookup.row_numbers[used]
    tops, thick = flow.row_tops(row_ids, lookup.vocab_size)  # alone: with room to be seen
    largest = max(float(np.abs(way.gradient).max(initial=0)), 1e-9)
    shade = signed(largest, value_title)
    tooltip = [
        alt.Tooltip("id:Q", title=id_title),
        alt.Tooltip("column:Q", title=column_title),
        alt.Tooltip("value:Q", title=value_title, format="+.3f"),
    ]
    result = flow.cells(way.contributions, ids, out_tops, out_thick, RESULT)
    table = flow.cells(way.gradient[used], row_ids, tops, thick, TABLE)
    result_rows = flow.boxes(ids, out_tops, out_thick, RESULT)
    table_rows = flow.boxes(row_ids, tops, thick, TABLE)
    place_of = {row: place for place, row in enumerate(used.tolist())}
    arrive = np.array([tops[place_of[place]] for place in lookup.places.tolist()]) + thick / 2
    middles = out_tops + out_thick / 2
    lines = flow.paths(ids, middles, arrive, RESULT[1], TABLE[0])
    tokens = pd.DataFrame({"x": 0.5, "y": middles, "id": ids, "token": list(lookup.labels)})
    counts = pd.DataFrame(
        {
            "x": ID,
            "y": tops + thick / 2,
            "id": row_ids,
            "written": [f"× {number}" for number in shares],
            "shares": shares,
        }
    )
    return alt.layer(
        flow.targets(pd.concat([result_rows, table_rows]), lit),
        flow.table_frame(TABLE, empty=True),
        flow.lit_cells(result, lit, shade, tooltip),
        flow.lit_paths(lines, lit),
        flow.lit_cells(table, lit, shade, tooltip),
        flow.outlines(pd.concat([result_rows, table_rows])),
        flow.lit_frames(pd.concat([result_rows, table_rows]), lit),
        flow.lit_text(
            tokens,
            lit,
            "token:N",
            align="left",
            fontWeight="bold",
            limit=alt.expr("width * 0.15"),
        ),
        flow.lit_text(counts, lit, "written:N", align="left").encode(
            tooltip=[
                alt.Tooltip("id:Q", title=id_title),
                alt.Tooltip("shares:Q", title=shares_title),
            ]
        ),
        *flow.heading_layer(
            headings, [0.5, sum(RESULT) / 2, sum(TABLE) / 2], ["left", "center", "center"]
        ),
    ).properties(height=flow.HEIGHT)


def gradient_strip(
    row_numbers: np.ndarray, norms: np.ndarray, *, vocab_size: int, row_title: str, norm_title: str
) -> alt.Chart:
    """How long the gradient of each row is, along all rows of the table; most have none."""
    table = pd.DataFrame({"row": row_numbers, "norm": norms})
    heights = alt.Scale(domain=[0, max(float(norms.max(initial=0)), 1e-9)], nice=True)
    return (
        alt.Chart(table[table["norm"] > 0], height=150)
        .mark_bar(width=3, color=ACCENT)
        .encode(
            x=alt.X(
                "row:Q",
                title=row_title,
                scale=alt.Scale(domain=[0, vocab_size - 1], nice=False, padding=4),
                axis=alt.Axis(grid=False, domainColor=QUIET, labelFontSize=FONT_SIZE - 2),
            ),
            y=alt.Y("norm:Q", title=norm_title, scale=heights, axis=alt.Axis(tickCount=3)),
            tooltip=[
                alt.Tooltip("row:Q", title=row_title),
                alt.Tooltip("norm:Q", title=norm_title, format=".3f"),
            ],
        )
    )
