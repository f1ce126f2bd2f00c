"""The lookup, drawn as it flows: token, id, row of the table, row of the result."""

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts import flow
from embedcore.charts.style import LARGEST, signed
from embedcore.lookup_table.lookup import Lookup

# Where each part of the picture stands, of a width of 100.
TOKEN, ID, TABLE, RESULT = 0.5, 26, (35, 60), (71, 99.5)


def lookup_flow(
    lookup: Lookup, *, headings: Sequence[str], value_title: str, column_title: str
) -> alt.LayerChart:
    """Each token's id chooses a row of the table; the result stacks the rows chosen.

    Pointing at a token, its id or one of its rows lights all of them; the token that comes most
    often is lit at first. ``headings`` name the four parts. Of a row at most 16 numbers are
    drawn; of a table too large to be made, its frame and the rows that are looked up.
    """
    ids, count = lookup.token_ids, len(lookup.token_ids)
    lit = flow.lit_by_pointer(lookup.most_used)
    tops, thick = flow.row_tops(lookup.row_numbers, lookup.vocab_size)
    out_tops, out_thick = flow.places(count)
    middles = out_tops + out_thick / 2
    used = np.unique(lookup.places)
    unused = np.setdiff1d(np.arange(len(lookup.row_numbers)), used)
    row_ids = lookup.row_numbers[used]
    table = flow.cells(lookup.weight[used], row_ids, tops[used], thick, TABLE)
    others = flow.cells(
        lookup.weight[unused], lookup.row_numbers[unused], tops[unused], thick, TABLE
    )
    result = flow.cells(lookup.result, ids, out_tops, out_thick, RESULT)
    table_rows = flow.boxes(row_ids, tops[used], thick, TABLE)
    result_rows = flow.boxes(ids, out_tops, out_thick, RESULT)
    names = flow.boxes(ids, out_tops, out_thick, (0, ID + 1))
    row_middles = tops[lookup.places] + thick / 2
    lines = pd.concat(
        [
            flow.paths(ids, middles, row_middles, ID + 1.5, TABLE[0]),
            flow.paths(ids, row_middles, middles, TABLE[1], RESULT[0]),
        ]
    )
    words = pd.DataFrame({"y": middles, "id": ids, "token": list(lookup.labels)})
    shade = signed(LARGEST, value_title)
    tooltip = [
        alt.Tooltip("id:Q", title=headings[1]),
        alt.Tooltip("column:Q", title=column_title),
        alt.Tooltip("value:Q", title=value_title, format="+.3f"),
    ]
    return alt.layer(
        flow.targets(pd.concat([names, table_rows, result_rows]), lit),
        flow.table_frame(TABLE),
        alt.Chart(others).mark_rect(opacity=flow.PALE).encode(**flow.spans(), color=shade),
        flow.lit_cells(table, lit, shade, tooltip),
        flow.lit_paths(lines, lit),
        flow.lit_frames(pd.concat([table_rows, result_rows]), lit),
        flow.lit_cells(result, lit, shade, tooltip),
        flow.lit_text(
            words.assign(x=TOKEN),
            lit,
            "token:N",
            align="left",
            fontWeight="bold",
            limit=alt.expr("width * 0.16"),
        ),
        flow.lit_text(words.assign(x=ID), lit, "id:Q", align="right"),
        *flow.heading_layer(
            headings,
            [TOKEN, ID, sum(TABLE) / 2, RESULT[1]],
            ["left", "right", "center", "right"],
        ),
    ).properties(height=flow.HEIGHT)
