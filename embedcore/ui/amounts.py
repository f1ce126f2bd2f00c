"""Amounts as people read them."""


def bytes_written(count: float) -> str:
    """Bytes in the largest unit that leaves a whole part: ``201 kB``, ``16.1 GB`` (SI units)."""
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count:.0f} B"


def count_written(count: int) -> str:
    """A count of parameters, shortened as papers do: ``4,192``, ``124.4M``, ``8.03B``."""
    for unit, size in (("T", 1e12), ("B", 1e9), ("M", 1e6)):
        if count >= size:
            return f"{count / size:.4g}{unit}"
    return f"{count:,}"
