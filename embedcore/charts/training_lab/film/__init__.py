"""The film of a run: a map of the tokens, the cosine of every pair and the loss, moving together.

One chart, which the browser moves alone (``signals``). A token or a pair is one row of data
with the numbers of all frames in it; between two frames the picture is a mixture of both.
"""

import altair as alt

from embedcore.charts.training_lab.film.data import Film, FilmWords
from embedcore.charts.training_lab.film.ground import ground, legend_entries
from embedcore.charts.training_lab.film.heatmap import (
    heatmap,
    pair_under_the_pointer,
)
from embedcore.charts.training_lab.film.loss import loss
from embedcore.charts.training_lab.film.marks import calculate, rows_of
from embedcore.charts.training_lab.film.signals import between, map_x, map_y, signals
from embedcore.charts.training_lab.film.tokens import token_rows, tokens

__all__ = ["Film", "FilmWords", "film"]


class _Signal(alt.VariableParameter):
    """A signal of Vega: a parameter of which more may be said than Altair knows."""

    def to_dict(self, **_: object) -> dict:
        return super().to_dict(validate=False)


def film(numbers: Film, words: FilmWords, *, autoplay: bool, height: int) -> alt.LayerChart:
    """The chart of a run, at its last frame; with ``autoplay`` it plays once from the first on.

    All that depends on the map stands in the rows of tokens: another map of the same run is only
    new data to the browser, and the film stays where it is.
    """
    place = [between(f"datum['{axis}' + now_at]", f"datum['{axis}' + next_at]") for axis in "xy"]
    cells = len(numbers.shown)
    moving = signals(numbers.steps, cells, numbers.through_origin, autoplay, words.step, words.play)
    more = {
        "below": {"value": list(words.below)},
        "cell_names": {"value": [numbers.tokens[token] for token in numbers.shown]},
        "cell_tokens": {"value": numbers.shown.tolist()},
        "wraps": {"expr": f"map_width < {legend_entries(numbers, words)['end'].max()}"},
    }
    moving += [{"name": name, **signal} for name, signal in more.items()]
    return alt.LayerChart(
        layer=[
            *ground(numbers, words),
            *heatmap(numbers, words),
            *loss(numbers, words),
            *tokens(numbers, words),
            *pair_under_the_pointer(),
        ],
        data=rows_of(token_rows(numbers, words)),
        transform=calculate(px=map_x(place[0]), py=map_y(place[1])),
        params=[_Signal(**signal) for signal in moving],
        height=height,
        autosize={"type": "none"},
        padding=0,
        view={"stroke": None},
        usermeta={"embedOptions": {"renderer": "canvas"}},  # twice as fast as SVG here
    )
