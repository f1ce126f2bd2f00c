"""What a visitor takes away: files that other programs read.

The rows of a table go into two files of the TensorFlow Embedding Projector
(https://projector.tensorflow.org), one of numbers and one of names; a run goes into one JSON file.
Every number is written as short as it can be and still come back as the same float32.
"""

import json
import math
from collections.abc import Iterable
from dataclasses import asdict

import numpy as np

from embedcore.config import TrainingConfig
from embedcore.geometry import group_similarity
from embedcore.groups import BRIDGE, Groups
from embedcore.training import TrainingResult

RUN_FORMAT = "near-and-far-run-1"  # the number goes up when a reader of old files would stumble


def projector_vectors(vectors: np.ndarray) -> str:
    """``vectors [rows, d_model]`` as lines of numbers with tabs between them, without a header."""
    return _lines([str(number) for number in row] for row in vectors)


def projector_labels(result: TrainingResult) -> str:
    """The token and the group of each row, under a header, in the order of the vectors.

    A group goes by its tokens; the bridge belongs to two, with `` + `` between them.
    """
    groups = result.config.groups
    rows = zip(result.tokens, result.group_of, strict=True)
    return _lines([("token", "group"), *((token, _name(groups, group)) for token, group in rows)])


def run_json(result: TrainingResult) -> str:
    """A run as JSON: what was set, and how its loss and its similarities went.

    The fields of ``config`` are those of ``TrainingConfig`` and of its ``Groups``: they make the
    same run again. A number that there is not, as "across" with a single group, is ``null``.
    """
    similarity = group_similarity(result.vectors, result.group_of)
    content = {
        "format": RUN_FORMAT,
        "config": _settings(result.config),
        "tokens": result.tokens,
        "group_of": result.group_of.tolist(),
        "losses": _numbers(float(str(loss)) for loss in result.losses),
        "snapshots": {
            "steps": result.steps.tolist(),
            "within": _numbers(similarity.within),
            "across": _numbers(similarity.across),
        },
    }
    return json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)


def losses_csv(result: TrainingResult) -> str:
    """Step and loss (nats, before the update of that step), a line each under a header."""
    return "step,loss\n" + "".join(f"{n},{loss!s}\n" for n, loss in enumerate(result.losses, 1))


def _lines(rows: Iterable[Iterable[str]]) -> str:
    return "".join("\t".join(row) + "\n" for row in rows)


def _name(groups: Groups, group: int) -> str:
    homes = [g for g in groups.groups if groups.bridge in g] if group == BRIDGE else []
    return " + ".join(homes) or groups.groups[group]


def _settings(config: TrainingConfig) -> dict:
    settings = asdict(config)
    return {**settings.pop("groups"), **settings}


def _numbers(values: Iterable[float]) -> list[float | None]:
    return [float(value) if math.isfinite(value) else None for value in values]
