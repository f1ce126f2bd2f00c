"""Reads the fields of a ``config.json`` that anybody may have written; refuses the wrong ones."""

import reprlib
from collections.abc import Iterable, Mapping

from embedcore.errors import InputError
from embedcore.parameters.blocks import Heads

MAX_SIZE = 10**9
"""The largest value a size may have: far above any real model, so a slip of the hand shows."""

MESSAGES = {
    "not_an_object": "{field} must be a JSON object (a dict), not {kind}",
    "missing": "{field} is missing",
    "not_a_string": "{field} must be a string, not {kind}",
    "not_an_integer": "{field} must be an integer, not {kind}",
    "not_a_boolean": "{field} must be true or false, not {kind}",
    "not_positive": "{field} must be at least 1",
    "too_large": "{field} must be at most {bound:,}",
    "not_divisible": "{field} ({value:,}) must be divisible by {by} ({by_value:,})",
    "not_divisible_by_default": "{field} ({value:,}) must be divisible by {by}, which is "
    "{by_value:,} where it is left out",
    "contradiction": "{field} and {other} are two names of one size, but their values differ",
    "unsupported": "{field} adds parts that are not counted here: set it to false",
    "unknown_model_type": "{field} {value} is not known; known are {known}",
    "no_head": "{field} must be None for {model_type}, which has no output head to tie",
}

_KINDS = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    float: "a float",
    str: "a string",
    list: "a list",
    dict: "an object",
}


class ConfigError(InputError):
    """A config that cannot be counted; ``str(error)`` is one line that names the field.

    ``field`` is the offending key as the config spells it. For a page that says it in another
    language, ``reason`` is a key of ``MESSAGES`` and ``details`` is what the message fills in.
    """

    def __init__(self, reason: str, field: str, **details: object) -> None:
        super().__init__(reason, MESSAGES[reason], field=field, **details)
        self.field = field


def kind(value: object) -> str:
    """What a JSON value is, in words. Never the value itself: it may be megabytes long."""
    return _KINDS.get(type(value), type(value).__name__)


def model_type(config: object, known: Iterable[str]) -> str:
    """The config's ``model_type``. Raises ``ConfigError`` if it is none of the ``known``."""
    if not isinstance(config, dict):
        raise ConfigError("not_an_object", "the config", kind=kind(config))
    if "model_type" not in config:
        raise ConfigError("missing", "model_type")
    name = config["model_type"]
    if not isinstance(name, str):
        raise ConfigError("not_a_string", "model_type", kind=kind(name))
    if name not in known:
        raise ConfigError(
            "unknown_model_type",
            "model_type",
            value=reprlib.repr(name),
            known=", ".join(sorted(known)),
        )
    return name


class ConfigReader:
    """One family's view of a config: fields by their main name, checked as they are read.

    ``defaults`` holds what transformers assumes for a field that is left out, with None meaning
    "derived from other fields" as it does there. A field without a default must be given.
    ``aliases`` maps a field's other names to the main one (transformers' ``attribute_map``).
    """

    def __init__(
        self, config: dict, defaults: Mapping[str, object], aliases: Mapping[str, str]
    ) -> None:
        self.given = dict(config)
        self._defaults = defaults
        self._spelling = {}  # main name -> the alias this config uses, for the messages
        for alias, name in aliases.items():
            value = self.given.pop(alias, None)
            if value is None:
                continue
            if self.given.get(name, value) != value:
                raise ConfigError("contradiction", name, other=alias)
            self.given[name] = value
            self._spelling[name] = alias

    def _value(self, name: str) -> object:
        if name in self.given:
            return self.given[name]
        if name in self._defaults:
            return self._defaults[name]
        raise ConfigError("missing", name)

    def spelling(self, name: str) -> str:
        """The field's name as this config spells it."""
        return self._spelling.get(name, name)

    def size(self, name: str, derived: int | None = None) -> int:
        """A whole number from 1 to ``MAX_SIZE``; ``derived`` is what a null stands for.

        Raises ``ConfigError`` if the field is missing, no int (True and 12.0 are none) or out of
        bounds. The messages leave the value out: Python refuses to print a very long int.
        """
        value = self._value(name)
        if value is None and derived is not None:
            return derived
        field = self.spelling(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ConfigError("not_an_integer", field, kind=kind(value))
        if value < 1:
            raise ConfigError("not_positive", field)
        if value > MAX_SIZE:
            raise ConfigError("too_large", field, bound=MAX_SIZE)
        return value

    def sizes(self, *names: str) -> tuple[int, ...]:
        """Several sizes at once, in the order of their names."""
        return tuple(self.size(name) for name in names)

    def flag(self, name: str) -> bool:
        """A true or false. Raises ``ConfigError`` for anything else, 0 and 1 included."""
        value = self._value(name)
        if not isinstance(value, bool):
            raise ConfigError("not_a_boolean", self.spelling(name), kind=kind(value))
        return value

    def refuse(self, name: str) -> None:
        """Raises ``ConfigError`` if the flag is set: better no count than a wrong one."""
        if self.flag(name):
            raise ConfigError("unsupported", self.spelling(name))

    def divide(self, name: str, by: str) -> int:
        """One size divided by another. Raises ``ConfigError`` if something is left over."""
        value, by_value = self.sizes(name, by)
        if value % by_value:
            raise ConfigError(
                "not_divisible" if by in self.given else "not_divisible_by_default",
                self.spelling(name),
                value=value,
                by=self.spelling(by),
                by_value=by_value,
            )
        return value // by_value

    def heads(self, width: str, heads: str) -> Heads:
        """Attention heads that share the model's width evenly, each with its own keys and values.

        Raises ``ConfigError`` if the width is not divisible by the number of heads.
        """
        n = self.size(heads)
        return Heads(queries=n, keys=n, dim=self.divide(width, by=heads))

    def grouped_heads(self) -> Heads:
        """Attention heads of which several may share keys and values, and of any width.

        No ``num_key_value_heads``: every head has its own. No ``head_dim``: the heads share
        ``hidden_size`` evenly. Raises ``ConfigError`` where a division leaves something over.
        """
        queries = self.size("num_attention_heads")
        keys = self.size("num_key_value_heads", derived=queries)
        if keys != queries:
            self.divide("num_attention_heads", by="num_key_value_heads")
        if self._value("head_dim") is None:
            return Heads(queries, keys, self.divide("hidden_size", by="num_attention_heads"))
        return Heads(queries, keys, self.size("head_dim"))
