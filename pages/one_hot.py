"""One-hot distances: an id has no meaning, and a one-hot vector has no near and far."""

import streamlit as st

from embedcore.charts.bars import amounts
from embedcore.charts.heatmap import amount_heatmap, one_hot_heatmap
from embedcore.one_hot import id_gaps, one_hot, one_hot_bytes, pairwise_distances, row_bytes
from embedcore.tokens import ByteTokenizer, visible
from embedcore.ui.controls import Controls
from embedcore.ui.frame import close_page, open_page
from embedcore.ui.show import cautions, chart, code, maths, numbers, what_you_see
from embedcore.ui.sizes import bytes_written

LONGEST_TEXT, MOST_TOKENS = 200, 24
# Letters, nanoGPT, bytes … BERT, Llama 2, GPT-2, cl100k, Llama 3, Qwen 2.5, o200k, Gemma
VOCABULARIES = [27, 65, 256, 1_000, 5_000, 10_000, 30_522, 32_000, 50_257]
VOCABULARIES += [100_277, 128_256, 151_936, 200_019, 256_000]
WIDTHS = [2, 8, 16, 64, 128, 256, 384, 768, 1_024, 2_048, 4_096, 12_288]

text = open_page("one_hot")
controls = Controls(text)
tokenizer = ByteTokenizer()


def show_distances(typed: str) -> None:
    all_ids = tokenizer.encode(typed)
    ids = all_ids[:MOST_TOKENS]
    if len(all_ids) > len(ids):
        st.caption(text("only_first", shown=len(ids), count=len(all_ids)))
    labels = [tokenizer.label(token_id) for token_id in ids]
    vectors = one_hot(ids, tokenizer.vocab_size)
    distances, gaps = pairwise_distances(vectors), id_gaps(ids)
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader(text("distances.heading"), anchor=False)
        alt, values = text("distances.alt", count=len(ids)), text("distances.value")
        chart(alt, "one_hot.distances", amount_heatmap, distances, labels, values, ".2f")
    with right:
        st.subheader(text("gaps.heading"), anchor=False)
        alt, values = text("gaps.alt", count=len(ids)), text("gaps.value")
        chart(alt, "one_hot.gaps", amount_heatmap, gaps, labels, values, ".0f")
    apart = gaps > 0
    if apart.any():
        what_you_see(
            text,
            text("see.distance", pairs=apart.sum() // 2, distance=distances[apart].mean()),
            text("see.gaps", smallest=gaps[apart].min(), largest=gaps.max()),
        )
    st.subheader(text("matrix.heading"), anchor=False)
    titles = text("matrix.id"), text("matrix.token")
    alt = text("matrix.alt", count=len(ids))
    chart(alt, "one_hot.matrix", one_hot_heatmap, vectors, labels, *titles)
    maths(text, r"\lVert e_i - e_j \rVert = \sqrt{1^2 + 1^2} = \sqrt{2} \qquad (i \neq j)")
    code(text, one_hot, pairwise_distances, id_gaps)


def show_characters(typed: str) -> None:
    characters = list(dict.fromkeys(typed))
    table = {
        text("ids.character"): [visible(char) for char in characters],
        text("ids.code_point"): [ord(char) for char in characters],
        text("ids.bytes"): [" ".join(map(str, tokenizer.encode(char))) for char in characters],
    }
    numbers(text, table, "characters")


def show_cost() -> None:
    st.subheader(text("cost.heading"), anchor=False)
    left, right = st.columns([1, 2], gap="large")
    with left:
        vocab_size = controls.stops("vocab_size", VOCABULARIES, 50_257)
        d_model = controls.stops("d_model", WIDTHS, 768)
    wide, narrow = one_hot_bytes(vocab_size), row_bytes(d_model)
    with right:
        names = [text("cost.one_hot"), text("cost.row")]
        written = [bytes_written(wide), bytes_written(narrow)]
        alt = text("cost.alt", one_hot=written[0], row=written[1])
        chart(alt, "one_hot.cost", amounts, names, [wide, narrow], written, text("cost.bytes"))
        st.markdown(
            text(
                "cost.see",
                vocab_size=vocab_size,
                d_model=d_model,
                one_hot=written[0],
                row=written[1],
                ratio=wide / narrow,
            )
        )


typed = controls.words("text", "ABz猫🙂", longest=LONGEST_TEXT)
if typed:
    show_distances(typed)
    show_characters(typed)
else:
    st.info(text("empty"), icon="⌨️")
show_cost()
controls.reset_button()
controls.finish()
cautions(text)
close_page(text)
