"""Reads the fields of a ``config.json`` that anybody may have written; refuses the wrong ones."""

import reprlib
from collections.abc import Iterable, Mapping
from math import isfinite

from embedcore.errors import InputError
from embedcore.parameters.blocks import Heads
from embedcore.parameters.terms import Term
from embedcore.parameters.terms import size as size_term

MAX_SIZE = 10**9
"""The largest value a size may have: far above any real model, so a slip of the hand shows."""

MESSAGES = {
    "too_long": "{field} has {count:,} bytes, but at most {limit:,} are read",
    "not_utf8": "{field} is not text in UTF-8: byte {position:,} cannot be read",
    "empty": "{field} is empty",
    "not_json": "{field} is not JSON: line {line:,}, column {column:,}",
    "too_deep": "{field} is nested too deeply: at most {limit} levels are read",
    "duplicate_key": "{field} is given twice in the same object",
    "not_finite": "{field} is no number that can be used: NaN, infinite, or far too long",
    "half_character": "{field} contains half of a surrogate pair, which is no character",
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
    "unknown_value": "{field} has a value that is not known; examples that are: {known}",
    "no_head": "{field} must be None for {model_type}, which has no output head to tie",
}

SYMBOLS = {
    "vocab_size": "V",
    "max_position_embeddings": "T",
    "n_positions": "T",
    "block_size": "T",
    "hidden_size": "d",
    "n_embd": "d",
    "dim": "d",
    "d_model": "d",
    "num_hidden_layers": "L",
    "n_layer": "L",
    "n_layers": "L",
    "num_layers": "L",
    "num_decoder_layers": "D",
    "num_attention_heads": "h",
    "n_head": "h",
    "n_heads": "h",
    "num_heads": "h",
    "num_key_value_heads": "k",
    "num_kv_heads": "k",
    "head_dim": "a",
    "d_kv": "a",
    "intermediate_size": "m",
    "n_inner": "m",
    "hidden_dim": "m",
    "ffn_dim": "m",
    "ffn_hidden_size": "m",
    "d_ff": "m",
    "word_embed_proj_dim": "w",
    "type_vocab_size": "S",
    "relative_attention_num_buckets": "B",
    "num_local_experts": "E",
    "num_experts_per_tok": "e",
}
"""Field -> what formulas call it. Two fields of one family never share a symbol."""

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
        self.symbols: dict[str, tuple[str, int]] = {}  # that a formula asked for: field, value
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
        if isinstance(value, float) and not isfinite(value):
            raise ConfigError("not_finite", field)
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

    def text(self, name: str) -> str:
        """A string. Raises ``ConfigError`` for anything else."""
        value = self._value(name)
        if not isinstance(value, str):
            raise ConfigError("not_a_string", self.spelling(name), kind=kind(value))
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

    def term(self, name: str, derived: Term | int | None = None) -> Term:
        """A size as formulas know it: by the symbol that ``SYMBOLS`` gives its field.

        Raises ``ConfigError`` as ``size`` does.
        """
        value = self.size(name, derived.value if isinstance(derived, Term) else derived)
        return self._named(name, value)

    def terms(self, *names: str) -> tuple[Term, ...]:
        """Several terms at once, in the order of their names."""
        return tuple(self.term(name) for name in names)

    def _named(self, name: str, value: int) -> Term:
        self.symbols[SYMBOLS[name]] = (self.spelling(name), value)
        return size_term(SYMBOLS[name], value)

    def heads(self, width: str, heads: str) -> Heads:
        """Attention heads that share the model's width evenly, each with its own keys and values.

        Raises ``ConfigError`` if the width is not divisible by the number of heads.
        """
        dim = size_term(SYMBOLS["head_dim"], self.divide(width, by=heads))
        return Heads(queries=self.term(width), keys=self.term(width), dim=dim)

    def grouped_heads(
        self, queries: str = "num_attention_heads", keys: str = "num_key_value_heads"
    ) -> Heads:
        """Attention heads of which several may share keys and values, and of any width.

        No ``num_key_value_heads``: every head has its own. No ``head_dim``: the heads share
        ``hidden_size`` evenly. Raises ``ConfigError`` where a division leaves something over.
        """
        n, n_keys = self.size(queries), self.size(keys, derived=self.size(queries))
        if n_keys != n:
            self.divide(queries, by=keys)
        given = "head_dim" in self._defaults and self._value("head_dim") is not None
        dim = self.size("head_dim") if given else self.divide("hidden_size", by=queries)
        head = self._named("head_dim", dim)
        asking = self.term(queries) * head if given else self.term("hidden_size")
        return Heads(asking, asking if n_keys == n else self._named(keys, n_keys) * head, head)
