"""What one-hot vectors take: a token, a sentence of 1,024, dense and sparse, and the rows."""

import pandas as pd
import streamlit as st

from embedcore.charts.one_hot.vocabularies import vocabulary_bars
from embedcore.one_hot.vectors import one_hot_bytes, row_bytes, sparse_bytes
from embedcore.ui.amounts import bytes_written
from embedcore.ui.show import chart, what_you_see
from embedcore.ui.text import Text
from embedcore.ui.tour import Section
from embedcore.ui.visit import Visit

SENTENCE = 1_024  # tokens
NAMED = {
    27: "letters",
    256: "bytes",
    30_522: "bert",
    32_000: "llama_2",
    50_257: "gpt_2",
    100_277: "cl100k",
    128_256: "llama_3",
    151_936: "qwen",
    200_019: "o200k",
    256_000: "gemma",
}
VOCABULARIES = sorted([*NAMED, 65, 1_000, 5_000, 10_000])
WIDTHS = [2, 8, 16, 64, 128, 256, 384, 768, 1_024, 2_048, 4_096, 12_288]


def show_cost(visit: Visit) -> None:
    """The section: bytes in each of the named vocabularies, and three ways to store a token."""
    text, controls = visit.text, visit.controls
    st.markdown(text("cost.lead"))
    left, right = st.columns([2, 3], gap="large")
    with left:
        vocab_size = controls.stops("vocab_size", VOCABULARIES, 50_257)
        d_model = controls.stops("d_model", WIDTHS, 768)
        _show_table(text, vocab_size, d_model)
    with right:
        st.markdown(f"**{text('cost.heading', tokens=SENTENCE)}**")
        sizes = sorted({*NAMED, vocab_size})
        names = [_name(text, size) for size in sizes]
        counts = [one_hot_bytes(size, SENTENCE) for size in sizes]
        written = [bytes_written(count) for count in counts]
        wide = bytes_written(one_hot_bytes(vocab_size, SENTENCE))
        alt = text("cost.alt", vocabularies=len(sizes), vocab_size=vocab_size, bytes=wide)
        chart(
            alt,
            "one_hot.cost",
            vocabulary_bars,
            sizes,
            counts,
            names=names,
            written=written,
            chosen=vocab_size,
            bytes_title=text("cost.bytes"),
        )
    _say(text, vocab_size, d_model)


def _show_table(text: Text, vocab_size: int, d_model: int) -> None:
    """Three ways to store the chosen tokens, for one and for a sentence."""
    ways = {
        "dense": [one_hot_bytes(vocab_size, count) for count in (1, SENTENCE)],
        "sparse": [sparse_bytes(count) for count in (1, SENTENCE)],
        "rows": [row_bytes(d_model, count) for count in (1, SENTENCE)],
    }
    table = pd.DataFrame(
        {
            text("cost.way"): [text(f"cost.{way}") for way in ways],
            text("cost.one"): [bytes_written(one) for one, _ in ways.values()],
            text("cost.many", tokens=SENTENCE): [bytes_written(many) for _, many in ways.values()],
        }
    )
    st.table(table, hide_index=True)  # no tool bar, which would lie over the sliders


def _say(text: Text, vocab_size: int, d_model: int) -> None:
    dense, row = one_hot_bytes(vocab_size), row_bytes(d_model)
    what_you_see(
        text,
        text(
            "cost.see" if dense >= row else "cost.see_wide",
            vocab_size=vocab_size,
            d_model=d_model,
            one_hot=bytes_written(dense),
            row=bytes_written(row),
            ratio=max(dense, row) / min(dense, row),
        ),
        text("cost.sparse_see", sparse=bytes_written(sparse_bytes())),
        text("cost.table_see", table=bytes_written(row_bytes(d_model, vocab_size))),
    )


def _name(text: Text, size: int) -> str:
    """``GPT-2 · 50,257``, or only the number of a vocabulary that belongs to no model."""
    return f"{text(f'cost.names.{NAMED[size]}')} · {size:,}" if size in NAMED else f"{size:,}"


SECTION = Section(
    show_cost,
    code=(
        one_hot_bytes,
        sparse_bytes,
        row_bytes,
    ),
)
