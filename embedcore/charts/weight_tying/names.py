"""Two designs of one model on real text: their loss while they learn, and seed by seed at the end.

The design with two tables is grey and dashed, the one with a single table in the strong colour.
"""

import json
from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd

from embedcore.charts.band import band, spread_table, targets
from embedcore.charts.style import ACCENT, FONT_SIZE, QUIET

COLOURS, DASHES = [QUIET, ACCENT], [[6, 4], [1, 0]]
HEIGHT = 300


def held_out_course(
    steps: np.ndarray,
    losses: np.ndarray,
    *,
    blind: float,
    names: Sequence[str],
    step_title: str,
    loss_title: str,
    blind_title: str,
) -> alt.LayerChart:
    """The loss on unseen names ``losses [designs, seeds, frames]``: mean, and a band of one sd.

    ``blind`` is the loss of a model that knows nothing, a rule that names itself.
    """
    table = pd.concat(
        [
            spread_table(of_seeds, step=steps, design=name)
            for of_seeds, name in zip(losses, names, strict=True)
        ]
    )
    lowest, highest = float(table["lower"].min()), float(table["upper"].max())
    edges = [np.floor(min(lowest, blind) * 10) / 10, max(highest, blind) + 0.15]
    scale = alt.Scale(domain=edges, nice=False)
    shown = alt.Scale(domain=list(names), range=COLOURS)
    dashes = alt.Scale(domain=list(names), range=DASHES)
    legend = alt.Legend(
        title=None,
        orient="top",
        symbolType="stroke",
        symbolSize=500,
        symbolStrokeWidth=3,
        symbolOpacity=1,
        labelFontSize=FONT_SIZE,
    )

    def y(field: str) -> alt.Y:
        return alt.Y(f"{field}:Q", title=loss_title, scale=scale, axis=alt.Axis(tickCount=6))

    base = alt.Chart(table, height=HEIGHT).encode(
        x=alt.X(
            "step:Q", title=step_title, scale=alt.Scale(nice=False), axis=alt.Axis(tickCount=5)
        ),
        color=alt.Color("design:N", scale=shown, legend=legend, sort=list(names)),
    )
    tooltip = [
        alt.Tooltip("design:N", title=" "),
        alt.Tooltip("step:Q", title=step_title, format=","),
        alt.Tooltip("mean:Q", title=loss_title, format=".3f"),
    ]
    dash = alt.StrokeDash("design:N", scale=dashes, legend=legend, sort=list(names))
    nothing = alt.Chart(pd.DataFrame({"blind": [blind], "name": [blind_title]}))
    return alt.layer(
        band(base, y),
        base.mark_line(strokeWidth=2.5).encode(y=y("mean"), strokeDash=dash),
        targets(base, y("mean"), tooltip),
        nothing.mark_rule(color=QUIET, strokeDash=[2, 3]).encode(y=y("blind")),
        nothing.mark_text(align="right", dx=-4, dy=14, fontSize=FONT_SIZE).encode(
            x=alt.value("width"), y=y("blind"), text="name:N"
        ),
    )


def seed_by_seed(
    losses: np.ndarray, *, names: Sequence[str], seed_title: str, loss_title: str
) -> alt.LayerChart:
    """The two designs at the end, ``losses [designs, seeds]``: a line joins those of one seed.

    A thick tick is a mean, with its value beside it. The axis does not start at 0.
    """
    designs, seeds = losses.shape
    table = pd.DataFrame(
        {
            "place": np.repeat(np.arange(designs), seeds),
            "design": np.repeat(list(names), seeds),
            "seed": np.tile(np.arange(seeds), designs),
            "loss": losses.ravel(),
        }
    )
    means = pd.DataFrame(
        {
            "place": np.arange(designs),
            "design": list(names),
            "loss": losses.mean(axis=1),
            "written": [f"{mean:.3f}" for mean in losses.mean(axis=1)],
        }
    )
    labels = f"{json.dumps(list(names))}[datum.value]"
    axis = alt.Axis(
        values=list(range(designs)), labelExpr=labels, labelFontSize=FONT_SIZE, grid=False
    )
    margin = max(0.1 * float(np.ptp(losses)), 1e-3)
    edges = [float(losses.min()) - margin, float(losses.max()) + margin]
    x = alt.X(
        "place:Q", title=None, axis=axis, scale=alt.Scale(domain=[-0.6, designs - 0.4], nice=False)
    )
    y = alt.Y(
        "loss:Q",
        title=loss_title,
        scale=alt.Scale(domain=edges, nice=False),
        axis=alt.Axis(tickCount=6, format=".2f" if np.ptp(losses) > 0.05 else ".3f"),
    )
    colour = alt.Color("design:N", scale=alt.Scale(domain=list(names), range=COLOURS), legend=None)
    tooltip = [
        alt.Tooltip("design:N", title=" "),
        alt.Tooltip("seed:Q", title=seed_title),
        alt.Tooltip("loss:Q", title=loss_title, format=".4f"),
    ]
    base = alt.Chart(table, height=HEIGHT).encode(x=x, y=y)
    mean = alt.Chart(means).encode(x=x, y=y, color=colour)
    return alt.layer(
        base.mark_line(color=QUIET, strokeWidth=1, opacity=0.7).encode(detail="seed:N"),
        base.mark_point(filled=True, size=50, opacity=1).encode(color=colour, tooltip=tooltip),
        mean.mark_tick(orient="horizontal", size=34, thickness=3),
        *(
            mean.transform_filter(f"datum.place === {place}")
            .mark_text(align=align, dx=dx, fontSize=FONT_SIZE, fontWeight="bold")
            .encode(text="written:N")
            for place, align, dx in ((0, "right", -22), (1, "left", 22))
        ),
    )
