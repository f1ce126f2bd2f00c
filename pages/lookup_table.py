"""The lookup table: an id picks a row, and the row is the token's vector."""

import streamlit as st

from embedcore.charts.heatmap import cosine_heatmap
from embedcore.charts.lookup import MOST_COLUMNS, lookup_flow
from embedcore.embedding import Embedding, three_ways
from embedcore.geometry import cosine_matrix, spread_of_pairs
from embedcore.tokens import ByteTokenizer
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import by_column, cautions, chart, code, maths, numbers, what_you_see
from embedcore.ui.text import literal

LONGEST_TEXT, MOST_TOKENS = 200, 16

text = open_page("lookup_table")
controls = Controls(text)
tokenizer = ByteTokenizer()


def show_lookup(table: Embedding, token_ids: list[int], labels: list[str]) -> None:
    weight = table.weight.detach().numpy()
    headings = [text(f"flow.{part}") for part in ("token", "id", "table", "result")]
    headings[2] += f"  [{weight.shape[0]}, {weight.shape[1]}]"
    headings[3] += f"  [{len(token_ids)}, {weight.shape[1]}]"
    drawn = weight, token_ids, labels, headings, text("flow.value")
    chart(text("flow.alt", count=len(token_ids)), "lookup_table.flow", lookup_flow, *drawn)
    if weight.shape[1] > MOST_COLUMNS:
        st.caption(text("flow.columns", shown=MOST_COLUMNS, d_model=weight.shape[1]))
    what_you_see(
        text,
        text(
            "see.rows",
            token=literal(labels[0]),
            token_id=token_ids[0],
            count=len(token_ids),
            d_model=weight.shape[1],
        ),
        text("see.distinct", distinct=len(set(token_ids)), count=len(token_ids)),
    )


def show_three_ways(table: Embedding, token_ids: list[int]) -> None:
    st.subheader(text("ways.heading"), anchor=False)
    ways = three_ways(table, token_ids)
    st.code(
        "weight[ids]\none_hot(ids) @ weight\ntorch.nn.functional.embedding(ids, weight)",
        language="python",
    )
    st.markdown(
        text(
            "ways.see",
            difference=ways.largest_difference,
            numbers=ways.indexed.numel(),
            products=len(token_ids) * table.weight.numel(),
        )
    )
    rows = by_column(ways.indexed.numpy().round(4))
    numbers(text, {text("ways.id"): token_ids, **rows}, "rows")


def show_cosines(table: Embedding, token_ids: list[int], labels: list[str]) -> None:
    st.subheader(text("cosine.heading"), anchor=False)
    weight = table.weight.detach().numpy()
    cosines = cosine_matrix(weight[token_ids])
    left, right = st.columns([3, 2], gap="large")
    with left:
        alt, values = text("cosine.alt", count=len(token_ids)), text("cosine.value")
        chart(alt, "lookup_table.cosine", cosine_heatmap, cosines, labels, values)
    with right:
        st.markdown(
            text(
                "cosine.see",
                spread=spread_of_pairs(weight),
                predicted=weight.shape[1] ** -0.5,
                d_model=weight.shape[1],
            )
        )


with st.container(border=True):
    first, second, third = st.columns([2, 2, 1], gap="large")
    with first:
        typed = controls.words("text", "Hello", longest=LONGEST_TEXT)
    with second:
        d_model = controls.slider("d_model", 2, 64, 8)
    with third:
        seed = controls.whole("seed", 0, 9_999, 0)
    controls.reset_button()
controls.finish()

all_ids = tokenizer.encode(typed)
ids = all_ids[:MOST_TOKENS]
if len(all_ids) > len(ids):
    st.caption(text("only_first", shown=len(ids), count=len(all_ids)))
if ids:
    table = Embedding(tokenizer.vocab_size, d_model, seed=seed)
    names = [tokenizer.label(token_id) for token_id in ids]
    show_lookup(table, ids, names)
    show_three_ways(table, ids)
    show_cosines(table, ids, names)
else:
    st.info(text("empty"), icon="⌨️")
maths(text, r"\mathrm{onehot}(i)^{\top} W = \sum_{k} \delta_{ik}\, W_k = W_i")
code(text, Embedding, three_ways)
cautions(text)
close_page(text)
