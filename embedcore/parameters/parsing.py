"""From the text of a ``config.json`` to a dict, whatever the text is.

Nothing in it is executed and nothing is fetched. What is no JSON, or JSON of which two readers
could think differently, is refused with a ``ConfigError`` that says where.
"""

import json
from collections.abc import Iterator

from embedcore.parameters.reading import ConfigError, kind

MAX_BYTES = 4_000_000
"""The longest text that is read. Published configs have some kilobytes; a few that name each
layer of a quantised model have up to three million bytes."""

MAX_DEPTH = 32
"""Objects and lists inside one another; published configs have up to five."""

WHOLE = "config.json"  # the field that is named when all of the text is meant
LONGEST_NUMBER = 100  # digits: Python turns no more than 4,300 into an int, and no size has 11
OVERLONG = float("inf")  # stands, as this very object, for a number that is longer
LONGEST_NAME = 60  # characters of a key in a message


def parse(text: str | bytes) -> dict:
    """The config that a text holds: a JSON object, as ``count`` takes it.

    Bytes are read as UTF-8, with or without a byte order mark. Raises ``ConfigError`` for more
    than ``MAX_BYTES``, for what is empty, no JSON or no object, for a key given twice, for numbers
    of more than a hundred digits, for half a surrogate pair, and for more levels than
    ``MAX_DEPTH``.
    The values themselves are for ``count`` to judge: published configs have an Infinity in fields
    that play no part in it.

        >>> parse('{"model_type": "gpt2", "n_embd": 768}')
        {'model_type': 'gpt2', 'n_embd': 768}
        >>> parse('{"n_embd": 768, "n_embd": 1024}')
        Traceback (most recent call last):
        embedcore.parameters.reading.ConfigError: n_embd is given twice in the same object
    """
    config = _load(_decoded(text))
    if not isinstance(config, dict):
        raise ConfigError("not_an_object", WHOLE, kind=kind(config))
    for path, value, depth in _walk(config):
        if depth > MAX_DEPTH:
            raise ConfigError("too_deep", path, limit=MAX_DEPTH)
        if value is OVERLONG:
            raise ConfigError("not_finite", path)
        if isinstance(value, str) and _shown(value) != value:
            raise ConfigError("half_character", path)
    return config


def _decoded(text: str | bytes) -> str:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > MAX_BYTES:
        raise ConfigError("too_long", WHOLE, count=len(data), limit=MAX_BYTES)
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ConfigError("not_utf8", WHOLE, position=error.start) from None
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise ConfigError("empty", WHOLE)
    return text


def _load(text: str) -> object:
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=lambda digits: int(digits) if len(digits) <= LONGEST_NUMBER else OVERLONG,
        )
    except json.JSONDecodeError as error:
        raise ConfigError("not_json", WHOLE, line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise ConfigError("too_deep", WHOLE, limit=MAX_DEPTH) from None


def _object(pairs: list[tuple[str, object]]) -> dict:
    found = {}
    for key, value in pairs:
        if _shown(key) != key:
            raise ConfigError("half_character", _name(key))
        if key in found:
            raise ConfigError("duplicate_key", _name(key))
        found[key] = value
    return found


def _walk(config: dict) -> Iterator[tuple[str, object, int]]:
    """Every value inside, with the path that names it and its depth. No recursion to run out of."""
    waiting = [("", config, 0)]
    while waiting:
        path, value, depth = waiting.pop()
        yield path, value, depth
        if isinstance(value, dict):
            dot = "." if path else ""
            waiting += [(_name(f"{path}{dot}{k}"), v, depth + 1) for k, v in value.items()]
        elif isinstance(value, list):
            waiting += [(path, v, depth + 1) for v in value]


def _name(key: str) -> str:
    """A key for a message: one line, no half characters, and not megabytes long."""
    key = _shown(key[: LONGEST_NAME + 1])
    line = "".join(c if c.isprintable() else "�" for c in key)
    return line if len(line) <= LONGEST_NAME else line[:LONGEST_NAME] + "…"


def _shown(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
