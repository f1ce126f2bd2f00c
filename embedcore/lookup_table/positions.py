"""Position tables: a row for each place in the text, added to the row of the token there."""

import numpy as np

KINDS = ("sinusoidal", "learned")
BASE = 10_000  # of the wavelengths, in Vaswani et al. 2017


def position_table(kind: str, places: int, d_model: int, seed: int = 0) -> np.ndarray:
    """``[places, d_model]``: the fixed waves, or random numbers from which learning would start.

    Raises ``ValueError`` for another kind.
    """
    if kind == "sinusoidal":
        return sinusoidal(places, d_model)
    if kind == "learned":
        return np.random.default_rng(seed).standard_normal((places, d_model))
    raise ValueError(f"{kind!r} is none of {KINDS}")


def sinusoidal(places: int, d_model: int) -> np.ndarray:
    """Vaswani et al. 2017, section 3.5: ``[places, d_model]``, numbers in [-1, 1].

    Columns 2i and 2i + 1 are the sine and cosine of place / 10000 ** (2i / d_model); an odd
    ``d_model`` ends with a sine.
    """
    columns = np.arange(d_model)
    rates = BASE ** -(columns // 2 * 2 / d_model)
    angles = np.arange(places)[:, None] * rates  # (places, d_model)
    return np.where(columns % 2 == 0, np.sin(angles), np.cos(angles))
