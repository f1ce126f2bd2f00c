"""A batch: sentences under one another, the shorter one filled up with padding."""

import json
from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET


def batch_grid(
    token_ids: np.ndarray,
    labels: Sequence[Sequence[str]],
    *,
    padding: int,
    names: Sequence[str],
    padding_title: str,
) -> alt.LayerChart:
    """``token_ids [sentences, length]`` as boxes with token and id; padding in a dashed box.

    ``names`` are of the sentences. The id of padding, which is long in a large table, is written
    once a sentence.
    """
    sentences, places = (index.ravel() for index in np.indices(token_ids.shape))
    ids = token_ids.ravel()
    table = pd.DataFrame(
        {
            "sentence": sentences,
            "place": places,
            "id": ids,
            "token": [
                padding_title if token_id == padding else labels[sentence][place]
                for sentence, place, token_id in zip(sentences, places, ids, strict=True)
            ],
            "padding": ids == padding,
        }
    )
    again = table["padding"] & table.duplicated(["sentence", "padding"])
    table["written"] = table["id"].astype(str).where(~again, "")
    base = alt.Chart(table, height=76 * len(token_ids) + 24).encode(
        x=alt.X("place:O", axis=None, scale=alt.Scale(paddingInner=0.12)),
        y=alt.Y(
            "sentence:O",
            title=None,
            axis=alt.Axis(
                labelExpr=f"{json.dumps(list(names))}[datum.value]",
                ticks=False,
                domain=False,
                labelFontSize=FONT_SIZE,
            ),
            scale=alt.Scale(paddingInner=0.2),
        ),
        tooltip=[alt.Tooltip("token:N", title=" "), alt.Tooltip("id:Q", title="id")],
    )
    token = base.transform_filter("!datum.padding")
    pad = base.transform_filter("datum.padding")
    return alt.layer(
        token.mark_rect(fill=QUIET, fillOpacity=0.15, stroke=QUIET, cornerRadius=4),
        pad.mark_rect(filled=False, stroke=ACCENT, strokeDash=[4, 3], cornerRadius=4),
        base.mark_text(dy=-9, fontSize=FONT_SIZE, fontWeight="bold").encode(text="token:N"),
        base.mark_text(dy=11, fontSize=FONT_SIZE - 3).encode(text="written:N"),
    )
