"""The loss of a run, step by step, above the floor that no model can pass."""

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

MOST_BINS = 200


def binned(losses: np.ndarray) -> pd.DataFrame:
    """At most 200 stretches of equal length: last step, mean, lowest and highest of each."""
    size = max(1, -(-len(losses) // MOST_BINS))
    stretches = [losses[start : start + size] for start in range(0, len(losses), size)]
    ends = np.cumsum([len(stretch) for stretch in stretches])
    return pd.DataFrame(
        {
            "step": ends,
            "mean": [float(s.mean()) for s in stretches],
            "lowest": [float(s.min()) for s in stretches],
            "highest": [float(s.max()) for s in stretches],
        }
    )


def loss_curve(
    losses: np.ndarray, *, floor: float, step_title: str, loss_title: str, floor_title: str
) -> alt.LayerChart:
    """``losses [steps]`` in nats, with ``floor`` as a rule that names itself."""
    table = binned(losses)
    x = alt.X("step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=6))
    top = alt.Scale(domain=[0, float(losses.max(initial=floor)) * 1.05], nice=False)
    tooltip = [
        alt.Tooltip("step:Q", title=step_title),
        alt.Tooltip("mean:Q", title=loss_title, format=".3f"),
    ]
    base = alt.Chart(table, height=260).encode(x=x, tooltip=tooltip)
    line = base.mark_line(color=QUIET, strokeWidth=2).encode(
        y=alt.Y("mean:Q", title=loss_title, scale=top)
    )
    band = base.mark_area(color=QUIET, opacity=0.25).encode(
        y=alt.Y("lowest:Q", title=loss_title), y2="highest:Q"
    )
    rule_data = alt.Chart(pd.DataFrame({"floor": [floor], "name": [floor_title]}))
    rule = rule_data.mark_rule(color=ACCENT, strokeDash=[6, 4], strokeWidth=2).encode(
        y=alt.Y("floor:Q", title=loss_title)
    )
    name = rule_data.mark_text(align="left", dx=6, dy=14, color=ACCENT, fontSize=FONT_SIZE).encode(
        x=alt.value(0), y="floor:Q", text="name:N"
    )
    return alt.layer(band, line, rule, name)
