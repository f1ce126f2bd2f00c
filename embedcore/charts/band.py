"""The mean of several seeds or draws as a line, in a band of one standard deviation."""

from collections.abc import Callable

import altair as alt
import numpy as np
import pandas as pd

from embedcore.samples import means_and_spreads


def spread_table(
    values: np.ndarray, within: tuple[float, float] = (-np.inf, np.inf), **columns: object
) -> pd.DataFrame:
    """Of ``values [samples, places]`` a row a place; ``columns`` stand before the numbers.

    ``spread`` is the sample standard deviation, 0 of a single sample. ``lower`` and ``upper`` are
    one of it from the mean, but not outside of ``within``: no share is below 0. ``lowest`` and
    ``highest`` are the ends of all samples.
    """
    mean, spread = means_and_spreads(values)
    return pd.DataFrame(
        {
            **columns,
            "mean": mean,
            "spread": spread,
            "lower": np.clip(mean - spread, *within),
            "upper": np.clip(mean + spread, *within),
            "lowest": values.min(axis=0),
            "highest": values.max(axis=0),
        }
    )


def band(
    base: alt.Chart,
    y: Callable[[str], alt.Y],
    *,
    opacity: float = 0.25,
    ends: tuple[str, str] = ("lower", "upper"),
) -> alt.Chart:
    """The band between two columns; ``y`` makes the axis of one."""
    return base.mark_area(opacity=opacity, clip=True).encode(y=y(ends[0]), y2=ends[1])


def targets(base: alt.Chart, y: alt.Y, tooltip: list[alt.Tooltip]) -> alt.Chart:
    """Places of a line that are easy to hit: large, and not seen."""
    return base.mark_point(size=200, opacity=0).encode(y=y, tooltip=tooltip)
