"""What a value may be: every bound is stated in the message that refuses it."""

from collections.abc import Sequence

from embedcore.errors import InputError


def check_range(name: str, value: object, lowest: int, highest: int) -> None:
    """Raise ``InputError`` (reason ``out_of_range``) unless ``value`` is an int in the range."""
    if type(value) is not int or not lowest <= value <= highest:
        raise InputError(
            "out_of_range",
            "{name} is {value}, but must be a whole number in {lowest} … {highest}",
            name=name,
            value=value,
            lowest=lowest,
            highest=highest,
        )


def check_number(
    name: str, value: object, highest: float, zero: bool = False, reason: str = "out_of_range"
) -> None:
    """Raise ``InputError`` unless ``value`` is a number above 0 and at most ``highest``.

    With ``zero``, 0 itself will do, too. NaN, a text and True are no numbers.
    """
    number = isinstance(value, float) or type(value) is int
    if not (number and (0 < value <= highest or (zero and value == 0))):
        raise InputError(
            reason,
            "{name} is {value}, but must be a number "
            + ("from 0 to" if zero else "above 0 and at most")
            + " {highest:g}",
            name=name,
            value=value,
            lowest=0,
            highest=highest,
        )


def check_steps(steps: int, seeds: int, d_model: int, most: int) -> None:
    """Raise ``InputError`` (reason ``too_much_work``) if a run is longer than ``most`` steps."""
    if steps > most:
        raise InputError(
            "too_much_work",
            "{steps} steps with {seeds} seeds of d_model {d_model} would take too long: "
            "at most {most} steps are possible with these settings",
            steps=steps,
            seeds=seeds,
            d_model=d_model,
            most=most,
        )


def check_words(words: Sequence[str], longest: int, most: int) -> None:
    """Raise ``InputError`` (reason ``long_word`` or ``many_words``) for words beyond the bounds.

    A word has at most ``longest`` characters, and there are at most ``most`` different ones.
    """
    for word in words:
        if len(word) > longest:
            raise InputError(
                "long_word",
                "{word!r} has {count} characters, but a word may have {limit}",
                word=word,
                count=len(word),
                limit=longest,
            )
    if len(set(words)) > most:
        raise InputError(
            "many_words",
            "{count} different words, but at most {limit} are possible",
            count=len(set(words)),
            limit=most,
        )
