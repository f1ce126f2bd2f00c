"""What the training lab and the weight tying page share: the experiment's words."""

import numpy as np
import streamlit as st

from embedcore.groups import Groups
from embedcore.ui.cache import SEEDS, SeedRuns
from embedcore.ui.text import Text


def group_names(groups: Groups) -> list[str]:
    """Each group by its first and last token: ``a … j``."""
    return [f"{group[0]} … {group[-1]}" for group in groups.groups]


def mean_and_spread(values: np.ndarray) -> tuple[float, float]:
    """Mean and sample standard deviation over seeds ``[seeds]``."""
    return float(values.mean()), float(values.std(ddof=1))


def similarity_metrics(text: Text, runs: SeedRuns, one_group: bool) -> None:
    """Within and across as two large numbers with their spread, and the change since the start."""
    for part, (name, column) in enumerate(zip(("within", "across"), st.columns(2), strict=True)):
        before = runs.similarity[:, 0, part].mean()
        mean, spread = mean_and_spread(runs.similarity[:, -1, part])
        alone = name == "across" and one_group
        column.metric(
            text(f"metrics.{name}"),
            "—" if alone else f"{mean:+.2f} ± {spread:.2f}",
            delta=None if alone else f"{mean - before:+.2f}",
            delta_color="off",
            help=text(f"metrics.{name}_help"),
        )
    st.caption(text("metrics.seeds", seeds=SEEDS))
