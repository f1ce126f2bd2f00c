"""What is looked up, and where: the text, its tokenizer, the table, and changes made by hand."""

from typing import NamedTuple

import streamlit as st

from embedcore import tokenizers
from embedcore.errors import MissingPackageError
from embedcore.lookup_table.edits import Edit, read
from embedcore.lookup_table.lookup import Lookup, look_up
from embedcore.tokenizers import Tokenizer
from embedcore.ui.controls import Controls
from embedcore.ui.show import explain
from embedcore.ui.text import Text, literal

LONGEST_TEXT, MOST_TOKENS = 200, 16
EDITS = "edits"  # the setting that holds them; no widget of Streamlit's has its form


class Setup(NamedTuple):
    """The visitor's settings and the lookup that they make."""

    tokenizer: Tokenizer
    d_model: int
    seed: int
    edits: tuple[Edit, ...]
    lookup: Lookup

    @property
    def unchanged(self) -> Lookup:
        """The same lookup in the table as it was drawn, without the edits."""
        return self.of(self.lookup.token_ids.tolist(), edits=())

    def of(self, token_ids: list[int], edits: tuple[Edit, ...]) -> Lookup:
        """A lookup of other tokens in this table, or of this table with other edits."""
        labels = [self.tokenizer.label(token_id) for token_id in token_ids]
        return look_up(token_ids, labels, self.tokenizer.vocab_size, self.d_model, self.seed, edits)


def lookup_controls(text: Text, controls: Controls) -> Setup:
    """The controls of the first screen; of a long text the first 16 tokens are used."""
    first, second, third, fourth = st.columns([3, 3, 3, 2], gap="medium")
    with first:
        typed = controls.words("text", text("first_text"), longest=LONGEST_TEXT)
    with second:
        tokenizer = _tokenizer(text, controls)
    with third:
        d_model = controls.slider("d_model", 2, 64, 8)
    with fourth:
        seed = controls.whole("seed", 0, 9_999, 0)
    edits = _edits(text, controls)
    token_ids = tokenizer.encode(typed)
    if len(token_ids) > MOST_TOKENS:
        st.caption(text("only_first", shown=MOST_TOKENS, count=len(token_ids)))
    token_ids = token_ids[:MOST_TOKENS]
    labels = [tokenizer.label(token_id) for token_id in token_ids]
    lookup = look_up(token_ids, labels, tokenizer.vocab_size, d_model, seed, edits)
    return Setup(tokenizer, d_model, seed, edits, lookup)


def _tokenizer(text: Text, controls: Controls) -> Tokenizer:
    """The chosen one; bytes, under a message, where its package is not installed."""
    name = controls.select(
        "tokenizer",
        tokenizers.NAMES,
        text("first_tokenizer"),
        label=lambda name: text(f"tokenizers.{name}"),
        follows=True,
    )
    try:
        return tokenizers.load(name)
    except MissingPackageError as error:
        explain(text, error)
        return tokenizers.load("bytes")


def _edits(text: Text, controls: Controls) -> tuple[Edit, ...]:
    """The changes made by hand, kept and shared as all settings are."""
    settings = controls.settings

    def parse(raw: object) -> str:
        read(str(raw))
        return str(raw)

    written = st.session_state[settings.prepare(EDITS, "", parse)]
    settings.keep(EDITS, written)
    if EDITS in settings.notes:
        raw = literal(settings.notes[EDITS][:40])
        values = {"name": literal(EDITS), "raw": raw, "used": literal(written)}
        st.warning(text("controls.set_aside", **values), icon="🔗")
    return read(written)
